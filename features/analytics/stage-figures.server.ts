import type { StageTimes } from "../../core/records/record-counts.server.ts";
import { writeValue, type Figure } from "./figures.ts";
import { headRows, toRows, type PeriodContext } from "./name-periods.server.ts";

/** How a figure names the records that reach a stage; `since` ends a sentence such as "3 hires, median 11 d after applying". */
export type StageWords = { none: string; one: string; many: string; since: string; about: string; heading: string };

export const hireWords: StageWords = {
	none: "No hires in this period",
	one: "hire",
	many: "hires",
	since: "after applying",
	about: "Days from the application to the hire, by date of the hire.",
	heading: "Hires",
};

export const resolutionWords: StageWords = {
	none: "No enquiries closed in this period",
	one: "enquiry closed",
	many: "enquiries closed",
	since: "after receipt",
	about: "Days from receipt to the last move to a closed stage, by date of that move.",
	heading: "Closed",
};

/** How long records took to reach a stage, in days. The sentence is about `all`. */
export function describeStageTimes(
	context: PeriodContext & { locale: string },
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
		if (all.medianDays === undefined) return words.none;
		const days = writeValue(all.medianDays, "days", locale);
		return all.count === 1
			? `1 ${words.one}, ${days} ${words.since}`
			: `${all.count.toLocaleString(locale)} ${words.many}, median ${days} ${words.since}`;
	}
}
