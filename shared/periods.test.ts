import { expect, test } from "vitest";
import { dividePeriod, findPeriodBefore, isWhole, listPeriods, toInterval, type Period } from "./periods.ts";

const write = (unit: "week" | "month", count: number, day: string) =>
	listPeriods(unit, count, Temporal.PlainDate.from(day)).map(
		({ first, end }) => `${first.toString()} ${end.toString()}`,
	);

test.each([
	["2026-11-23", ["2026-11-16 2026-11-23", "2026-11-23 2026-11-30"]],
	["2026-11-29", ["2026-11-16 2026-11-23", "2026-11-23 2026-11-30"]],
	["2027-01-03", ["2026-12-21 2026-12-28", "2026-12-28 2027-01-04"]],
])("a week begins on Monday: %s", (day, weeks) => {
	expect(write("week", 2, day)).toEqual(weeks);
});

test("months follow each other over the year's end", () => {
	expect(write("month", 3, "2027-01-31")).toEqual([
		"2026-11-01 2026-12-01",
		"2026-12-01 2027-01-01",
		"2027-01-01 2027-02-01",
	]);
});

test("a week with the clocks put back has an additional hour", () => {
	const [week] = listPeriods("week", 1, Temporal.PlainDate.from("2026-10-25"));
	if (!week) throw new Error("No week");
	const hoursIn = (timeZone: string) => {
		const { from, until } = toInterval(week, timeZone);
		return until.since(from).total("hours");
	};
	expect([hoursIn("Europe/Berlin"), hoursIn("Asia/Kolkata")]).toEqual([169, 168]);
});

const period = (first: string, end: string): Period => ({
	first: Temporal.PlainDate.from(first),
	end: Temporal.PlainDate.from(end),
});
const show = ({ first, end }: Period) => `${first.toString()} ${end.toString()}`;

test("a range is divided into days, weeks or months by its length, without a gap", () => {
	const divide = (range: Period) => {
		const { unit, periods } = dividePeriod(range);
		return [unit, periods.length, ...[periods[0], periods[1], periods.at(-1)].map((one) => one && show(one))];
	};
	expect(divide(period("2026-11-17", "2026-11-24"))).toEqual([
		"day",
		7,
		"2026-11-17 2026-11-18",
		"2026-11-18 2026-11-19",
		"2026-11-23 2026-11-24",
	]);
	expect(divide(period("2026-10-01", "2026-11-24"))).toEqual([
		"week",
		9,
		"2026-10-01 2026-10-05",
		"2026-10-05 2026-10-12",
		"2026-11-23 2026-11-24",
	]);
	expect(divide(period("2025-12-01", "2026-11-24"))).toEqual([
		"month",
		12,
		"2025-12-01 2026-01-01",
		"2026-01-01 2026-02-01",
		"2026-11-01 2026-11-24",
	]);
});

test("the period before has as many days", () => {
	expect(show(findPeriodBefore(period("2026-03-01", "2026-03-31")))).toBe("2026-01-30 2026-03-01");
});

test("a part of a week or month is not taken for a whole one", () => {
	const { unit, periods } = dividePeriod(period("2026-09-03", "2026-11-05"));
	expect(unit).toBe("week");
	expect([periods[0], periods[1], periods.at(-1)].map((one) => one && isWhole(unit, one))).toEqual([
		false,
		true,
		false,
	]);
	expect(isWhole("month", period("2026-09-01", "2026-10-01"))).toBe(true);
	expect(isWhole("month", period("2026-09-01", "2026-09-30"))).toBe(false);
});
