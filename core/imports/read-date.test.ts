import { expect, test } from "vitest";
import { findDateOrder, readDate } from "./read-date.ts";

const timeZone = "Asia/Kolkata";

test.each([
	["2024-03-01T09:30:00Z", "2024-03-01T09:30:00Z"],
	["2024-03-01 09:30:00 UTC", "2024-03-01T09:30:00Z"],
	["2024-03-01T09:30:00.123+02:00", "2024-03-01T07:30:00.123Z"],
	["2024-03-01 09:30", "2024-03-01T04:00:00Z"],
	["2024-03-01", "2024-02-29T18:30:00Z"],
	["1/3/2024", "2024-02-29T18:30:00Z"],
	["01.03.24 9:30", "2024-03-01T04:00:00Z"],
	["1/3/2024 9:30 PM", "2024-03-01T16:00:00Z"],
	["1/3/2024, 12:05 am", "2024-02-29T18:35:00Z"],
	["Mar 1, 2024", "2024-02-29T18:30:00Z"],
	["March 1st, 2024 at 9:30", "2024-03-01T04:00:00Z"],
	["1 March 2024", "2024-02-29T18:30:00Z"],
	["01-Mar-2024", "2024-02-29T18:30:00Z"],
	["१/३/२०२४", "2024-02-29T18:30:00Z"],
])("%j is read in the company's zone unless it has its own", (text, instant) => {
	expect(readDate(text, { order: "day-first", timeZone })?.toString()).toBe(instant);
});

test("day and month follow the order", () => {
	expect(readDate("3/1/2024", { order: "month-first", timeZone: "UTC" })?.toString()).toBe("2024-03-01T00:00:00Z");
	expect(findDateOrder("en-US")).toBe("month-first");
	expect(findDateOrder("en-IN")).toBe("day-first");
});

test.each(["", "soon", "31/31/2024", "2024-13-01", "30 Febtober 2024", "1/3/2024 25:00", "Feb 30, 2024"])(
	"%j is no date",
	(text) => {
		expect(readDate(text, { order: "day-first", timeZone })).toBeUndefined();
	},
);
