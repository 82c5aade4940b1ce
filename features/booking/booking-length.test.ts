import { describe, expect, test } from "vitest";
import { moveQuarantineByCommand } from "../../core/records/quarantine.server.ts";
import { hashToken } from "../../platform/ids/secret-token.ts";
import type { Company } from "../../shared/company.ts";
import { toSlot } from "../../shared/slot-texts.ts";
import { createBookedSlot, createBookingRecord, storeBooking } from "../../tests/support/bookings.ts";
import { readCalendarFile } from "../../tests/support/calendar-file.ts";
import {
	databaseKinds,
	createEmptyDatabaseConfig,
	createTestDatabaseConfig,
	openTestDatabase,
} from "../../tests/support/databases.ts";
import { createTestDemoBooking, testBooking } from "../../tests/support/demo-booking.ts";
import { getTestKind } from "../../tests/support/records.ts";
import { createTestRenderers, renderEmails } from "../../tests/support/rendered-emails.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { listSlotLabels } from "./availability.ts";
import { ofDemoType } from "./booking-record.server.ts";
import { findBooking, listBookings } from "./find-bookings.server.ts";

/** The same company after a change of its settings. */
const withCalls = (callMinutes: number, change: Partial<Company> = {}): Company => ({
	...testCompany,
	...change,
	demo: { ...testCompany.demo, callMinutes },
});
const inDubai = { timeZone: "Asia/Dubai", timeZoneLabel: "Dubai" };

/** The labels of the instants on a date. */
function listTimes(startsMs: readonly number[], date: string, timeZone = "Asia/Kolkata"): string[] {
	const slots = startsMs.map((startMs) => toSlot(startMs, timeZone));
	return slots.filter((slot) => slot.date === date).map(({ time }) => time);
}

describe.each(databaseKinds)("a company that changes its calls, on %s", (kind) => {
	/** Books a call of half an hour in India at 10:30 AM, and returns the booking of the same database with other settings. */
	async function bookThenChange(company: Company) {
		const before = await createTestDemoBooking(kind);
		const booked = await before.book({ time: "10:30 AM" });
		return { booked, ...(await createTestDemoBooking(kind, { company, databaseConfig: before.database })) };
	}

	test("sells no slot that a call from before overlaps", async () => {
		const { freeSlots, submit } = await bookThenChange(withCalls(45));
		expect((await freeSlots.onDate("2026-11-30")).slice(0, 3)).toEqual(["11:30 AM", "12:15 PM", "1:00 PM"]);
		for (const time of ["10:00 AM", "10:45 AM"])
			expect(await submit({ ...testBooking, time })).toMatchObject({ ok: false, kind: "taken" });
		expect(await submit({ ...testBooking, time: "11:30 AM" })).toMatchObject({
			ok: true,
			confirmation: { durationMinutes: 45, timeZone: "Asia/Kolkata" },
		});
	});

	test("shows, writes down and reminds of the call from before as it was booked", async () => {
		const { booked, manageBooking, database, clock } = await bookThenChange(withCalls(45, inDubai));
		expect(await manageBooking.find(booked.token)).toMatchObject({
			startMs: createBookedSlot("2026-11-30", "10:30 AM").startsAt.epochMilliseconds,
			timeZone: "Asia/Kolkata",
			durationMinutes: 30,
		});
		const file = (await manageBooking.findCalendarFile(booked.token))?.content ?? "";
		const [entry] = readCalendarFile(file).entries;
		expect([entry?.startDate.toString(), entry?.endDate.toString()]).toEqual([
			"2026-11-30T05:00:00Z",
			"2026-11-30T05:30:00Z",
		]);
		expect(entry?.description).toContain("30 minutes");
		await manageBooking.cancel(booked.token);
		const emails = await renderEmails({ database, clock }, createTestRenderers(withCalls(45, inDubai)));
		const { text } = emails.find((email) => email.kind === "booking-cancelled") ?? {};
		expect(text?.replaceAll(/\s+/g, " ")).toContain("10:30 AM, Kolkata time (Asia/Kolkata), 30 minutes by video");
	});

	test("lets the call from before move to a slot of today's, and keep its length", async () => {
		const { booked, manageBooking, move, database, clock } = await bookThenChange(withCalls(45, inDubai));
		const free = listTimes(await manageBooking.listFree(booked.token), "2026-12-01", "Asia/Dubai");
		expect(free.slice(0, 2)).toEqual(["10:00 AM", "10:45 AM"]);
		expect(await move(booked.token, { date: "2026-12-01", time: "10:45 AM" })).toEqual({ ok: true });
		expect(await manageBooking.find(booked.token)).toMatchObject({ timeZone: "Asia/Dubai", durationMinutes: 30 });
		expect(await findBooking(database.db, booked.reference)).toMatchObject({
			startsAt: Temporal.Instant.from("2026-12-01T06:45:00Z"),
			durationMinutes: 30,
		});
		const { dueAt } = await database.db
			.selectFrom("emails")
			.select("dueAt")
			.where("kind", "=", "booking-reminder-hour")
			.executeTakeFirstOrThrow();
		expect(dueAt).toBe("2026-12-01T05:45:00.000Z");
		const emails = await renderEmails({ database, clock }, createTestRenderers(withCalls(45, inDubai)));
		const textOf = (of: string) => emails.find((email) => email.kind === of)?.text;
		expect(textOf("booking-reminder-hour")?.replaceAll(/\s+/g, " ")).toContain(
			"10:45 AM, Dubai time (Asia/Dubai), 30 minutes by video",
		);
		expect(textOf("booking-moved")?.replaceAll(/\s+/g, " ")).toContain(
			"Monday, 30 November 2026 at 10:30 AM (Asia/Kolkata)",
		);
	});

	test("moves a long call only to where there is room for all of it", async () => {
		const before = await createTestDemoBooking(kind, { company: withCalls(45) });
		const { token } = await before.book();
		const { manageBooking, move, submit } = await createTestDemoBooking(kind, { databaseConfig: before.database });
		expect(await submit({ ...testBooking, time: "11:30 AM" })).toMatchObject({ ok: true });
		expect(listTimes(await manageBooking.listFree(token), "2026-11-30").slice(0, 3)).toEqual([
			// From 10:30 it overlaps itself, which is allowed; from 11:00 it would overlap the other call.
			"10:30 AM",
			"12:00 PM",
			"12:30 PM",
		]);
		expect(await move(token, { date: "2026-11-30", time: "11:00 AM" })).toMatchObject({ kind: "taken" });
		expect(await move(token, { date: "2026-11-30", time: "5:30 PM" })).toMatchObject({ kind: "taken" });
		expect(await move(token, { date: "2026-11-30", time: "10:30 AM" })).toMatchObject({ ok: true });
	});

	test("lets staff release a call into its own time only while nothing overlaps it", async () => {
		const { database, clock } = await bookThenChange(withCalls(45));
		const quarantined = { state: "quarantined", durationMinutes: 45 } as const;
		const overlapping = createBookingRecord({ ...quarantined, id: "a", reference: "BKG-00000001", time: "10:45 AM" });
		const beside = createBookingRecord({ ...quarantined, id: "b", reference: "BKG-00000002", time: "11:00 AM" });
		for (const booking of [overlapping, beside]) await storeBooking(database, booking);
		const bookings = getTestKind("booking", withCalls(45));
		const release = (reference: string) =>
			moveQuarantineByCommand(database, bookings, reference, { spam: false, now: clock.now() });
		expect(await release("BKG-00000001")).toContain("another call is booked at its time");
		expect(await release("BKG-00000002")).toContain("is released from quarantine and has its slot");
	});

	test("tells staff the zone and the length where they differ from today's", async () => {
		const { booked, database } = await bookThenChange(withCalls(45, inDubai));
		await storeBooking(
			database,
			createBookingRecord({ timeZone: "Asia/Dubai", id: "b", durationMinutes: 45, time: "3:00 PM" }),
		);
		const bookings = getTestKind("booking", withCalls(45, inDubai));
		const sent = await bookings.findSent(database.db, [booked.reference, "BKG-7K3F9QXM"]);
		const cellsOf = (reference: string) => sent.get(reference)?.cells[1];
		const callOf = (reference: string) => sent.get(reference)?.fields[0]?.value;
		expect(bookings.columns).toContain("Time (Dubai)");
		expect([cellsOf(booked.reference), cellsOf("BKG-7K3F9QXM")]).toEqual(["10:30 AM (Kolkata)", "3:00 PM"]);
		expect(callOf(booked.reference)).toBe("Monday, 30 November 2026 at 10:30 AM (Kolkata), 30 minutes");
		expect(callOf("BKG-7K3F9QXM")).toBe("Monday, 30 November 2026 at 3:00 PM (Dubai)");
	});

	test("gives the first answer again for a key, whatever calls are by then", async () => {
		const before = await createTestDemoBooking(kind);
		const first = await before.submit(testBooking, { idempotencyKey: "key" });
		const after = await createTestDemoBooking(kind, {
			company: withCalls(45, inDubai),
			databaseConfig: before.database,
		});
		expect(await after.submit(testBooking, { idempotencyKey: "key" })).toEqual(first);
	});
});

describe.each(databaseKinds)("bookings of an earlier release on %s", (kind) => {
	const old = {
		bookedAt: "2026-11-23T06:00:00.000Z",
		firstName: "Asha",
		lastName: "Rao",
		email: "asha@visitor.example",
		phone: "1",
		message: "",
		domain: "Hosting",
		sequence: 2,
	};

	test("are half hours in India, and live ones still hold their slots", async () => {
		const config = await createEmptyDatabaseConfig(kind);
		const before = await openTestDatabase(kind, config, { until: "0016-rename-letters-to-emails" });
		const rows = [
			{ id: "a", date: "2026-11-30", time: "10:30", lane: 1, state: "booked" },
			{ id: "b", date: "2026-12-01", time: "00:00", lane: 2, state: "cancelled" },
			{ id: "c", date: "2026-12-01", time: "17:30", lane: null, state: "quarantined" },
		] as const;
		// More than are copied at once.
		const many = Array.from({ length: 1_100 }, (_, index) => ({
			id: `many-${index}`,
			date: "2025-01-06",
			time: "10:00",
			lane: null,
			state: "cancelled" as const,
		}));
		const values = [...rows, ...many].map((row) => ({
			...old,
			...row,
			reference: `BKG-${row.id}`,
			tokenHash: hashToken(row.id),
		}));
		for (let start = 0; start < values.length; start += 500)
			await before.db
				.insertInto("bookings")
				.values(values.slice(start, start + 500) as never)
				.execute();
		const answer = { reference: "BKG-a", date: "2026-11-30", time: "10:30 AM", manageUrl: "https://narangi.example/x" };
		await before.db
			.insertInto("idempotencyKeys")
			.values({
				route: "bookings",
				key: "key",
				bodyHash: "",
				answer: JSON.stringify(answer),
				reference: "BKG-a",
				expiresAt: "2026-11-24T06:00:00.000Z",
			})
			.execute();

		const { database, freeSlots } = await createTestDemoBooking(kind, {
			company: withCalls(45),
			databaseConfig: config,
		});
		expect(await listBookings(database.db)).toHaveLength(rows.length + many.length);
		expect(await findBooking(database.db, "BKG-a")).toEqual({
			...old,
			hostIds: [],
			...ofDemoType,
			id: "a",
			reference: "BKG-a",
			bookedAt: Temporal.Instant.from(old.bookedAt),
			...createBookedSlot("2026-11-30", "10:30 AM"),
			durationMinutes: 30,
			moves: 0,
			state: "booked",
		});
		expect((await findBooking(database.db, "BKG-b"))?.startsAt.toString()).toBe("2026-11-30T18:30:00Z");
		expect((await findBooking(database.db, "BKG-c"))?.state).toBe("quarantined");
		expect((await freeSlots.onDate("2026-11-30"))[0]).toBe("11:30 AM");
		const stored = await database.db.selectFrom("idempotencyKeys").select("answer").executeTakeFirstOrThrow();
		expect(JSON.parse(stored.answer)).toEqual({ ...answer, timeZone: "Asia/Kolkata", durationMinutes: 30 });
	});
});

/** How many times of the morning each server is asked for. */
const timesWanted = 6;

describe.each(databaseKinds)("three servers with calls of different lengths, on %s", (kind) => {
	test.each([1, 2])(
		"never take more than %i at the same moment, whatever arrives at once",
		{ tags: "all" },
		async (callsPerSlot) => {
			const config = await createTestDatabaseConfig(kind);
			const lengths = [30, 45, 70];
			const servers = [];
			for (const callMinutes of lengths) {
				const company = { ...testCompany, demo: { ...testCompany.demo, callMinutes, callsPerSlot } };
				servers.push(await createTestDemoBooking(kind, { company, databaseConfig: config }));
			}
			const wanted = [];
			for (const { submit, freeSlots } of servers)
				for (const time of (await freeSlots.onDate("2026-11-30")).slice(0, timesWanted))
					for (const firstName of ["Asha", "Ravi"]) wanted.push(() => submit({ ...testBooking, firstName, time }));
			// A fixed order without equal neighbours.
			const mixed = wanted.map((send, index) => ({ send, rank: (index * 37) % wanted.length }));
			const results = await Promise.all(mixed.toSorted((a, b) => a.rank - b.rank).map(({ send }) => send()));

			const stored = await listBookings(servers[0]?.database.db as never, { states: ["booked"] });
			expect(stored).toHaveLength(results.filter(({ ok }) => ok).length);
			const runsAt = (ms: number) =>
				stored.filter(
					({ startsAt, durationMinutes }) =>
						startsAt.epochMilliseconds <= ms && ms < startsAt.epochMilliseconds + durationMinutes * 60_000,
				).length;
			expect(Math.max(...stored.map(({ startsAt }) => runsAt(startsAt.epochMilliseconds)))).toBe(callsPerSlot);
			// No available slot was refused.
			for (const [index, { freeSlots }] of servers.entries()) {
				const { hours, demo } = testCompany;
				const minutes = lengths[index] ?? demo.callMinutes;
				const slots = listSlotLabels({ hours, callMinutes: minutes, stepMinutes: minutes });
				const free = await freeSlots.onDate("2026-11-30");
				expect(free.filter((time) => slots.indexOf(time) < timesWanted)).toEqual([]);
			}
		},
	);
});
