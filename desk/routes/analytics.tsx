import { Form, Link } from "react-router";
import { z } from "zod";
import { findPublicReplyTimes } from "../../core/records/public-reply-times.server.ts";
import { applicationReplyWords, enquiryReplyWords } from "../../core/records/reply-time-sentence.ts";
import { applicationNames } from "../../features/careers/applications/application-names.ts";
import { enquiryNames } from "../../features/enquiries/enquiry-names.ts";
import { dividePeriod, findPeriodBefore, listPeriods, type Period } from "../../shared/periods.ts";
import { findDate } from "../../shared/zoned-time.ts";
import type { DeskDeps } from "../guard/desk-deps.server.ts";
import { Page } from "../layout/page.tsx";
import { PopUp } from "../layout/pop-up.tsx";
import { FigureCard } from "../plots/figure-card.tsx";
import type { ShownFigure } from "../plots/figure-card.tsx";
import { HeadlineTiles } from "../plots/headline-tiles.tsx";
import { showFigure } from "../plots/show-figure.server.tsx";
import { showPublicReplyTimes, type ShownReplyTimes } from "../plots/show-public-reply-times.server.ts";
import { readQuery } from "../read-query.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/analytics.ts";

const rangeNames = { "7d": "7 days", "30d": "30 days", "90d": "90 days", "12m": "12 months" } as const;
const rangeKeys = ["7d", "30d", "90d", "12m"] as const;
type RangeKey = keyof typeof rangeNames;

/** Days of the longest range: five years. */
const mostDays = 1_827;

const day = z.iso
	.date()
	.refine((text) => text >= "2000-01-01")
	.optional()
	.catch(undefined);

/** Parameters; invalid ones count as absent. */
const analyticsQuery = z.object({ range: z.enum(rangeKeys).catch("90d"), from: day, to: day });

/** Analytics of the areas that the member works with, in one range of days. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, kinds, now } = beginWork(context);
	const query = analyticsQuery.parse(readQuery(request));
	const { company } = deps;
	const today = Temporal.PlainDate.from(findDate(now.epochMilliseconds, company.timeZone));
	const chosen = readChosen(query, today);
	const within = chosen ?? findRange(query.range, today);
	const names = kinds.map((kind) => kind.names);
	const [headlines, figures] = await Promise.all([
		deps.analytics.readHeadlines({ within, before: findPeriodBefore(within), now, names }),
		deps.analytics.readFigures({ ...dividePeriod(within), within, now, names }),
	]);
	const last = within.end.subtract({ days: 1 });
	return {
		range: chosen ? undefined : query.range,
		from: showValue(within.first, company),
		until: showValue(last, company),
		today: today.toString(),
		headlines,
		figures: [
			...figures.map((figure) => showFigure(figure, company.locale)),
			...(await listPublicReplyTimes(deps, { names, now })),
		],
	};
}

/** Lists the reply times that the site shows or could show, of the kinds of records that the member works with. */
async function listPublicReplyTimes(
	{ company, database }: Pick<DeskDeps, "company" | "database">,
	{ names, now }: { names: readonly string[]; now: Temporal.Instant },
): Promise<ShownFigure[]> {
	const find = (kind: string) => findPublicReplyTimes(database.db, kind, { now, timeZone: company.timeZone });
	const shown: ShownReplyTimes[] = [];
	if (names.includes(enquiryNames.names))
		shown.push({
			names: enquiryNames.names,
			words: enquiryReplyWords,
			place: "on the contact page",
			isOn: company.publicReplyTimes?.enquiries ?? false,
			figures: await find(enquiryNames.name),
		});
	if (names.includes(applicationNames.names))
		shown.push({
			names: applicationNames.names,
			words: applicationReplyWords,
			place: "on the pages of positions",
			isOn: company.publicReplyTimes?.applications ?? false,
			figures: await find(applicationNames.name),
		});
	return shown
		.filter(({ isOn, figures }) => isOn || figures !== undefined)
		.map((each) => showPublicReplyTimes(each, company.locale));
}

/** The days up to today; 90 days begin with a whole week, and 12 months with a whole month. */
function findRange(range: RangeKey, today: Temporal.PlainDate): Period {
	const [first] = {
		"7d": listPeriods("day", 7, today),
		"30d": listPeriods("day", 30, today),
		"90d": listPeriods("week", 13, today),
		"12m": listPeriods("month", 12, today),
	}[range];
	return { first: first?.first ?? today, end: today.add({ days: 1 }) };
}

/** The days that the member entered, none of them to come; undefined without both. */
function readChosen({ from, to }: z.infer<typeof analyticsQuery>, today: Temporal.PlainDate): Period | undefined {
	if (from === undefined || to === undefined) return undefined;
	const [first = today, asked = today] = [from, to]
		.map((text) => Temporal.PlainDate.from(text))
		.toSorted((one, other) => Temporal.PlainDate.compare(one, other));
	const last = Temporal.PlainDate.compare(asked, today) > 0 ? today : asked;
	if (Temporal.PlainDate.compare(first, last) > 0) return undefined;
	const earliest = last.subtract({ days: mostDays - 1 });
	return {
		first: Temporal.PlainDate.compare(first, earliest) < 0 ? earliest : first,
		end: last.add({ days: 1 }),
	};
}

export default function AnalyticsPage({ loaderData }: Route.ComponentProps) {
	const { range, from, until, today, headlines, figures } = loaderData;
	return (
		<Page
			title="Analytics"
			subtitle={
				<span>
					<time dateTime={from.dateTime}>{from.text}</time> to <time dateTime={until.dateTime}>{until.text}</time>,
					compared with as many days before
				</span>
			}
		>
			<div className="ranges">
				<nav aria-label="Range" className="filters">
					<ul>
						{rangeKeys.map((key) => (
							<li key={key}>
								<Link
									to={key === "90d" ? "/numbers" : `/numbers?range=${key}`}
									aria-current={key === range ? "page" : undefined}
								>
									{rangeNames[key]}
								</Link>
							</li>
						))}
					</ul>
				</nav>
				<PopUp label={range === undefined ? "Custom range, in use" : "Custom range"}>
					<Form method="get" action="/numbers" className="range-form" key={`${from.dateTime} ${until.dateTime}`}>
						<label>
							From
							<input type="date" name="from" required max={today} defaultValue={from.dateTime} />
						</label>
						<label>
							To
							<input type="date" name="to" required max={today} defaultValue={until.dateTime} />
						</label>
						<button>Show</button>
					</Form>
				</PopUp>
			</div>
			<h2 className="sr-only">Headlines</h2>
			<HeadlineTiles headlines={headlines} />
			<h2 className="sr-only">Figures</h2>
			{/* Those without anything to plot are lower, and would leave gaps between the others. */}
			{[true, false].map((isPlotted) => (
				<div key={String(isPlotted)} className="figures">
					{figures
						.filter(({ svg }) => (svg !== undefined) === isPlotted)
						.map((figure) => (
							<FigureCard key={figure.key} figure={figure} />
						))}
				</div>
			))}
		</Page>
	);
}
