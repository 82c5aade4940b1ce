import { expect, test } from "vitest";
import {
	applicationReplyWords,
	enquiryReplyWords,
	writeReplyTimes,
	type ReplyTimeFigures,
} from "./reply-time-sentence.ts";

const good: ReplyTimeFigures = { due: 200, kept: 193, median: 3, within: 24, unit: "business hours" };
const write = (change: Partial<ReplyTimeFigures>) =>
	writeReplyTimes({ ...good, ...change }, enquiryReplyWords, "en-IN");

test.each([
	["a good quarter", {}, "half of all enquiries within 3 business hours, and to 96% within 24"],
	["a quick one", { median: 1 }, "half of all enquiries within 1 business hour, and to 96% within 24"],
	["every reply in time", { kept: 200 }, "half of all enquiries within 3 business hours, and to all of them within 24"],
	["half at the last moment", { kept: 110, median: 24 }, "55% of all enquiries within 24 business hours"],
	["all at the last moment", { kept: 200, median: 24 }, "all enquiries within 24 business hours"],
	["a bad quarter", { kept: 61, median: 40 }, "30% of all enquiries within 24 business hours, and to half within 40"],
	[
		"one without replies to most",
		{ kept: 61, median: undefined },
		"30% of all enquiries within 24 business hours, and to fewer than half at all",
	],
	[
		"no reply at all",
		{ kept: 0, median: undefined },
		"fewer than 1% of all enquiries within 24 business hours, and to fewer than half at all",
	],
	[
		"a thousand hours",
		{ median: 1_200, kept: 20 },
		"10% of all enquiries within 24 business hours, and to half within 1,200",
	],
])("visitors read of %s", (_, change, text) => {
	expect(write(change)).toBe(`In the last 90 days, we replied to ${text}.`);
});

test("a share never sounds better than it is, and below a hundred records it does not tell how many were late", () => {
	expect(write({ due: 1_000, kept: 999 })).toContain("to 99% within");
	expect(write({ due: 99, kept: 98 })).toContain("to 95% within");
	expect(write({ due: 99, kept: 95 })).toContain("to 95% within");
	expect(write({ due: 20, kept: 0, median: 90 })).toContain("fewer than 5% of all");
	expect(write({ due: 100, kept: 98 })).toContain("to 98% within");
});

test("nothing is said of fewer than twenty, however good or bad", () => {
	expect([
		write({ due: 19, kept: 19 }),
		write({ due: 19, kept: 0, median: undefined }),
		write({ due: 0, kept: 0 }),
	]).toEqual([undefined, undefined, undefined]);
	expect(write({ due: 20, kept: 20 })).toBeDefined();
});

test.each([
	[{ due: 50, kept: 50, median: 3 }, "half of all applicants heard back within 3 days, and all of them within 14"],
	[{ due: 120, kept: 110, median: 1 }, "half of all applicants heard back within 1 day, and 91% within 14"],
	[{ due: 120, kept: 40, median: 20 }, "33% of all applicants heard back within 14 days, and half within 20"],
	[
		{ due: 120, kept: 40, median: undefined },
		"33% of all applicants heard back within 14 days, and fewer than half at all",
	],
])("applicants read of days: %j", (figures, text) => {
	expect(writeReplyTimes({ within: 14, unit: "days", ...figures }, applicationReplyWords, "en-GB")).toBe(
		`In the last 90 days, ${text}.`,
	);
});
