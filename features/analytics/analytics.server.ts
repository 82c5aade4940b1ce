import { findFirstKeptDay } from "../../core/records/personal-data.server.ts";
import { countReceivedRecords, type StageTimes } from "../../core/records/record-counts.server.ts";
import type { RecordKind } from "../../core/records/record-kind.ts";
import type { ReplyTimes } from "../../core/records/reply-times.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { capitalise } from "../../shared/capitalise.ts";
import type { Company } from "../../shared/company.ts";
import { toInterval, type Period, type PeriodUnit } from "../../shared/periods.ts";
import { describeArrivals } from "./arrival-figures.server.ts";
import { describeCallOutcomes, type CallSums } from "./call-figures.server.ts";
import type { Figure } from "./figures.ts";
import { describeHeadline, findKeptShare, type Headline, type Measure } from "./headlines.server.ts";
import {
	describeApplicationReplies,
	describeApplicationSources,
	describeApplicationStages,
	describeHeardAbout,
	describeReasons,
	describeSourceCosts,
	type HiringSource,
	type LinkResult,
	rejectionWords,
	withdrawalWords,
} from "./hiring-figures.server.ts";
import { describeFunnel, describePages, describeSources, type PageViewSum } from "./page-view-figures.server.ts";
import { describeReplyTimes, describeKept } from "./reply-figures.server.ts";
import { describeStageTimes, hireWords, resolutionWords, type StageWords } from "./stage-figures.server.ts";

export type AnalyticsSources = {
	company: Pick<Company, "locale" | "timeZone">;
	database: Database;
	/** Includes calls, the end of the funnel from page to booking. */
	kinds: readonly RecordKind[];
	calls: { names: string; listOutcomes(periods: readonly Period[], now: Temporal.Instant): Promise<CallSums[]> };
	hiring: {
		names: string;
		/** Days within which each application must get a reply. */
		replyWithinDays: number;
		listStages(within: Period): Promise<{ label: string; count: number; isOpen: boolean }[]>;
		listSources(within: Period): Promise<HiringSource[]>;
		/** Lists the source links with a cost. */
		listLinkResults(): Promise<LinkResult[]>;
		listRejectionReasons(within: Period): Promise<{ label: string; count: number }[]>;
		listWithdrawalReasons(within: Period): Promise<{ label: string; count: number }[]>;
		listHeardAbout(within: Period): Promise<{ label: string; count: number }[]>;
		listReplyTimes(periods: readonly Period[], now: Temporal.Instant): Promise<ReplyTimes[]>;
		listHires(periods: readonly Period[]): Promise<StageTimes[]>;
	};
	/** Answer times of the kinds with a promise, by name. */
	answers: {
		kinds: readonly string[];
		promisedMinutes: number;
		listReplyTimes(periods: readonly Period[], now: Temporal.Instant): Promise<ReplyTimes[]>;
		listResolutions(periods: readonly Period[]): Promise<StageTimes[]>;
	};
	/** Finds the first day whose page views are kept. */
	findFirstPageViewDay(today: Temporal.PlainDate): Temporal.PlainDate;
	/** Sums page views, or views of the booking form; largest first. */
	sumPageViews(
		by: "page" | "source",
		filter: { first: string; last: string; ofBookingForm?: boolean; fromOutside?: boolean },
	): Promise<PageViewSum[]>;
};

export type AnalyticsQuery = {
	unit: PeriodUnit;
	/** Consecutive; a figure over time has a value for each. */
	periods: readonly Period[];
	/** The days that all other figures sum up, and the sentences on how long records took to reach a stage. */
	within: Period;
	now: Temporal.Instant;
	/** Plural names of the kinds of records that the person may see. */
	names: readonly string[];
	/** Keys of figures; without it, all. */
	only?: readonly string[];
};

type FigureContext = AnalyticsQuery & { locale: string; today: Temporal.PlainDate };

type HeadlinesQuery = Pick<AnalyticsQuery, "within" | "now" | "names"> & {
	/** The range that it is compared with. */
	before: Period;
};

export type Analytics = {
	readFigures(query: AnalyticsQuery): Promise<Figure[]>;
	/** Reads the measures of a range beside those of the one before, where all of that is still kept. */
	readHeadlines(query: HeadlinesQuery): Promise<Headline[]>;
};

/**
 * Days from receipt within which applications are decided and enquiries closed, with rare exceptions. A record is erased
 * by the day of its receipt, so moves to a stage are all kept only so long after the first kept day of receipt.
 */
const movedWithinDays = 90;

/** Creates the reader of the company's analytics. Each entry of its list is a figure. */
export function createAnalytics({
	company,
	database,
	kinds,
	calls,
	hiring,
	answers,
	findFirstPageViewDay,
	sumPageViews,
}: AnalyticsSources): Analytics {
	const countReceived = async (kind: RecordKind, of: readonly Period[]) => {
		const counts: number[] = [];
		for (const period of of)
			counts.push(await countReceivedRecords(database.db, kind, toInterval(period, company.timeZone)));
		return counts;
	};
	const sumArrivals = ({ first, end }: Period) =>
		sumPageViews("source", {
			first: first.toString(),
			last: end.subtract({ days: 1 }).toString(),
			fromOutside: true,
		});
	const findToday = (now: Temporal.Instant) => now.toZonedDateTimeISO(company.timeZone).toPlainDate();
	/** Finds the first day of which the records received of several kinds are all kept. */
	const findFirstDay = (of: readonly string[], now: Temporal.Instant) =>
		kinds
			.filter((kind) => of.includes(kind.names))
			.map((kind) => findFirstKeptDay(kind, now, company.timeZone))
			.reduce((one, other) => (Temporal.PlainDate.compare(one, other) < 0 ? other : one));
	/** Finds the first day of which their moves to a stage are all kept. */
	const findFirstMoveDay = (of: readonly string[], now: Temporal.Instant) =>
		findFirstDay(of, now).add({ days: movedWithinDays });

	return {
		async readHeadlines({ within, before, now, names }) {
			const rangesKeptFrom = (firstDay: Temporal.PlainDate) =>
				Temporal.PlainDate.compare(before.first, firstDay) < 0 ? [within] : [within, before];
			const rangesOf = (of: readonly string[]) => rangesKeptFrom(findFirstDay(of, now));
			const mine = kinds.filter((kind) => names.includes(kind.names));
			const headlines: Headline[] = [];
			const add = (
				measure: Omit<Measure, "value" | "before" | "isBeforeKept">,
				values: readonly (number | undefined)[],
			) => {
				const [value, valueBefore] = values;
				headlines.push(
					describeHeadline({ ...measure, value, before: valueBefore, isBeforeKept: values.length > 1 }, company.locale),
				);
			};
			const counted = { unit: "count" } as const;
			for (const kind of mine)
				add(
					{ ...counted, key: kind.names, label: capitalise(kind.names) },
					await countReceived(kind, rangesOf([kind.names])),
				);
			if (mine.some((kind) => answers.kinds.includes(kind.names))) {
				const times = await answers.listReplyTimes(rangesOf(answers.kinds), now);
				add({ key: "kept", label: "Replies on time", unit: "percent", better: "up" }, times.map(findKeptShare));
				add(
					{ key: "answer-time", label: "Median first reply", unit: "minutes", better: "down" },
					times.map(({ medianMinutes }) => medianMinutes),
				);
			}
			if (mine.some((kind) => kind.names === hiring.names)) {
				const hires = await hiring.listHires(rangesKeptFrom(findFirstMoveDay([hiring.names], now)));
				add(
					{ ...counted, key: "hires", label: "Hires" },
					hires.map(({ count }) => count),
				);
			}
			const visits = await Promise.all(rangesKeptFrom(findFirstPageViewDay(findToday(now))).map(sumArrivals));
			add(
				{ ...counted, key: "visits", label: "Visits" },
				visits.map((sums) => sums.reduce((sum, { count }) => sum + count, 0)),
			);
			return headlines;
		},

		async readFigures(query) {
			const { periods, within, now, names, only } = query;
			const context: FigureContext = {
				...query,
				locale: company.locale,
				today: findToday(now),
			};
			const days = { first: within.first.toString(), last: within.end.subtract({ days: 1 }).toString() };
			const sumBegun = () => sumArrivals(within);
			let answerTimes: Promise<ReplyTimes[]> | undefined;
			const listReplyTimes = () => (answerTimes ??= answers.listReplyTimes(periods, now));
			const mine = kinds.filter((kind) => names.includes(kind.names));
			const call = mine.find((kind) => kind.names === calls.names);
			const hires = mine.some((kind) => kind.names === hiring.names);
			const isPromised = mine.some((kind) => answers.kinds.includes(kind.names));

			const contextOf = (of: readonly string[]) => ({ ...context, firstKept: findFirstDay(of, now) });
			const describeTimesTo = async (
				words: StageWords,
				of: readonly string[],
				list: (of: readonly Period[]) => Promise<StageTimes[]>,
			) => {
				const times = await list([...periods, within]);
				const all = times[periods.length] ?? { count: 0, medianDays: undefined };
				const firstKept = findFirstMoveDay(of, now);
				return describeStageTimes({ ...context, firstKept }, { sums: times.slice(0, periods.length), all, words });
			};

			const figures: [key: string, isOn: boolean, read: () => Promise<Omit<Figure, "key">>][] = [
				...mine.map((kind): (typeof figures)[number] => [
					kind.names,
					true,
					async () => describeArrivals(contextOf([kind.names]), kind, await countReceived(kind, periods)),
				]),
				["kept", isPromised, async () => describeKept(contextOf(answers.kinds), await listReplyTimes())],
				[
					"answer-time",
					isPromised,
					async () => describeReplyTimes(contextOf(answers.kinds), await listReplyTimes(), answers.promisedMinutes),
				],
				[
					"time-to-resolution",
					isPromised,
					async () => describeTimesTo(resolutionWords, answers.kinds, (of) => answers.listResolutions(of)),
				],
				[
					"way-to-booking",
					call !== undefined,
					async () => {
						const areKept = Temporal.PlainDate.compare(within.first, findFirstDay([calls.names], now)) >= 0;
						const [booked] = call && areKept ? await countReceived(call, [within]) : [];
						const opened = await sumPageViews("page", { ...days, ofBookingForm: true });
						return describeFunnel(context, { visits: await sumBegun(), opened, booked });
					},
				],
				[
					"call-outcomes",
					call !== undefined,
					async () => describeCallOutcomes(contextOf([calls.names]), await calls.listOutcomes(periods, now)),
				],
				[
					"application-stages",
					hires,
					async () => describeApplicationStages(contextOf([hiring.names]), await hiring.listStages(within)),
				],
				[
					"application-sources",
					hires,
					async () => describeApplicationSources(contextOf([hiring.names]), await hiring.listSources(within)),
				],
				["source-costs", hires, async () => describeSourceCosts(context, await hiring.listLinkResults())],
				[
					"rejection-reasons",
					hires,
					async () =>
						describeReasons(contextOf([hiring.names]), await hiring.listRejectionReasons(within), rejectionWords),
				],
				[
					"withdrawal-reasons",
					hires,
					// Counted apart from applications, and never erased.
					async () => describeReasons(context, await hiring.listWithdrawalReasons(within), withdrawalWords),
				],
				["heard-about", hires, async () => describeHeardAbout(context, await hiring.listHeardAbout(within))],
				[
					"application-answer-time",
					hires,
					async () =>
						describeApplicationReplies(
							contextOf([hiring.names]),
							await hiring.listReplyTimes(periods, now),
							hiring.replyWithinDays,
						),
				],
				["time-to-hire", hires, async () => describeTimesTo(hireWords, [hiring.names], (of) => hiring.listHires(of))],
				["sources", true, async () => describeSources(context, await sumBegun())],
				["pages", true, async () => describePages(context, await sumPageViews("page", days))],
			];
			const read: Figure[] = [];
			for (const [key, isOn, readFigure] of figures)
				if (isOn && (only?.includes(key) ?? true)) read.push({ key, ...(await readFigure()) });
			return read;
		},
	};
}
