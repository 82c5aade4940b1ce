import type { ReplyTimes } from "../../core/records/reply-times.server.ts";
import { writeValue, type Figure, type FigureRow } from "./figures.ts";
import {
	findLastFull,
	headRows,
	isKept,
	tellNone,
	tellNoneFull,
	tellWhen,
	toRows,
	type PeriodContext,
	type RangeContext,
} from "./name-periods.server.ts";
import { sumCounts } from "./sum-counts.ts";

type Counted = { label: string; count: number };
const minutesPerDay = 24 * 60;

export function describeApplicationStages(
	context: RangeContext & { locale: string },
	stages: readonly (Counted & { isOpen: boolean })[],
): Omit<Figure, "key"> {
	const all = sumCounts(stages);
	const open = stages.filter(({ isOpen }) => isOpen);
	const largest = open.toSorted((a, b) => b.count - a.count)[0];
	const write = (count: number) => count.toLocaleString(context.locale);
	const kept = tellKept(context);
	return {
		finding:
			all === 0
				? tellNone("applications", context)
				: sumCounts(open) === 0
					? `${all === 1 ? `1 ${kept}application` : `All ${write(all)} ${kept}applications`} closed`
					: `${write(sumCounts(open))} of ${write(all)} ${kept}applications open, most in “${largest?.label ?? ""}”`,
		about: "Applications received in this period, by current stage.",
		rowHeading: "Stage",
		columns: [
			{ heading: "Applications", unit: "count" },
			{ heading: "Share", unit: "percent" },
		],
		rows: all === 0 ? [] : stages.map(({ label, count }) => toRow(label, count, all)),
		plot: { kind: "ranking" },
	};
}

/** A source of applications with its hires; `isReferral`: named by the applicant. */
export type HiringSource = Counted & { hires: number; isReferral: boolean };

/** A source link with everything that it has brought, and its cost in units of a currency (ISO 4217). */
export type LinkResult = Counted & { hires: number; cost: number; currency: string };

export function describeApplicationSources(
	context: RangeContext & { locale: string },
	sources: readonly HiringSource[],
): Omit<Figure, "key"> {
	const { locale } = context;
	const all = sumCounts(sources);
	const referred = sumCounts(sources.filter(({ isReferral }) => isReferral));
	return {
		finding:
			all === 0
				? tellNone("applications", context)
				: `${referred.toLocaleString(locale)} of ${all.toLocaleString(locale)} ${tellKept(context)}applications from referrals`,
		about:
			"Applications received in this period, and those among them hired by now. Referrals as named by the applicants.",
		rowHeading: "Source",
		columns: [
			{ heading: "Applications", unit: "count" },
			{ heading: "Share", unit: "percent" },
			{ heading: "Hires", unit: "count" },
		],
		rows: sources
			.filter(({ count }) => count > 0)
			.map(({ label, count, hires }) => {
				const row = toRow(label, count, all);
				return { ...row, values: [...row.values, hires] };
			}),
		plot: { kind: "ranking" },
	};
}

/** Describes the results of source links with a cost, of all time: a cost belongs to no period. */
export function describeSourceCosts({ locale }: { locale: string }, links: readonly LinkResult[]): Omit<Figure, "key"> {
	const currencies = [...new Set(links.map(({ currency }) => currency))].toSorted();
	const perOne = (cost: number, count: number) => (count === 0 ? null : cost / count);
	const cheapest = links
		.filter(({ count, currency }) => count > 0 && currency === currencies[0])
		.toSorted((a, b) => a.cost / a.count - b.cost / b.count)[0];
	return {
		finding: cheapest
			? `${writeValue(cheapest.cost / cheapest.count, cheapest.currency, locale)} per application through “${cheapest.label}”`
			: "No applications through source links with a cost yet",
		about:
			"The cost of each source link, divided by the applications and hires that it has ever brought and that are still stored.",
		rowHeading: "Source link",
		columns: [
			{ heading: "Applications", unit: "count" },
			{ heading: "Hires", unit: "count" },
			...currencies.flatMap((currency) => [
				{ heading: `Per application (${currency})`, unit: currency },
				{ heading: `Per hire (${currency})`, unit: currency },
			]),
		],
		rows: links.map(({ label, count, hires, cost, currency }) => ({
			label,
			short: label,
			isPartial: false,
			values: [
				count,
				hires,
				...currencies.flatMap((one) => (one === currency ? [perOne(cost, count), perOne(cost, hires)] : [null, null])),
			],
		})),
		plot: { kind: "ranking" },
	};
}

/** The words of a figure about reasons. */
type ReasonWords = { many: string; title(count: string, reason: string): string; about: string; heading: string };

export const rejectionWords: ReasonWords = {
	many: "rejections with a reason",
	title: (count, reason) => `Most rejections for “${reason}”: ${count}`,
	about: "Applications received in this period and rejected, by reason.",
	heading: "Rejections",
};

export const withdrawalWords: ReasonWords = {
	many: "withdrawals with a reason",
	title: (count, reason) => `Most withdrawals for “${reason}”: ${count}`,
	about: "Applicants who withdrew in this period, by the reason they gave.",
	heading: "Withdrawals",
};

/** @param reasons those without a reason are the last */
export function describeReasons(
	context: RangeContext & { locale: string },
	reasons: readonly Counted[],
	{ many, title, about, heading }: ReasonWords,
): Omit<Figure, "key"> {
	const all = sumCounts(reasons);
	const largest = reasons.slice(0, -1).toSorted((a, b) => b.count - a.count)[0];
	const write = (count: number) => count.toLocaleString(context.locale);
	return {
		finding:
			largest && largest.count > 0
				? title(
						`${write(largest.count)} of ${write(all)}${isKept(context.within, context) ? "" : " kept"}`,
						largest.label,
					)
				: tellNone(many, context),
		about,
		rowHeading: "Reason",
		columns: [
			{ heading, unit: "count" },
			{ heading: "Share", unit: "percent" },
		],
		rows: all === 0 ? [] : reasons.filter(({ count }) => count > 0).map(({ label, count }) => toRow(label, count, all)),
		plot: { kind: "ranking" },
	};
}

export function describeHeardAbout({ locale }: { locale: string }, answers: readonly Counted[]): Omit<Figure, "key"> {
	const [first] = answers;
	const all = sumCounts(answers);
	return {
		finding: first
			? `Applicants most often heard of the position through ${first.label}: ${first.count.toLocaleString(locale)} of ${all.toLocaleString(locale)} answers`
			: "Too few answers about where applicants heard of the position",
		about: "Voluntary answers, counted by whole quarters. Small counts of a quarter are hidden.",
		rowHeading: "Answer",
		columns: [
			{ heading: "Answers", unit: "count" },
			{ heading: "Share", unit: "percent" },
		],
		rows: answers.map(({ label, count }) => toRow(label, count, all)),
		plot: { kind: "ranking" },
	};
}

/** In calendar days. */
export function describeApplicationReplies(
	context: PeriodContext & { locale: string },
	sums: readonly ReplyTimes[],
	replyWithinDays: number,
): Omit<Figure, "key"> {
	const { unit, locale } = context;
	const toDays = (minutes: number | undefined) => (minutes === undefined ? undefined : minutes / minutesPerDay);
	const write = (minutes: number) => writeValue(minutes / minutesPerDay, "days", locale);
	return {
		finding: findFinding(),
		about: "Days from the application to the first reply. Bars show the median, lines the 90th percentile (p90).",
		rowHeading: headRows(unit),
		columns: [
			{ heading: "Median", unit: "days" },
			{ heading: "p90", unit: "days" },
			{ heading: "Replied", unit: "count" },
			{ heading: "Waiting", unit: "count" },
			{ heading: `Over ${replyWithinDays} days`, unit: "count" },
		],
		rows: toRows(context, (index) => {
			const { medianMinutes, percentile90Minutes, answered, waiting, broken } = sums[index] ?? {};
			return [toDays(medianMinutes), toDays(percentile90Minutes), answered, waiting, broken];
		}),
		plot: {
			kind: "periods",
			hasRange: true,
			mark: { value: replyWithinDays, name: `target ${replyWithinDays} d` },
		},
	};

	function findFinding(): string {
		const last = findLastFull(context, sums);
		if (!last) return tellNoneFull(context);
		const { medianMinutes, percentile90Minutes } = last.value;
		if (medianMinutes === undefined || percentile90Minutes === undefined)
			return `No applications of the last full ${unit} have a reply yet`;
		return `Median reply ${write(medianMinutes)} · p90 ${write(percentile90Minutes)} ${tellWhen(unit, last.period)}`;
	}
}

/** Says before "applications" that there may have been more. */
function tellKept(context: RangeContext): string {
	return isKept(context.within, context) ? "" : "kept ";
}

function toRow(label: string, count: number, all: number): FigureRow {
	return { label, short: label, isPartial: false, values: [count, (100 * count) / all] };
}
