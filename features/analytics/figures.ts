import { z } from "zod";

/** How values are written. Minutes are those of work, days those of the calendar. */
const unitSchema = z.enum(["count", "percent", "minutes", "days"]);
export type Unit = z.infer<typeof unitSchema>;

const rowSchema = z.object({
	label: z.string(),
	/** Where there is little room. */
	short: z.string(),
	/** Its period is not over yet. */
	isRunning: z.boolean(),
	/** One for each column; null where there is none. */
	values: z.array(z.number().nullable()),
});

/** One measure of how the company does: what it says in words, its numbers as a table, and which of them are plotted. */
export const figureSchema = z.object({
	key: z.string(),
	/** What the numbers say, as a sentence without a full stop. */
	finding: z.string(),
	/** What they are, for whoever wonders. */
	about: z.string(),
	rowHeading: z.string(),
	columns: z.array(z.object({ heading: z.string(), unit: unitSchema })),
	rows: z.array(rowSchema),
	/** The first column is plotted: over time, or by size. */
	plot: z.discriminatedUnion("kind", [
		z.object({
			kind: z.literal("periods"),
			/** The first column, up to the second. */
			hasRange: z.boolean(),
			/** A value to compare with, with its name. */
			mark: z.object({ value: z.number(), name: z.string() }).nullable(),
		}),
		z.object({ kind: z.literal("ranking") }),
	]),
});
export type Figure = z.infer<typeof figureSchema>;
export type FigureRow = z.infer<typeof rowSchema>;

const minutesPerHour = 60;
const hoursPerDay = 24;
/** From so many hundredths on, tenths say nothing more. */
const wholePercentsFrom = 10;
/** From so many hours or days on, tenths say nothing more. */
const wholeFrom = 10;

/** Writes a value with its unit, as the company writes numbers. */
export function writeValue(value: number | null, unit: Unit, locale: string): string {
	if (value === null) return "none";
	if (unit === "percent") {
		const digits = value < wholePercentsFrom ? 1 : 0;
		return `${value.toLocaleString(locale, { maximumFractionDigits: digits })} %`;
	}
	if (unit === "count") return value.toLocaleString(locale);
	if (unit === "days" && Math.abs(value) >= 1) return writeTenths(value, "d");
	const minutes = unit === "days" ? value * hoursPerDay * minutesPerHour : value;
	if (Math.abs(minutes) < minutesPerHour) return `${Math.round(minutes)} min`;
	return writeTenths(minutes / minutesPerHour, "h");

	function writeTenths(amount: number, name: string): string {
		const digits = Math.abs(amount) < wholeFrom ? 1 : 0;
		return `${amount.toLocaleString(locale, { maximumFractionDigits: digits })} ${name}`;
	}
}
