import { renderToStaticMarkup } from "react-dom/server";
import { writeValue, type Figure } from "../../features/analytics/figures.ts";
import type { ShownFigure } from "./figure-card.tsx";
import { PeriodPlot } from "./period-plot.server.tsx";
import { RankingPlot } from "./ranking-plot.server.tsx";

/** Draws a figure and its table on the server, so that browsers need no scripts or plotting library. */
export function showFigure(figure: Figure, locale: string): ShownFigure {
	const { key, finding, about, rowHeading, columns, rows, plot } = figure;
	return {
		key,
		finding,
		about,
		headings: [rowHeading, ...columns.map(({ heading }) => heading)],
		rows: rows.map(({ label, values }) => ({
			label,
			values: columns.map(({ unit }, index) => writeValue(values[index] ?? null, unit, locale)),
		})),
		svg: rows.some(({ values }) => (values[0] ?? 0) > 0)
			? renderToStaticMarkup(
					plot.kind === "periods" ? (
						<PeriodPlot figure={{ ...figure, plot }} locale={locale} />
					) : (
						<RankingPlot figure={figure} locale={locale} />
					),
				)
			: undefined,
	};
}
