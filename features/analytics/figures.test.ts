import { describe, expect, test } from "vitest";
import { dividePeriod } from "../../shared/periods.ts";
import { describeArrivals } from "./arrival-figures.server.ts";
import { describeCallOutcomes } from "./call-figures.server.ts";
import { writeValue } from "./figures.ts";
import {
	describeApplicationReplies,
	describeApplicationSources,
	describeApplicationStages,
	describeReasons,
	rejectionWords,
} from "./hiring-figures.server.ts";
import { findLastFull, toRows } from "./name-periods.server.ts";
import { describeFunnel, describeSources } from "./page-view-figures.server.ts";
import { describeKept, describeReplyTimes } from "./reply-figures.server.ts";
import { describeStageTimes, hireWords, resolutionWords } from "./stage-figures.server.ts";

test.each([
	[0, "0 %"],
	[(100 * 75) / 15_805, "0.5 %"],
	[9.94, "9.9 %"],
	[10.4, "10 %"],
	[100, "100 %"],
])("a share of %d says its tenths where they matter: %s", (share, text) => {
	expect(writeValue(share, "percent", "en-IN")).toBe(text);
});

test.each([
	[9, "1 other"],
	[10, "2 others"],
])("of %d sites the rest is called: %s", (sites, name) => {
	const visits = Array.from({ length: sites }, (_, index) => ({ value: `site${index}.example`, count: 1 }));
	expect(describeSources({ locale: "en-IN" }, visits).rows.at(-1)?.label).toBe(name);
});

test.each([
	[1, 1, "1 call booked from 1 visit"],
	[0, 2, "0 calls booked from 2 visits"],
])("%d booked of %d: %s", (booked, count, finding) => {
	const counts = { visits: [{ value: "direct", count }], opened: [], booked };
	expect(describeFunnel({ locale: "en-IN" }, counts).finding).toBe(finding);
});

test("where calls are not all kept any more, visits are told without them", () => {
	const counts = { visits: [{ value: "direct", count: 40 }], opened: [{ value: "form", count: 4 }], booked: undefined };
	const { finding, rows } = describeFunnel({ locale: "en-IN" }, counts);
	expect(finding).toBe("40 visits, calls not kept that long");
	expect(rows.map(({ label, values }) => [label, ...values])).toEqual([
		["Visits", 40, 100],
		["Booking form opened", 4, 10],
	]);
});

test.each([
	[0.02, "29 min"],
	[0.5, "12 h"],
	[1, "1 d"],
	[9.94, "9.9 d"],
	[12.4, "12 d"],
])("%d days are in words: %s", (days, text) => {
	expect(writeValue(days, "days", "en-IN")).toBe(text);
});

test("a part of a week at the end of a range is neither compared nor shown as a whole one", () => {
	const range = { first: Temporal.PlainDate.from("2026-09-01"), end: Temporal.PlainDate.from("2026-11-05") };
	const context = { ...dividePeriod(range), today: Temporal.PlainDate.from("2026-11-23") };
	const counts = context.periods.map((_, index) => index);
	const last = findLastFull(context, counts);
	expect([last?.period.first.toString(), last?.value, last?.before]).toEqual(["2026-10-26", 8, 7]);
	const rows = toRows(context, (index) => [counts[index]]);
	expect(rows.map(({ isPartial }) => isPartial)).toEqual([true, ...Array.from({ length: 8 }, () => false), true]);
	expect(rows.at(-1)?.label).toMatch(/, in part$/);
});

describe("what came is compared only with a period that is counted, too", () => {
	const today = Temporal.PlainDate.from("2026-11-23");
	const findFinding = (first: string, counts: readonly number[]) => {
		const range = Temporal.PlainDate.from(first);
		const { unit, periods } = dividePeriod({ first: range, end: range.add({ days: counts.length }) });
		const kind = { name: "enquiry", names: "enquiries" };
		return describeArrivals({ unit, periods, today, locale: "en-IN" }, kind, counts).finding;
	};

	test.each([
		["today alone", "2026-11-23", [5], "5 enquiries so far"],
		["today alone, with one", "2026-11-23", [1], "1 enquiry so far"],
		["today alone, with none", "2026-11-23", [0], "No enquiries in this period"],
		["yesterday alone", "2026-11-22", [5], "5 enquiries on 22 November"],
		["yesterday and today", "2026-11-22", [0, 5], "No enquiries on 22 November"],
		["two full days", "2026-11-21", [0, 5], "5 enquiries on 22 November, 5 more than the day before"],
	])("%s", (_, first, counts, finding) => {
		expect(findFinding(first, counts)).toBe(finding);
	});
});

test("today alone says nothing of the last full day, which is not in it", () => {
	const today = Temporal.PlainDate.from("2026-11-23");
	const range = dividePeriod({ first: today, end: today.add({ days: 1 }) });
	const context = { ...range, today, locale: "en-IN" };
	const replies = [{ answered: 1, waiting: 0, kept: 1, broken: 0, medianMinutes: 60, percentile90Minutes: 60 }];
	const figures = [
		describeCallOutcomes(context, [{ held: 1, noShow: 0, cancelled: 0, unsaid: 0, moved: 0 }]),
		describeKept(context, replies),
		describeReplyTimes(context, replies, 60),
		describeApplicationReplies(context, replies, 14),
	];
	expect(figures.map(({ finding }) => finding)).toEqual(figures.map(() => "No full day in this period"));
});

describe("periods of which retention has erased something", () => {
	const today = Temporal.PlainDate.from("2026-11-23");
	const firstKept = Temporal.PlainDate.from("2025-11-24");
	const describeFrom = (first: string, end: string, counts: readonly number[]) => {
		const range = { first: Temporal.PlainDate.from(first), end: Temporal.PlainDate.from(end) };
		const context = { ...dividePeriod(range), today, firstKept, locale: "en-IN" };
		const replies = counts.map(() => ({
			answered: 1,
			waiting: 0,
			kept: 1,
			broken: 0,
			medianMinutes: 60,
			percentile90Minutes: 60,
		}));
		return {
			arrivals: describeArrivals(context, { name: "call", names: "calls" }, counts),
			replies: describeKept(context, replies),
		};
	};

	test("are named as such, drawn as parts, and neither told nor compared with", () => {
		const { arrivals } = describeFrom("2025-11-22", "2025-11-27", [3, 0, 5, 7, 8]);
		expect(arrivals.rows.map(({ label, isPartial }) => [label, isPartial])).toEqual([
			["22 Nov, not all kept", true],
			["23 Nov, not all kept", true],
			["24 Nov", false],
			["25 Nov", false],
			["26 Nov", false],
		]);
		expect(arrivals.finding).toBe("8 calls on 26 November, 1 more than the day before");
		expect(describeFrom("2025-11-22", "2025-11-25", [3, 0, 5]).arrivals.finding).toBe("5 calls on 24 November");
	});

	test("leave the sentences of what is still there, where there are no others", () => {
		const { arrivals, replies } = describeFrom("2025-11-20", "2025-11-22", [3, 1]);
		expect(arrivals.finding).toBe("4 calls kept from this period");
		expect(replies.finding).toBe("No full day in this period is still kept");
		expect(describeFrom("2025-11-20", "2025-11-22", [0, 0]).arrivals.finding).toBe("No calls kept from this period");
	});

	test("have sums that are named as of what is kept", () => {
		const within = { first: Temporal.PlainDate.from("2025-11-23"), end: Temporal.PlainDate.from("2025-12-23") };
		const context = { ...dividePeriod(within), within, today, firstKept, locale: "en-IN" };
		const stage = (count: number, isOpen: boolean) => ({ label: isOpen ? "New" : "Hired", count, isOpen });
		const source = { label: "A referral", count: 2, hires: 0, isReferral: true };
		const reasons = [
			{ label: "Skills", count: 2 },
			{ label: "Not stated", count: 1 },
		];
		const timesTo = (words: typeof hireWords, count: number) =>
			describeStageTimes(context, { sums: [], all: { count, medianDays: 11 }, words });
		expect(
			[
				describeApplicationStages(context, [stage(3, true), stage(1, false)]),
				describeApplicationStages(context, [stage(2, false)]),
				describeApplicationStages(context, [stage(1, false)]),
				describeApplicationSources(context, [source]),
				describeReasons(context, reasons, rejectionWords),
				timesTo(hireWords, 1),
				timesTo(hireWords, 2),
				timesTo(resolutionWords, 1),
				timesTo(resolutionWords, 2),
			].map(({ finding }) => finding),
		).toEqual([
			"3 of 4 kept applications open, most in “New”",
			"All 2 kept applications closed",
			"1 kept application closed",
			"2 of 2 kept applications from referrals",
			"Most rejections for “Skills”: 2 of 3 kept",
			"1 hire kept from this period, 11 d after applying",
			"2 hires kept from this period, median 11 d after applying",
			"1 closed enquiry kept from this period, 11 d after receipt",
			"2 closed enquiries kept from this period, median 11 d after receipt",
		]);
	});
});
