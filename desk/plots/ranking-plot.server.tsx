import { Group } from "@visx/group";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { writeValue, type Figure } from "../../features/analytics/figures.ts";

const width = 360;
const rowHeight = 26;
const labelWidth = 136;
/** Of the value behind the longest bar. */
const valueWidth = 100;
const longestLabel = 21;

/** Horizontal bars, one for each row, with name and values; where there are several values, a line above names them. */
export function RankingPlot({ figure, locale }: { figure: Figure; locale: string }) {
	const { rows, columns } = figure;
	const top = columns.length > 1 ? rowHeight : 0;
	const height = top + rows.length * rowHeight;
	const y = scaleBand({ domain: rows.map((_, index) => index), range: [top, height], padding: 0.3 });
	const x = scaleLinear<number>({
		domain: [0, Math.max(1, ...rows.map(({ values }) => values[0] ?? 0))],
		range: [0, width - labelWidth - valueWidth],
	});
	return (
		<svg className="plot" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
			{columns.length > 1 && (
				<text className="plot-label" x={width} y={rowHeight / 2} dy="0.32em" textAnchor="end">
					{columns.map(({ heading }) => heading).join(" · ")}
				</text>
			)}
			{rows.map(({ short, values }, index) => (
				<Group key={index} top={y(index) ?? 0}>
					<text className="plot-label" x={0} y={y.bandwidth() / 2} dy="0.32em">
						{short.length > longestLabel ? `${short.slice(0, longestLabel - 1)}…` : short}
					</text>
					<Bar className="plot-bar" x={labelWidth} width={x(values[0] ?? 0)} height={y.bandwidth()} />
					<text className="plot-value" x={labelWidth + x(values[0] ?? 0) + 6} y={y.bandwidth() / 2} dy="0.32em">
						{/* A share of nothing adds no information. */}
						{columns
							.slice(0, values[0] === 0 ? 1 : undefined)
							.map(({ unit }, column) => writeValue(values[column] ?? null, unit, locale))
							.filter((text) => text !== "none")
							.join(" · ")}
					</text>
				</Group>
			))}
		</svg>
	);
}
