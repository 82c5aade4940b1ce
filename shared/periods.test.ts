import { expect, test } from "vitest";
import { listPeriods, toInterval } from "./periods.ts";

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
