import { expect, test } from "vitest";
import { describeLeft } from "./describe-left.ts";

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
	expect(describeLeft({ minutesLeft: minutes, isLate: minutes < 0 })).toBe(words);
});

test("a promise whose time has passed outside of business hours is late", () => {
	expect(describeLeft({ minutesLeft: 0, isLate: true })).toBe("late");
});
