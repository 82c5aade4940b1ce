import { AxisBottom } from "@visx/axis";
import { GridRows } from "@visx/grid";
import { Group } from "@visx/group";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar, Line } from "@visx/shape";
import { writeValue, type Figure } from "../../features/analytics/figures.ts";

const width = 360;
const height = 168;
const margin = { top: 20, right: 6, bottom: 22, left: 44 };
const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
const minutesPerHour = 60;
/** At most so many periods are labelled, counted from the last. */
const mostNamed = 5;
const capWidth = 6;
/** Half of the longest label below. */
const labelReach = 18;
const rangeLabelWidth = 88;

type PeriodFigure = Figure & { plot: { kind: "periods" } };

/** One bar for each period; the current one is an outline, and the last full one shows its value. */
export function PeriodPlot({ figure, locale }: { figure: PeriodFigure; locale: string }) {
	const { rows, plot, columns } = figure;
	const unit = columns[0]?.unit ?? "count";
	// Grid lines are at whole hours.
	const step = unit === "minutes" ? minutesPerHour : 1;
	const write = (value: number) => writeValue(value, unit, locale);
	const valueOf = (index: number, column = 0) => rows[index]?.values[column] ?? 0;
	const most = Math.max(
		...rows.map((_, index) => Math.max(valueOf(index), plot.hasRange ? valueOf(index, 1) : 0)),
		plot.mark?.value ?? 0,
		step,
	);
	const x = scaleBand({ domain: rows.map((_, index) => index), range: [0, inner.width], padding: 0.28 });
	const y = scaleLinear<number>({ domain: [0, most / step], range: [inner.height, 0], nice: unit !== "percent" });
	const yOf = (value: number) => y(value / step);
	const lines = y.ticks(3).filter((tick) => unit !== "count" || Number.isInteger(tick));
	const lastFull = rows.findLastIndex(({ isPartial }) => !isPartial);
	const [told = null, toldUpper = null] = rows[lastFull]?.values ?? [];
	// The label of a range reaches over its neighbours and above their lines.
	const reach = plot.hasRange ? (rangeLabelWidth + x.bandwidth()) / 2 : 1;
	const highest = Math.max(
		...rows
			.map((_, index) => index)
			.filter((index) => Math.abs((x(index) ?? 0) - (x(lastFull) ?? 0)) < reach)
			.map((index) => Math.max(valueOf(index), plot.hasRange ? valueOf(index, 1) : 0)),
	);
	const namedEvery = Math.ceil(rows.length / mostNamed);
	const named = rows.map((_, index) => index).filter((index) => (rows.length - 1 - index) % namedEvery === 0);
	return (
		<svg className="plot" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
			<Group left={margin.left} top={margin.top}>
				<GridRows className="plot-grid" scale={y} width={inner.width} tickValues={lines} />
				{lines.map((tick) => (
					<text key={tick} className="plot-label" x={-8} y={y(tick)} dy="0.32em" textAnchor="end">
						{write(tick * step)}
					</text>
				))}
				{rows.map(({ isPartial, values: [value = null, upper = null] }, index) => {
					if (value === null) return null;
					const left = x(index) ?? 0;
					const middle = left + x.bandwidth() / 2;
					return (
						<Group key={index}>
							<Bar
								className={isPartial ? "plot-bar-running" : "plot-bar"}
								x={left}
								y={yOf(value)}
								width={x.bandwidth()}
								height={inner.height - yOf(value)}
							/>
							{plot.hasRange && upper !== null && (
								<>
									<Line className="plot-range" from={{ x: middle, y: yOf(value) }} to={{ x: middle, y: yOf(upper) }} />
									<Line
										className="plot-range"
										from={{ x: middle - capWidth / 2, y: yOf(upper) }}
										to={{ x: middle + capWidth / 2, y: yOf(upper) }}
									/>
								</>
							)}
						</Group>
					);
				})}
				{told !== null && (
					<text
						className="plot-value"
						x={Math.min(
							(x(lastFull) ?? 0) + x.bandwidth() / 2,
							inner.width - (plot.hasRange ? rangeLabelWidth / 2 : 0),
						)}
						y={yOf(highest) - 5}
						textAnchor="middle"
					>
						{plot.hasRange && toldUpper !== null ? `${write(told)} to ${write(toldUpper)}` : write(told)}
					</text>
				)}
				{plot.mark && (
					<>
						<text className="plot-label" x={0} y={-8}>
							┄ {plot.mark.name}
						</text>
						<Line
							className="plot-mark"
							from={{ x: 0, y: yOf(plot.mark.value) }}
							to={{ x: inner.width, y: yOf(plot.mark.value) }}
						/>
					</>
				)}
				<AxisBottom
					axisClassName="plot-axis"
					top={inner.height}
					scale={x}
					tickValues={named}
					hideTicks
					tickLength={4}
					tickComponent={({ x: at, y: below, formattedValue }) => (
						<text
							className="plot-label"
							x={Math.min(at, inner.width + margin.right - labelReach)}
							y={below}
							dy="0.25em"
							textAnchor="middle"
						>
							{rows[Number(formattedValue)]?.short}
						</text>
					)}
				/>
			</Group>
		</svg>
	);
}
