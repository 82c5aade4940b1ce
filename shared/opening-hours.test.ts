import { expect, test } from "vitest";
import { groupHours, hoursOn } from "./opening-hours.ts";

const hours = {
	days: ["Monday", "Friday", "Saturday"],
	opens: "10:00",
	closes: "18:00",
	exceptions: [
		{ day: "Friday", opens: "18:00", closes: "03:00" },
		{ day: "Sunday", opens: "10:00", closes: "12:00" },
	],
};

test("a day has the common hours or its own, and a day without work has none", () => {
	expect(hoursOn(hours, "Monday")).toEqual({ from: 600, until: 1_080 });
	expect(hoursOn(hours, "Friday")).toEqual({ from: 1_080, until: 1_620 });
	expect(hoursOn(hours, "Sunday")).toBeUndefined();
	expect(hoursOn({ ...hours, exceptions: undefined }, "Friday")).toEqual({ from: 600, until: 1_080 });
});

test("days with equal hours form a group", () => {
	expect(groupHours(hours)).toEqual([
		{ days: ["Monday", "Saturday"], opens: "10:00", closes: "18:00" },
		{ days: ["Friday"], opens: "18:00", closes: "03:00" },
	]);
});
