import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Interval } from "../../shared/interval.ts";
import {
	addDays,
	isCalendarDate,
	parseSlotLabel,
	startOfSlot,
	toClockTime,
	toSlotLabel,
	weekdayOf,
} from "../../shared/slot-times.ts";
import { findDate } from "../../shared/zoned-time.ts";
import {
	addMonths,
	checkSlot,
	findNextFreeDate,
	isSelectableDate,
	listAvailability,
	listDaysAround,
	listSelectableDates,
	listSlotLabels,
	listSlots,
	listStartMinutes,
	packAvailability,
	unpackAvailability,
	type BookingPolicy,
	type AvailabilityInputs,
} from "./availability.ts";

const policy: BookingPolicy = {
	hours: {
		days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
		opens: "10:00",
		closes: "18:00",
	},
	closures: [{ date: "2026-12-25", reason: "Christmas" }],
	timeZone: "Asia/Kolkata",
	callMinutes: 30,
	stepMinutes: 30,
	noticeMinutes: 60,
	windowDays: 90,
	callsPerSlot: 1,
};
const allSlots = [
	"10:00 AM",
	"10:30 AM",
	"11:00 AM",
	"11:30 AM",
	"12:00 PM",
	"12:30 PM",
	"1:00 PM",
	"1:30 PM",
	"2:00 PM",
	"2:30 PM",
	"3:00 PM",
	"3:30 PM",
	"4:00 PM",
	"4:30 PM",
	"5:00 PM",
	"5:30 PM",
];

/**
 * @param wallClock time in the company's zone, such as "2026-11-23T10:00"
 * @param taken how many calls are booked at each slot, such as "2026-11-24 10:00 AM"
 */
function at(
	wallClock: string,
	{ taken = {}, ...change }: { taken?: Record<string, number> } & Partial<BookingPolicy> = {},
): AvailabilityInputs {
	const changed = { ...policy, ...change };
	return {
		policy: changed,
		taken: Object.entries(taken).flatMap(([slot, count]) =>
			Array.from({ length: count }, () => intervalAt(slot.slice(0, 10), slot.slice(11), changed)),
		),
		now: Temporal.PlainDateTime.from(wallClock).toZonedDateTime(changed.timeZone).toInstant(),
	};
}

/** When a call of a company takes place that starts at a slot. */
function intervalAt(
	date: string,
	time: string,
	{ timeZone, callMinutes }: Pick<BookingPolicy, "timeZone" | "callMinutes"> = policy,
): Interval {
	const startMs = startOfSlot(date, time, timeZone);
	return { startMs, endMs: startMs + callMinutes * 60_000 };
}

describe("the slots of a day", () => {
	test("are half hours from 10:00 AM, of which the last ends when the office closes", () => {
		expect(listSlotLabels(policy)).toEqual(allSlots);
		expect(listSlots("2026-11-24", at("2026-11-23T12:00"))).toEqual(allSlots);
	});

	test("follow the office hours", () => {
		expect(listSlotLabels({ ...policy, hours: { ...policy.hours, opens: "11:15", closes: "12:40" } })).toEqual([
			"11:15 AM",
			"11:45 AM",
		]);
		expect(listSlotLabels({ ...policy, hours: { ...policy.hours, opens: "12:00", closes: "12:20" } })).toEqual([]);
	});

	test.each([
		["2026-11-23T00:00:00", allSlots],
		["2026-11-23T08:59:59", allSlots],
		["2026-11-23T09:00:00", allSlots],
		["2026-11-23T09:00:01", allSlots.slice(1)],
		["2026-11-23T10:00:00", allSlots.slice(2)],
		["2026-11-23T16:30:00", ["5:30 PM"]],
		["2026-11-23T16:30:01", []],
		["2026-11-23T17:30:00", []],
		["2026-11-23T23:59:59", []],
	])("on the day itself at %s begin an hour from then at the earliest", (now, slots) => {
		expect(listSlots("2026-11-23", at(now))).toEqual(slots);
	});

	test("leave out taken ones", () => {
		expect(
			listSlots(
				"2026-11-24",
				at("2026-11-23T12:00", { taken: { "2026-11-24 10:00 AM": 1, "2026-11-25 10:30 AM": 1 } }),
			),
		).toEqual(allSlots.slice(1));
	});

	test("can take as many calls as the company says", () => {
		const taken = { "2026-11-24 10:00 AM": 1, "2026-11-24 10:30 AM": 2, "2026-11-24 11:00 AM": 3 };
		expect(listSlots("2026-11-24", at("2026-11-23T12:00", { taken, callsPerSlot: 2 }))).toEqual([
			"10:00 AM",
			...allSlots.slice(3),
		]);
	});

	test.each(["2026-12-25", "2026-11-29", "2026-11-22", "2027-02-21", "2027-02-30"])(
		"are none on %s: a closure, a Sunday, the past, day 90, no day",
		(date) => {
			expect(listSlots(date, at("2026-11-23T12:00"))).toEqual([]);
		},
	);
});

describe("the window", () => {
	test.each([
		["2026-11-23T00:00:00", "2026-11-23"],
		["2026-11-23T23:59:59", "2026-11-23"],
		["2026-11-24T00:00:00", "2026-11-24"],
	])("begins at %s with the day that it is in the company's zone", (now, today) => {
		expect(listAvailability(at(now)).today).toBe(today);
	});

	test.each(["Pacific/Midway", "UTC", "Asia/Kolkata", "Pacific/Kiritimati"])(
		"is the same wherever the program runs: %s",
		(zone) => {
			const before = process.env.TZ;
			process.env.TZ = zone;
			try {
				const { today, days } = listAvailability(at("2026-11-23T00:00:00"));
				expect(today).toBe("2026-11-23");
				expect([...days.keys()][0]).toBe("2026-11-23");
				expect(days.get("2026-11-23")).toEqual(allSlots);
				expect(startOfSlot("2026-11-23", "10:00 AM", "Asia/Kolkata")).toBe(Date.parse("2026-11-23T04:30:00Z"));
				expect(weekdayOf("2026-11-23")).toBe("Monday");
				expect(addDays("2026-11-23", 1)).toBe("2026-11-24");
			} finally {
				if (before === undefined) delete process.env.TZ;
				else process.env.TZ = before;
			}
		},
	);

	test("has today as day 0 and ends with day 89", () => {
		const { today, lastDate, days } = listAvailability(at("2026-11-23T12:00"));
		expect([today, lastDate]).toEqual(["2026-11-23", "2027-02-20"]);
		expect(addDays(today, 89)).toBe(lastDate);
		expect(days.has("2026-11-23")).toBe(true);
		expect(days.get("2027-02-20")).toEqual(allSlots);
		expect(days.has("2026-11-22")).toBe(false);
		expect(days.has("2027-02-21")).toBe(false);
		expect(isSelectableDate(addDays(today, 89), today, policy)).toBe(true);
		expect(isSelectableDate(addDays(today, 91), today, policy)).toBe(false);
	});

	test("moves on at the company's midnight, and with it day 0 and day 90", () => {
		// 22 February 2027 is a Monday: day 91 of 23 November, day 90 of 24 November, day 89 of 25 November.
		expect(listSlots("2027-02-22", at("2026-11-24T23:59:59"))).toEqual([]);
		expect(listSlots("2027-02-22", at("2026-11-25T00:00:00"))).toEqual(allSlots);
		expect(listSlots("2026-11-24", at("2026-11-24T23:59:59"))).toEqual([]);
		expect(listAvailability(at("2026-11-24T23:59:59")).days.has("2026-11-24")).toBe(true);
		expect(listAvailability(at("2026-11-25T00:00:00")).days.has("2026-11-24")).toBe(false);
	});

	test("knows no Sunday and 77 other days", () => {
		const dates = listSelectableDates("2026-11-23", policy);
		expect(dates).toHaveLength(78);
		expect(listSelectableDates("2026-11-22", policy)).toHaveLength(77);
		expect(dates.map(weekdayOf)).not.toContain("Sunday");
		for (let index = 0; index < policy.windowDays; index++) {
			const date = addDays("2026-11-23", index);
			expect(dates.includes(date)).toBe(Temporal.PlainDate.from(date).dayOfWeek !== 7);
		}
	});

	test("holds 29 February in a leap year, which is a Tuesday in 2028", () => {
		const { days } = listAvailability(at("2028-02-28T12:00"));
		expect([...days.keys()].slice(0, 3)).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
		expect(days.get("2028-02-29")).toEqual(allSlots);
		expect(listSlots("2028-02-29", at("2028-02-29T10:00"))).toEqual(allSlots.slice(2));
		expect(listSlots("2027-02-29", at("2027-02-27T10:00"))).toEqual([]);
	});

	test("keeps a closed day selectable, empty, and with its reason", () => {
		const { days, closures } = listAvailability(at("2026-11-23T12:00"));
		expect(days.get("2026-12-25")).toEqual([]);
		expect(closures).toEqual([{ date: "2026-12-25", reason: "Christmas" }]);
		expect(listAvailability(at("2026-12-26T12:00")).closures).toEqual([]);
	});

	test("travels in a short form and comes back the same", () => {
		const availability = listAvailability(
			at("2026-11-23T12:00", { taken: { "2026-11-24 10:00 AM": 1, "2026-11-24 5:30 PM": 1 } }),
		);
		const packed = packAvailability(availability, policy);
		expect(packed.days["2026-11-24"]).toBe("0111111111111110");
		expect(JSON.stringify(packed).length).toBeLessThan(3_500);
		expect(unpackAvailability(JSON.parse(JSON.stringify(packed)))).toEqual(availability);
	});

	test("names the next free date, or that there is none", () => {
		const availability = listAvailability(at("2026-12-24T17:00"));
		expect(findNextFreeDate(availability, "2026-12-24")).toBe("2026-12-26");
		expect(findNextFreeDate(availability, "2026-12-26")).toBe("2026-12-28");
		expect(findNextFreeDate(availability, "2020-01-01")).toBe("2026-12-26");
		expect(findNextFreeDate(availability, availability.lastDate)).toBeUndefined();
	});
});

describe("a requested slot", () => {
	const inputs = at("2026-11-23T12:00", { taken: { "2026-11-24 10:00 AM": 1 } });

	test.each([
		["2026-11-24", "10:30 AM", "free"],
		["2026-11-23", "1:00 PM", "free"],
		["2026-11-24", "10:00 AM", "gone"],
		["2026-11-23", "12:30 PM", "gone"],
		["2026-11-23", "10:00 AM", "gone"],
		["2026-11-22", "10:00 AM", "closed-date"],
		["2026-11-29", "10:00 AM", "closed-date"],
		["2026-12-25", "10:00 AM", "closed-date"],
		["2027-02-21", "10:00 AM", "closed-date"],
		["2026-11-24", "9:30 AM", "unknown-time"],
		["2026-11-24", "6:00 PM", "unknown-time"],
		["2026-11-24", "10:15 AM", "unknown-time"],
		["2026-11-24", "", "unknown-time"],
	])("%s %s is %s", (date, time, verdict) => {
		expect(checkSlot(date, time, inputs)).toBe(verdict);
	});

	test("is free for the booking exactly when the listing offers it", () => {
		const minutes = fc.integer({ min: 0, max: 100 * 24 * 60 });
		fc.assert(
			fc.property(
				minutes,
				fc.integer({ min: -3, max: 95 }),
				fc.constantFrom(...allSlots, "9:30 AM", "6:00 PM"),
				fc.boolean(),
				(elapsed, day, time, isTaken) => {
					const now = Temporal.Instant.from("2026-11-20T18:30:00Z").add({ minutes: elapsed });
					const date = addDays(findDate(now.epochMilliseconds, policy.timeZone), day);
					const asked: AvailabilityInputs = { policy, now, taken: isTaken ? [intervalAt(date, time)] : [] };
					const offered = listSlots(date, asked).includes(time);
					expect(checkSlot(date, time, asked) === "free").toBe(offered);
					expect(listAvailability(asked).days.get(date)?.includes(time) ?? false).toBe(offered);
					if (offered) {
						expect(startOfSlot(date, time, policy.timeZone) - now.epochMilliseconds).toBeGreaterThanOrEqual(
							60 * 60_000,
						);
						expect(day).toBeGreaterThanOrEqual(0);
						expect(day).toBeLessThan(90);
						expect(weekdayOf(date)).not.toBe("Sunday");
						expect(isTaken).toBe(false);
					}
				},
			),
			{ numRuns: 300 },
		);
	});
});

describe("a company in Dubai with calls of 45 minutes from Monday to Friday", () => {
	const dubai: BookingPolicy = {
		...policy,
		timeZone: "Asia/Dubai",
		callMinutes: 45,
		stepMinutes: 45,
		noticeMinutes: 120,
		windowDays: 14,
		hours: { days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], opens: "09:00", closes: "12:30" },
		closures: [],
	};
	const slots = ["9:00 AM", "9:45 AM", "10:30 AM", "11:15 AM"];

	test("offers slots every 45 minutes, the last one ending before the office closes", () => {
		expect(listSlotLabels(dubai)).toEqual(slots);
		expect(listSlots("2026-11-24", at("2026-11-23T12:00", dubai))).toEqual(slots);
		expect(startOfSlot("2026-11-24", "9:45 AM", dubai.timeZone)).toBe(Date.parse("2026-11-24T05:45:00Z"));
	});

	test("keeps its notice and its window", () => {
		expect(listSlots("2026-11-23", at("2026-11-23T07:45", dubai))).toEqual(slots.slice(1));
		expect(listSlots("2026-11-23", at("2026-11-23T07:45:01", dubai))).toEqual(slots.slice(2));
		const { today, lastDate, days } = listAvailability(at("2026-11-23T07:45", dubai));
		expect([today, lastDate, days.size]).toEqual(["2026-11-23", "2026-12-06", 10]);
	});

	test("includes zone and length in the short form", () => {
		const inputs = at("2026-11-23T12:00", { ...dubai, taken: { "2026-11-24 9:45 AM": 1 } });
		expect(packAvailability(listAvailability(inputs), dubai)).toMatchObject({
			timeZone: "Asia/Dubai",
			durationMinutes: 45,
			slots,
			days: { "2026-11-24": "1011" },
		});
	});

	test("offers nothing that a call of another length and zone overlaps", () => {
		// 10:00 to 10:30 and 10:30 to 11:00 in Dubai: the second ends during the slot at 10:30.
		for (const [time, left] of [
			["11:30 AM", ["9:00 AM", "10:30 AM", "11:15 AM"]],
			["12:00 PM", ["9:00 AM", "9:45 AM", "11:15 AM"]],
			["12:10 PM", ["9:00 AM", "9:45 AM", "11:15 AM"]],
			["12:15 PM", ["9:00 AM", "9:45 AM", "11:15 AM"]],
			["12:20 PM", ["9:00 AM", "9:45 AM"]],
		] as const) {
			const taken = [intervalAt("2026-11-24", time, { timeZone: "Asia/Kolkata", callMinutes: 30 })];
			const inputs = { ...at("2026-11-23T12:00", dubai), taken };
			expect([time, listSlots("2026-11-24", inputs)]).toEqual([time, left]);
			for (const slot of slots)
				expect(checkSlot("2026-11-24", slot, inputs)).toBe(
					(left as readonly string[]).includes(slot) ? "free" : "gone",
				);
		}
	});

	test("takes as many simultaneous calls as configured, at every moment of the call", () => {
		const call = (time: string, callMinutes: number) => intervalAt("2026-11-24", time, { ...dubai, callMinutes });
		const two = { ...at("2026-11-23T12:00", dubai), policy: { ...dubai, callsPerSlot: 2 } };
		// Both overlap the slot at 9:45, and never at the same moment.
		expect(listSlots("2026-11-24", { ...two, taken: [call("9:45 AM", 20), call("10:05 AM", 20)] })).toEqual(slots);
		// At 10:00 there are two.
		expect(listSlots("2026-11-24", { ...two, taken: [call("9:45 AM", 20), call("10:00 AM", 20)] })).toEqual([
			"9:00 AM",
			"10:30 AM",
			"11:15 AM",
		]);
	});

	test("lets a moving call keep its length, and ignores its own present time", () => {
		const inputs = at("2026-11-23T12:00", dubai);
		const startMs = startOfSlot("2026-11-24", "9:45 AM", dubai.timeZone);
		expect(listSlots("2026-11-24", { ...inputs, moving: { startMs, durationMinutes: 45 } })).toEqual([
			"9:00 AM",
			"10:30 AM",
			"11:15 AM",
		]);
		// 75 minutes from 11:15 end when the office closes, and 90 do not.
		expect(listSlots("2026-11-25", { ...inputs, moving: { startMs, durationMinutes: 75 } })).toEqual(slots);
		expect(listSlots("2026-11-25", { ...inputs, moving: { startMs, durationMinutes: 90 } })).toEqual(slots.slice(0, 3));
		expect(checkSlot("2026-11-25", "11:15 AM", { ...inputs, moving: { startMs, durationMinutes: 90 } })).toBe(
			"unknown-time",
		);
		const taken = [intervalAt("2026-11-25", "11:15 AM", dubai)];
		expect(listSlots("2026-11-25", { ...inputs, taken, moving: { startMs, durationMinutes: 75 } })).toEqual([
			"9:00 AM",
			"9:45 AM",
		]);
	});
});

describe("a company in Berlin, where clocks change on 28 March and 31 October 2027", () => {
	const berlin: BookingPolicy = {
		...policy,
		timeZone: "Europe/Berlin",
		hours: { days: ["Saturday", "Sunday", "Monday"], opens: "01:00", closes: "04:00" },
		closures: [],
	};
	const slots = ["1:00 AM", "1:30 AM", "2:00 AM", "2:30 AM", "3:00 AM", "3:30 AM"];
	const startsOn = (date: string, labels: string[]) =>
		labels.map((time) => new Date(startOfSlot(date, time, berlin.timeZone)).toISOString().slice(11, 16));

	test("offers the same times by the clock on either side, which are others in the world", () => {
		const inputs = at("2027-03-20T12:00", berlin);
		for (const date of ["2027-03-27", "2027-03-29"]) expect(listSlots(date, inputs)).toEqual(slots);
		expect(startsOn("2027-03-27", ["1:00 AM", "3:00 AM"])).toEqual(["00:00", "02:00"]);
		expect(startsOn("2027-03-29", ["1:00 AM", "3:00 AM"])).toEqual(["23:00", "01:00"]);
	});

	test("offers no time that clocks leave out", () => {
		const inputs = at("2027-03-20T12:00", berlin);
		expect(listSlots("2027-03-28", inputs)).toEqual(["1:00 AM", "1:30 AM", "3:00 AM", "3:30 AM"]);
		expect(checkSlot("2027-03-28", "2:30 AM", inputs)).toBe("unknown-time");
		expect(() => startOfSlot("2027-03-28", "2:30 AM", berlin.timeZone)).toThrow(RangeError);
		expect(packAvailability(listAvailability(inputs), berlin).days["2027-03-28"]).toBe("110011");
	});

	test("means the first of two hours that clocks show, and sells it once", () => {
		const inputs = at("2027-10-20T12:00", berlin);
		expect(listSlots("2027-10-31", inputs)).toEqual(slots);
		expect(startsOn("2027-10-31", ["2:00 AM", "2:30 AM", "3:00 AM"])).toEqual(["00:00", "00:30", "02:00"]);
		const taken = [intervalAt("2027-10-31", "2:00 AM", berlin)];
		expect(listSlots("2027-10-31", { ...inputs, taken })).toEqual(slots.filter((time) => time !== "2:00 AM"));
	});

	test("sells no moment twice where the hour that is left out brings two slots together", () => {
		const inputs = at("2027-03-20T12:00", { ...berlin, callMinutes: 45, stepMinutes: 45 });
		expect(listSlots("2027-03-28", inputs)).toEqual(["1:00 AM", "1:45 AM", "3:15 AM"]);
		// From 1:45 on for 45 minutes is until 3:30.
		const taken = [intervalAt("2027-03-28", "1:45 AM", { ...berlin, callMinutes: 45 })];
		expect(listSlots("2027-03-28", { ...inputs, taken })).toEqual(["1:00 AM"]);
	});

	test("has one day after the other in its window across both changes", () => {
		for (const now of ["2027-03-27T23:30", "2027-03-28T00:30", "2027-10-30T23:30", "2027-10-31T23:30"]) {
			const { today, lastDate } = listAvailability(at(now, berlin));
			expect([today, lastDate]).toEqual([now.slice(0, 10), addDays(now.slice(0, 10), 89)]);
		}
	});
});

describe("plain dates and labels", () => {
	test("a slot starts when a clock in the zone shows it", () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom(...allSlots), (day, time) => {
				const date = addDays("1990-01-01", day);
				const minutes = parseSlotLabel(time) as number;
				const expected = Temporal.PlainDate.from(date).toZonedDateTime({
					timeZone: "Asia/Kolkata",
					plainTime: { hour: Math.floor(minutes / 60), minute: minutes % 60 },
				});
				expect(startOfSlot(date, time, "Asia/Kolkata")).toBe(expected.epochMilliseconds);
			}),
		);
	});

	test("a label that is none has no start", () => {
		expect(() => startOfSlot("2026-11-23", "25:00 AM", "Asia/Kolkata")).toThrow(RangeError);
	});

	test("every minute of the day has a label, which reads back", () => {
		for (let minutes = 0; minutes < 24 * 60; minutes++) expect(parseSlotLabel(toSlotLabel(minutes))).toBe(minutes);
		expect([0, 719, 720, 750, 1_439].map(toSlotLabel)).toEqual([
			"12:00 AM",
			"11:59 AM",
			"12:00 PM",
			"12:30 PM",
			"11:59 PM",
		]);
	});

	test("days, weekdays and the calendar agree with Temporal", () => {
		fc.assert(
			fc.property(fc.integer({ min: -20_000, max: 40_000 }), fc.integer({ min: -400, max: 400 }), (day, more) => {
				const start = Temporal.PlainDate.from("2026-01-01").add({ days: day });
				expect(addDays(start.toString(), more)).toBe(start.add({ days: more }).toString());
				expect(weekdayOf(start.toString())).toBe(start.toLocaleString("en", { weekday: "long" }));
				expect(isCalendarDate(start.toString())).toBe(true);
			}),
		);
		fc.assert(
			fc.property(
				fc.integer({ min: 0, max: 9_999 }),
				fc.integer({ min: 0, max: 99 }),
				fc.integer({ min: 0, max: 99 }),
				(year, month, day) => {
					const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
					let exists = true;
					try {
						Temporal.PlainDate.from({ year, month, day }, { overflow: "reject" });
					} catch {
						exists = false;
					}
					expect(isCalendarDate(text)).toBe(exists);
				},
			),
			{ numRuns: 1_000 },
		);
	});

	test("the strip has seven days with the chosen one in the middle, across months and years", () => {
		expect(listDaysAround("2026-12-31")).toEqual([
			"2026-12-28",
			"2026-12-29",
			"2026-12-30",
			"2026-12-31",
			"2027-01-01",
			"2027-01-02",
			"2027-01-03",
		]);
	});

	test("months wrap across years", () => {
		expect(addMonths("2026-12", 1)).toBe("2027-01");
		expect(addMonths("2026-01", -1)).toBe("2025-12");
		expect(addMonths("2026-11", 14)).toBe("2028-01");
		expect(addMonths("2026-11", 0)).toBe("2026-11");
	});
});

describe("an office whose hours go over midnight", () => {
	const night: BookingPolicy = {
		...policy,
		timeZone: "Europe/Berlin",
		callMinutes: 60,
		stepMinutes: 60,
		windowDays: 365,
		hours: { days: ["Friday", "Saturday"], opens: "22:00", closes: "03:00" },
		closures: [],
	};
	const [early, late] = [
		["12:00 AM", "1:00 AM", "2:00 AM"],
		["10:00 PM", "11:00 PM"],
	] as const;
	const slotsOf = (date: string, change: Partial<BookingPolicy> = {}) =>
		listSlots(date, at("2026-11-23T10:00", { ...night, ...change }));

	test("offers each slot on the day on which it begins", () => {
		expect(listSlotLabels(night)).toEqual([...early, ...late]);
		expect(slotsOf("2026-11-26")).toEqual([]);
		expect(slotsOf("2026-11-27")).toEqual(late);
		expect(slotsOf("2026-11-28")).toEqual([...early, ...late]);
		expect(slotsOf("2026-11-29")).toEqual(early);
		expect(slotsOf("2026-11-30")).toEqual([]);
		expect([...listAvailability(at("2026-11-23T10:00", { ...night, windowDays: 8 })).days.keys()]).toEqual([
			"2026-11-27",
			"2026-11-28",
			"2026-11-29",
		]);
	});

	test("takes a call at a slot after midnight, and none on a morning after a day without work", () => {
		const inputs = at("2026-11-23T10:00", night);
		expect(checkSlot("2026-11-29", "2:00 AM", inputs)).toBe("free");
		expect(checkSlot("2026-11-29", "3:00 AM", inputs)).toBe("unknown-time");
		expect(checkSlot("2026-11-29", "10:00 PM", inputs)).toBe("gone");
		expect(checkSlot("2026-11-30", "1:00 AM", inputs)).toBe("closed-date");
		const taken = { ...inputs, taken: [intervalAt("2026-11-28", "11:30 PM", night)] };
		expect(listSlots("2026-11-28", taken)).toEqual([...early, "10:00 PM"]);
		expect(listSlots("2026-11-29", taken)).toEqual(["1:00 AM", "2:00 AM"]);
	});

	test("is closed on a closed day, and in the night that begins on it", () => {
		const closures = [{ date: "2026-11-28", reason: "Party" }];
		expect(slotsOf("2026-11-27", { closures })).toEqual(late);
		expect(slotsOf("2026-11-28", { closures })).toEqual([]);
		expect(slotsOf("2026-11-29", { closures })).toEqual([]);
	});

	test("closes by the clock in the nights in which it changes", () => {
		// On 28 March 2027 it shows 3:00 after 1:59: a call at 1:00 ends as the office closes, and 2:00 does not exist.
		expect(slotsOf("2027-03-28")).toEqual(["12:00 AM", "1:00 AM"]);
		expect(
			slotsOf("2027-03-28", { callMinutes: 90, stepMinutes: 90, hours: { ...night.hours, opens: "22:30" } }),
		).toEqual(["12:00 AM"]);
		// On 31 October 2027 it shows 2:00 twice; a slot is the first of both.
		const inputs = at("2027-10-20T10:00", night);
		expect(listSlots("2027-10-31", inputs)).toEqual(early);
		expect(startOfSlot("2027-10-31", "2:00 AM", night.timeZone)).toBe(Date.parse("2027-10-31T00:00:00Z"));
	});

	test("may close at midnight", () => {
		const hours = { ...night.hours, closes: "24:00" };
		expect(slotsOf("2026-11-28", { hours })).toEqual(late);
		expect(slotsOf("2026-11-29", { hours })).toEqual([]);
	});
});

describe("an office with other hours on Saturday", () => {
	const short: BookingPolicy = {
		...policy,
		hours: { ...policy.hours, exceptions: [{ day: "Saturday", opens: "10:15", closes: "12:00" }] },
	};
	const [saturday, others] = [["10:15 AM", "10:45 AM", "11:15 AM"], allSlots];
	const inputs = at("2026-11-23T08:00", short);

	test("offers that day's slots, of which the last ends when that day closes", () => {
		expect(listSlots("2026-11-27", inputs)).toEqual(others);
		expect(listSlots("2026-11-28", inputs)).toEqual(saturday);
		expect(listStartMinutes("2026-11-28", short).map(toSlotLabel)).toEqual(saturday);
		expect(listSlots("2026-11-28", { ...inputs, moving: { startMs: 0, durationMinutes: 60 } })).toEqual(
			saturday.slice(0, 2),
		);
	});

	test("takes a call within that day's hours alone", () => {
		expect(checkSlot("2026-11-28", "11:15 AM", inputs)).toBe("free");
		expect(checkSlot("2026-11-28", "11:45 AM", inputs)).toBe("unknown-time");
		expect(checkSlot("2026-11-28", "12:00 PM", inputs)).toBe("gone");
		expect(checkSlot("2026-11-27", "10:15 AM", inputs)).toBe("gone");
	});

	test("sends the slots of all days, each free on its own", () => {
		expect(listSlotLabels(short).slice(0, 4)).toEqual(["10:00 AM", "10:15 AM", "10:30 AM", "10:45 AM"]);
		const available = listAvailability(inputs);
		expect(unpackAvailability(packAvailability(available, short))).toEqual(available);
	});

	test("has no calls on a day too short for them", () => {
		const long = { ...short, callMinutes: 120, stepMinutes: 120 };
		expect(listSlots("2026-11-27", at("2026-11-23T08:00", long))).toEqual([
			"10:00 AM",
			"12:00 PM",
			"2:00 PM",
			"4:00 PM",
		]);
		expect(isSelectableDate("2026-11-28", "2026-11-23", long)).toBe(false);
		expect(checkSlot("2026-11-28", "10:00 AM", at("2026-11-23T08:00", long))).toBe("closed-date");
	});

	test("may work over the midnight of one day only", () => {
		const night = {
			...short,
			hours: { ...short.hours, exceptions: [{ day: "Friday", opens: "22:00", closes: "01:00" }] },
		};
		const ofNight = at("2026-11-23T08:00", night);
		expect(listSlots("2026-11-27", ofNight)).toEqual(["10:00 PM", "10:30 PM", "11:00 PM", "11:30 PM"]);
		expect(listSlots("2026-11-28", ofNight)).toEqual(["12:00 AM", "12:30 AM", ...allSlots]);
		expect(listSlots("2026-11-26", ofNight)).toEqual(allSlots);
		const closures = [{ date: "2026-11-27", reason: "Holiday" }];
		expect(listSlots("2026-11-28", at("2026-11-23T08:00", { ...night, closures }))).toEqual(allSlots);
	});

	test("offers each slot of a week within the hours of the day to which it belongs", () => {
		const minute = fc.integer({ min: 0, max: 1_439 });
		fc.assert(
			fc.property(minute, minute, fc.constantFrom(15, 45, 90), (opens, closes, callMinutes) => {
				fc.pre(opens < closes);
				const times = { opens: toClockTime(opens), closes: toClockTime(closes) };
				const hours = { ...policy.hours, exceptions: [{ day: "Saturday", ...times }] };
				const changed = { callMinutes, stepMinutes: callMinutes };
				const offered = (date: string, change: Partial<BookingPolicy>) =>
					listSlots(date, at("2026-11-23T08:00", { ...changed, ...change }));
				expect(offered("2026-11-28", { hours })).toEqual(
					offered("2026-11-28", { hours: { days: ["Saturday"], ...times } }),
				);
				expect(offered("2026-11-27", { hours })).toEqual(offered("2026-11-27", {}));
			}),
		);
	});
});
