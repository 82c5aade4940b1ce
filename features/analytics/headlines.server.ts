import type { ReplyTimes } from "../../core/records/reply-times.server.ts";
import { writeValue } from "./figures.ts";

/** A measure of a whole range, beside the one of the same length before. */
export type Headline = {
	key: string;
	label: string;
	value: string;
	/** In words, such as "12 % more". */
	change: string;
	/** Undefined where there is nothing to compare with. */
	direction: "up" | "down" | "same" | undefined;
	/** Whether the change is for the better; undefined where it is neither. */
	isBetter: boolean | undefined;
};

export type Measure = {
	key: string;
	label: string;
	unit: "count" | "percent" | "minutes";
	/** In the range, and before; undefined for none. */
	value: number | undefined;
	before: number | undefined;
	/** Whether nothing from before has reached the end of its retention; otherwise it is not compared. */
	isBeforeKept: boolean;
	/** The direction for the better, if there is one. */
	better?: "up" | "down";
};

/** Compares a measure with the range before: counts in percent, others by their difference. A change that rounds to nothing is none. */
export function describeHeadline(
	{ key, label, unit, value, before, isBeforeKept, better }: Measure,
	locale: string,
): Headline {
	const isComparable =
		isBeforeKept && value !== undefined && before !== undefined && (unit !== "count" || before !== 0);
	const difference = isComparable ? value - before : 0;
	const size = Math.round(Math.abs(isComparable && unit === "count" ? (100 * difference) / before : difference));
	const direction = !isComparable ? undefined : size === 0 ? "same" : difference > 0 ? "up" : "down";
	return {
		key,
		label,
		value: writeValue(value ?? null, unit, locale),
		change: describeChange(),
		direction,
		isBetter:
			better === undefined || direction === undefined || direction === "same" ? undefined : direction === better,
	};

	function describeChange(): string {
		if (!isBeforeKept) return "Not kept that long";
		if (value === before || direction === "same") return "No change";
		if (before === undefined || (unit === "count" && before === 0)) return "None before";
		if (value === undefined) return `${writeValue(before, unit, locale)} before`;
		const isMore = difference > 0;
		if (unit === "percent") return `${write(size)} ${size === 1 ? "point" : "points"} ${isMore ? "more" : "less"}`;
		if (unit === "count") return `${write(size)} % ${isMore ? "more" : "fewer"}`;
		return `${writeValue(Math.abs(difference), unit, locale)} ${isMore ? "longer" : "shorter"}`;
	}

	function write(count: number): string {
		return count.toLocaleString(locale);
	}
}

/** The share of replies on time, in percent; undefined where none was due. */
export function findKeptShare({ kept, broken }: Pick<ReplyTimes, "kept" | "broken">): number | undefined {
	return kept + broken > 0 ? (100 * kept) / (kept + broken) : undefined;
}
