import { expect, test } from "vitest";
import { describeLeft } from "./describe-left.ts";

const now = Temporal.Instant.from("2026-11-24T06:00:00Z");
const dueAt = now;

test.each([
	[24 * 60, "24 h left"],
	[239, "3 h left"],
	[60, "1 h left"],
	[59, "59 min left"],
	[0, "0 min left"],
	[-1, "1 min late"],
	[-59, "59 min late"],
	[-119, "1 h late"],
	[-120, "2 h late"],
])("%d minutes of work are in words: %s", (minutes, words) => {
	expect(describeLeft({ minutesLeft: minutes, isLate: minutes < 0, dueAt }, now)).toBe(words);
});

test.each([
	[23, 71, "23 h late"],
	[24, 71, "2 d late"],
	[24, 72, "3 d late"],
	[338, 24 * 51, "51 d late"],
])("%d working hours within %d hours after the promise, it is %s", (workingHours, hours, words) => {
	const late = { minutesLeft: -workingHours * 60, isLate: true, dueAt: now.subtract({ hours }) };
	expect(describeLeft(late, now)).toBe(words);
});

test("a promise whose time has passed outside of business hours is late", () => {
	expect(describeLeft({ minutesLeft: 0, isLate: true, dueAt }, now)).toBe("late");
});
