import { renderToStaticMarkup } from "react-dom/server";
import { writeValue, type Figure } from "../../features/analytics/figures.ts";
import type { ShownFigure } from "./figure-card.tsx";
import { PeriodPlot } from "./period-plot.server.tsx";
import { RankingPlot } from "./ranking-plot.server.tsx";

/** Draws a figure and writes its table, so that a browser needs neither scripts nor the library of plots. */
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
