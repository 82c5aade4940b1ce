import { Link } from "react-router";
import { z } from "zod";
import { listPeriods, periodUnits, type PeriodUnit } from "../../shared/periods.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { Page } from "../layout/page.tsx";
import { FigureCard } from "../plots/figure-card.tsx";
import { showFigure } from "../plots/show-figure.server.tsx";
import { readQuery } from "../read-query.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/analytics.ts";

/** A quarter and the current week, or a year and the current month, which can be compared with that of last year. */
const shownPeriods = 13;

/** Parameters; invalid ones count as absent. */
const analyticsQuery = z.object({
	by: z.enum(periodUnits).catch("week"),
	/** A day of the last period. */
	to: z.iso
		.date()
		.refine((day) => day >= "2000-01-01")
		.optional()
		.catch(undefined),
});

/** Analytics of the areas that the member works with. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, kinds, now } = beginWork(context);
	const { by, to } = analyticsQuery.parse(readQuery(request));
	const { company } = deps;
	const today = Temporal.PlainDate.from(findDate(now.epochMilliseconds, company.timeZone));
	const asked = to === undefined ? today : Temporal.PlainDate.from(to);
	const last = Temporal.PlainDate.compare(asked, today) > 0 ? today : asked;
	const periods = listPeriods(by, shownPeriods, last);
	const [first, final] = [periods[0], periods.at(-1)];
	if (!first || !final) throw new Error("No periods");
	const figures = await deps.analytics.readFigures({
		unit: by,
		periods,
		within: { first: first.first, end: final.end },
		now,
		names: kinds.map(({ names }) => names),
	});
	const move = (steps: number) => (by === "week" ? last.add({ weeks: steps }) : last.add({ months: steps }));
	const isLast = Temporal.PlainDate.compare(final.end, today) > 0;
	return {
		by,
		from: showValue(first.first, company),
		until: showValue(isLast ? today : final.end.subtract({ days: 1 }), company),
		earlier: move(-shownPeriods).toString(),
		later: isLast ? undefined : move(shownPeriods).toString(),
		figures: figures.map((figure) => showFigure(figure, company.locale)),
	};
}

const unitNames: Record<PeriodUnit, string> = { week: "By week", month: "By month" };

export default function AnalyticsPage({ loaderData }: Route.ComponentProps) {
	const { by, from, until, earlier, later, figures } = loaderData;
	const addressOf = (to: string) => `/numbers?by=${by}&to=${to}`;
	return (
		<Page
			title="Analytics"
			subtitle={
				<span>
					<time dateTime={from.dateTime}>{from.text}</time> to <time dateTime={until.dateTime}>{until.text}</time>
				</span>
			}
		>
			<nav aria-label="Interval" className="filters">
				<ul>
					{periodUnits.map((unit) => (
						<li key={unit}>
							<Link
								to={unit === "week" ? "/numbers" : `/numbers?by=${unit}`}
								aria-current={unit === by ? "page" : undefined}
							>
								{unitNames[unit]}
							</Link>
						</li>
					))}
				</ul>
			</nav>
			<h2 className="sr-only">{unitNames[by]}</h2>
			<div className="figures">
				{figures.map((figure) => (
					<FigureCard key={figure.key} figure={figure} />
				))}
			</div>
			<nav aria-label="Period" className="pager">
				<Link to={addressOf(earlier)} rel="prev">
					Earlier
				</Link>
				{later !== undefined && (
					<Link to={addressOf(later)} rel="next">
						Later
					</Link>
				)}
			</nav>
		</Page>
	);
}
