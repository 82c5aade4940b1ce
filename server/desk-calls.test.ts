import { describe, expect, test } from "vitest";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { startTestServer } from "../tests/support/test-server.ts";

/** The desk on Monday, 23 November 2026, with a call on the Monday after it. */
async function openDesk() {
	const server = await startTestServer("sqlite");
	const desk = await server.openDesk({ roles: ["sales"] });
	const booking = createBookingRecord();
	await storeBooking(server.database, booking);
	return {
		...server,
		desk,
		booking,
		async get(url: string) {
			const answer = await desk.inject({ method: "GET", url });
			expect(answer.statusCode, answer.body.slice(0, 400)).toBe(200);
			return answer.body.replaceAll("<!-- -->", "").replaceAll(/<script[^>]*>.*?<\/script>/gs, "");
		},
	};
}

/** Text of the cell of a time in a table of one day. */
function readCell(html: string, time: string): string {
	const [, cell = "no such row"] = new RegExp(`<th scope="row">${time}</th><td[^>]*>(.*?)</td>`).exec(html) ?? [];
	return cell.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ").trim();
}

describe("the calendar of calls", () => {
	test("shows a week whose address says which, with each call where it begins", async () => {
		const { get } = await openDesk();
		expect(await get("/calls")).toContain("No calls in this week");
		for (const week of ["2026-11-30", "2026-12-02"]) {
			const page = await get(`/calls?week=${week}`);
			expect(page).toContain("Calls, 30 November 2026 to 6 December 2026");
			expect(page).toContain("10:00 AM to 10:30 AM");
			expect(page).toContain('href="/bookings/BKG-7K3F9QXM"');
			expect(page).toContain('href="/calls?week=2026-12-07"');
		}
		for (const odd of ["?week=x", "?day=2026-02-31", "?week=2026-11-30&week=2026-12-07"])
			expect(await get(`/calls${odd}`)).toContain("Calls, 23 November 2026 to 29 November 2026");
	});

	test("shows on a day what is free, taken, past and closed", async () => {
		const { get, booking, database } = await openDesk();
		await storeBooking(database, {
			...booking,
			id: "early",
			reference: "BKG-00000001",
			startsAt: booking.startsAt.subtract({ minutes: 105 }),
		});
		const day = await get("/calls?day=2026-11-30");
		expect(readCell(day, "8:00 AM")).toContain("8:15 AM to 8:45 AM Asha Rao");
		expect(readCell(day, "9:30 AM")).toBe("closed");
		expect(readCell(day, "10:00 AM")).toContain("Asha Rao Hosting");
		expect(readCell(day, "10:30 AM")).toBe("Book 10:30 AM");
		expect(readCell(await get("/calls?day=2026-11-29"), "10:30 AM")).toBe("closed");
		expect(readCell(await get("/calls?day=2026-11-20"), "10:30 AM")).toBe("closed");
	});
});
