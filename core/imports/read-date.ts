import { toLatinDigits } from "../../shared/latin-digits.ts";

/** The order of day and month in numeric dates. */
export type DateOrder = "day-first" | "month-first";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Returns the order in which people of a locale write day and month. */
export function findDateOrder(locale: string): DateOrder {
	const parts = new Intl.DateTimeFormat(locale, { day: "2-digit", month: "2-digit" }).formatToParts(0);
	const of = (type: string) => parts.findIndex((part) => part.type === type);
	return of("month") < of("day") ? "month-first" : "day-first";
}

/**
 * Reads a date with or without a time as exports write them: 2024-03-01T09:30:00Z, 2024-03-01 09:30, 1/3/2024 9:30 PM, Mar 1, 2024,
 * 1 March 2024.
 * @param timeZone of dates without an offset; without a time, the day's start
 * @returns undefined for anything else
 */
export function readDate(
	text: string,
	{ order, timeZone }: { order: DateOrder; timeZone: string },
): Temporal.Instant | undefined {
	const whole = toLatinDigits(text.trim()).replace(/ (?:at )?(?=\d{1,2}:\d{2})/, " ");
	const offset = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)? ?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2})$/i;
	try {
		if (offset.test(whole))
			return Temporal.Instant.from(whole.replace(/ ?(?:UTC|GMT)$/i, "Z").replace(/ (?=[+-])/, ""));
		const [, day = "", time = ""] =
			/^(.*?\d)(?:[T,]? ?(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?))?$/i.exec(whole) ?? [];
		const date = readDay(day.replace(/,$/, ""), order);
		if (!date) return undefined;
		const clock = time === "" ? Temporal.PlainTime.from("00:00") : readTime(time);
		return clock && date.toZonedDateTime({ timeZone, plainTime: clock }).toInstant();
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/** Reads a day; a year of two figures belongs to this century. */
function readDay(text: string, order: DateOrder): Temporal.PlainDate | undefined {
	const toDate = (year: string, month: number, day: string) =>
		Temporal.PlainDate.from(
			{ year: Number(year.length === 2 ? `20${year}` : year), month, day: Number(day) },
			{ overflow: "reject" },
		);
	const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
	if (year && month && day) return toDate(year, Number(month), day);
	const [, first, second, last] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text) ?? [];
	if (first && second && last)
		return order === "day-first" ? toDate(last, Number(second), first) : toDate(last, Number(first), second);
	const named =
		/^(?<day>\d{1,2})(?:st|nd|rd|th)?[ -](?<month>\p{L}{3,9})\.?,?[ -](?<year>\d{4}|\d{2})$/u.exec(text) ??
		/^(?<month>\p{L}{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/u.exec(text);
	const { day: dayOf = "", month: monthOf = "", year: yearOf = "" } = named?.groups ?? {};
	const index = months.indexOf(monthOf.slice(0, 3).toLowerCase());
	return index === -1 ? undefined : toDate(yearOf, index + 1, dayOf);
}

function readTime(text: string): Temporal.PlainTime | undefined {
	const [, hours = "", rest = "", half = ""] = /^(\d{1,2})(:\d{2}(?::\d{2})?)(?:\.\d+)? ?([ap])?/i.exec(text) ?? [];
	const hour = half === "" ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
	return Temporal.PlainTime.from(`${String(hour).padStart(2, "0")}${rest}`);
}
