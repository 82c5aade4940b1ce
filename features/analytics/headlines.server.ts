import type { ReplyTimes } from "../../core/records/reply-times.server.ts";
import { writeValue, type Unit } from "./figures.ts";

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
	unit: Unit;
	/** In the range, and before; undefined for none. */
	value: number | undefined;
	before: number | undefined;
	/** Whether nothing from before has reached the end of its retention; otherwise it is not compared. */
	isBeforeKept: boolean;
	/** The direction for the better, if there is one. */
	better?: "up" | "down";
};

/** Compares a measure with the range before: counts in percent, others by their difference. */
export function describeHeadline(
	{ key, label, unit, value, before, isBeforeKept, better }: Measure,
	locale: string,
): Headline {
	const isComparable =
		isBeforeKept && value !== undefined && before !== undefined && (unit !== "count" || before !== 0);
	const difference = isComparable ? value - before : 0;
	const direction = !isComparable ? undefined : difference === 0 ? "same" : difference > 0 ? "up" : "down";
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
		if (value === before) return "No change";
		if (before === undefined || (unit === "count" && before === 0)) return "None before";
		if (value === undefined) return `${writeValue(before, unit, locale)} before`;
		const size = Math.abs(difference);
		if (unit === "percent")
			return `${Math.round(size).toLocaleString(locale)} points ${difference > 0 ? "more" : "less"}`;
		if (unit === "count")
			return `${Math.round((100 * size) / before).toLocaleString(locale)} % ${difference > 0 ? "more" : "fewer"}`;
		return `${writeValue(size, unit, locale)} ${difference > 0 ? "longer" : "shorter"}`;
	}
}

/** The share of replies on time, in percent; undefined where none was due. */
export function findKeptShare({ kept, broken }: Pick<ReplyTimes, "kept" | "broken">): number | undefined {
	return kept + broken > 0 ? (100 * kept) / (kept + broken) : undefined;
}
