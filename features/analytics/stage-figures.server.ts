import type { StageTimes } from "../../core/records/record-counts.server.ts";
import { writeValue, type Figure } from "./figures.ts";
import { headRows, isKept, tellNone, toRows, type PeriodContext, type RangeContext } from "./name-periods.server.ts";

type Noun = { one: string; many: string };

/**
 * How a figure names the records that reach a stage; `since` ends a sentence such as "3 hires, median 11 d after applying".
 * `kept` is what "kept from this period" follows.
 */
export type StageWords = Noun & { kept: Noun; since: string; about: string; heading: string };

export const hireWords: StageWords = {
	one: "hire",
	many: "hires",
	kept: { one: "hire", many: "hires" },
	since: "after applying",
	about: "Days from the application to the hire, by date of the hire.",
	heading: "Hires",
};

export const resolutionWords: StageWords = {
	one: "enquiry closed",
	many: "enquiries closed",
	kept: { one: "closed enquiry", many: "closed enquiries" },
	since: "after receipt",
	about: "Days from receipt to the last move to a closed stage, by date of that move.",
	heading: "Closed",
};

/** How long records took to reach a stage, in days. The sentence is about `all`, those of the range. */
export function describeStageTimes(
	context: PeriodContext & RangeContext & { locale: string },
	{ sums, all, words }: { sums: readonly StageTimes[]; all: StageTimes; words: StageWords },
): Omit<Figure, "key"> {
	const { unit, locale } = context;
	return {
		finding: findFinding(),
		about: words.about,
		rowHeading: headRows(unit),
		columns: [
			{ heading: "Median", unit: "days" },
			{ heading: words.heading, unit: "count" },
		],
		rows: toRows(context, (index) => [sums[index]?.medianDays, sums[index]?.count ?? 0]),
		plot: { kind: "periods", hasRange: false, mark: null },
	};

	function findFinding(): string {
		const isAllKept = isKept(context.within, context);
		const { one, many } = isAllKept ? words : words.kept;
		if (all.medianDays === undefined) return tellNone(many, context);
		const from = isAllKept ? "" : " kept from this period";
		const days = writeValue(all.medianDays, "days", locale);
		return all.count === 1
			? `1 ${one}${from}, ${days} ${words.since}`
			: `${all.count.toLocaleString(locale)} ${many}${from}, median ${days} ${words.since}`;
	}
}
