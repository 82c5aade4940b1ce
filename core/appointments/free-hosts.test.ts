import { expect, test } from "vitest";
import { createFreeHosts } from "./free-hosts.ts";
import { hostHoursSchema, listCompanyHours, type HostHours } from "./host-store.server.ts";

const hourMs = 3_600_000;

/** Tells at which hours of UTC from an instant on a host is free for an hour. */
function listFreeHours(hours: HostHours[], timeZone: string, from: string, count: number): number[] {
	const startMs = Date.parse(from);
	// Only the hours asked about are in the range, as when one slot is checked.
	return Array.from({ length: count }, (_, index) => index).filter((index) => {
		const wanted = { startMs: startMs + index * hourMs, endMs: startMs + (index + 1) * hourMs };
		return createFreeHosts([{ id: "priya", timeZone, hours, blocked: [] }], wanted)(wanted).length > 0;
	});
}

test("hours over midnight last until the next day, and belong to the day on which they begin", () => {
	const hours = hostHoursSchema.parse([{ weekday: "Friday", from: "18:00", until: "03:00" }]);
	// From Friday noon in India on: 18:00 to 3:00 are nine hours.
	expect(listFreeHours(hours, "Asia/Kolkata", "2026-11-27T06:30:00Z", 48)).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14]);
});

test("hours until midnight are followed by those of the next day", () => {
	const hours = hostHoursSchema.parse([
		{ weekday: "Friday", from: "22:00", until: "24:00" },
		{ weekday: "Saturday", from: "00:00", until: "01:00" },
	]);
	expect(listFreeHours(hours, "UTC", "2026-11-27T20:00:00Z", 8)).toEqual([2, 3, 4]);
});

test("hours over midnight are an hour shorter or longer in the nights in which clocks change", () => {
	const hours = hostHoursSchema.parse([{ weekday: "Saturday", from: "22:00", until: "04:00" }]);
	expect(listFreeHours(hours, "Europe/Berlin", "2027-03-27T18:00:00Z", 24)).toHaveLength(5);
	expect(listFreeHours(hours, "Europe/Berlin", "2026-11-28T18:00:00Z", 24)).toHaveLength(6);
	expect(listFreeHours(hours, "Europe/Berlin", "2027-10-30T18:00:00Z", 24)).toHaveLength(7);
});

test("nobody is free outside the range, of which alone blocked times are known", () => {
	const hours = hostHoursSchema.parse([{ weekday: "Friday", from: "10:00", until: "18:00" }]);
	const at = (hour: number) => Date.parse(`2026-11-27T${hour}:00:00Z`);
	const range = { startMs: at(12), endMs: at(14) };
	const listFree = createFreeHosts([{ id: "priya", timeZone: "UTC", hours, blocked: [] }], range);
	const free = [11, 12, 13, 14].filter((hour) => listFree({ startMs: at(hour), endMs: at(hour + 1) }).length > 0);
	expect(free).toEqual([12, 13]);
});

test("hours that end as they begin are refused", () => {
	expect(hostHoursSchema.safeParse([{ weekday: "Friday", from: "18:00", until: "18:00" }]).success).toBe(false);
});

test("a host without hours of their own works the company's, of each day", () => {
	const hours = listCompanyHours({
		days: ["Friday", "Saturday"],
		opens: "10:00",
		closes: "13:00",
		exceptions: [{ day: "Saturday", opens: "11:00", closes: "12:00" }],
		text: "",
	});
	expect(listFreeHours(hours, "UTC", "2026-11-27T08:00:00Z", 48)).toEqual([2, 3, 4, 27]);
});
