import { z } from "zod";

/** How values are written. Minutes are working minutes, days are calendar days; a currency code (ISO 4217) is for money. */
const unitSchema = z.enum(["count", "percent", "minutes", "days"]).or(z.string().regex(/^[A-Z]{3}$/));
export type Unit = z.infer<typeof unitSchema>;

const rowSchema = z.object({
	label: z.string(),
	/** For narrow columns. */
	short: z.string(),
	/** The period is not over. */
	isPartial: z.boolean(),
	/** One for each column; null for none. */
	values: z.array(z.number().nullable()),
});

/** One measure: its finding in words, its table, and the column to plot. */
export const figureSchema = z.object({
	key: z.string(),
	/** A sentence without a full stop. */
	finding: z.string(),
	/** Explains the measure. */
	about: z.string(),
	rowHeading: z.string(),
	columns: z.array(z.object({ heading: z.string(), unit: unitSchema })),
	rows: z.array(rowSchema),
	/** The first column is plotted: over time, or by size. */
	plot: z.discriminatedUnion("kind", [
		z.object({
			kind: z.literal("periods"),
			/** From the first column up to the second. */
			hasRange: z.boolean(),
			/** A labelled value to compare with. */
			mark: z.object({ value: z.number(), name: z.string() }).nullable(),
		}),
		z.object({ kind: z.literal("ranking") }),
	]),
});
export type Figure = z.infer<typeof figureSchema>;
export type FigureRow = z.infer<typeof rowSchema>;

const minutesPerHour = 60;
const hoursPerDay = 24;
/** Percentages from here on have no decimals. */
const wholePercentsFrom = 10;
/** Hours and days from here on have no decimals. */
const wholeFrom = 10;

/** Formats a value with its unit in the company's locale. */
export function writeValue(value: number | null, unit: Unit, locale: string): string {
	if (value === null) return "none";
	if (unit === "percent") {
		const digits = value < wholePercentsFrom ? 1 : 0;
		return `${value.toLocaleString(locale, { maximumFractionDigits: digits })} %`;
	}
	if (unit === "count") return value.toLocaleString(locale);
	if (/^[A-Z]{3}$/.test(unit))
		return value.toLocaleString(locale, { style: "currency", currency: unit, trailingZeroDisplay: "stripIfInteger" });
	if (unit === "days" && Math.abs(value) >= 1) return writeTenths(value, "d");
	const minutes = unit === "days" ? value * hoursPerDay * minutesPerHour : value;
	if (minutes === 0) return "0";
	if (Math.abs(minutes) < minutesPerHour) return `${Math.round(minutes)} min`;
	return writeTenths(minutes / minutesPerHour, "h");

	function writeTenths(amount: number, name: string): string {
		const digits = Math.abs(amount) < wholeFrom ? 1 : 0;
		return `${amount.toLocaleString(locale, { maximumFractionDigits: digits })} ${name}`;
	}
}
