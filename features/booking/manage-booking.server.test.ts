import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { AppointmentChangedError } from "../../core/appointments/conflicts.server.ts";
import type { WriteTransaction } from "../../platform/database/database.ts";
import { listEmails } from "../../platform/email/email-list-store.ts";
import { retryFailedEmails } from "../../platform/email/unsent-emails-store.ts";
import { startOfSlot } from "../../shared/slot-times.ts";
import { createBookedSlot, roomIn } from "../../tests/support/bookings.ts";
import { readCalendarFile } from "../../tests/support/calendar-file.ts";
import { databaseKinds } from "../../tests/support/databases.ts";
import { createTestDemoBooking, testBooking, type TestDemoBooking } from "../../tests/support/demo-booking.ts";
import { renderEmails } from "../../tests/support/rendered-emails.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { slotOf, type BookingRecord } from "./booking-record.server.ts";
import { findBooking, listBookings } from "./find-bookings.server.ts";
import { managePostedForm } from "./manage-posted-form.server.ts";
import { cancelBooking, moveBooking, releaseBooking } from "./store.server.ts";

const elsewhere = { date: "2026-12-01", time: "4:00 PM" };

async function listQueue({ database, clock }: TestDemoBooking): Promise<[string, string, string][]> {
	const emails = await listEmails(database.db, { now: clock.now(), limit: 50 });
	return emails
		.map(({ kind, recipient, queuedAt }) => [kind, recipient, queuedAt.toString()] satisfies [string, string, string])
		.toSorted();
}

async function readInvitation(demo: TestDemoBooking, kind: string) {
	const emails = await renderEmails(demo);
	const [file] = emails.find((email) => email.kind === kind)?.attachments ?? [];
	const {
		method,
		entries: [entry],
	} = readCalendarFile(Buffer.from(file?.contentBase64 ?? "", "base64").toString());
	return { method, uid: entry?.uid, sequence: entry?.sequence, start: entry?.startDate.toString() };
}

/** Everything that is stored, to check that it does not change. */
async function readAll({ database }: TestDemoBooking) {
	return {
		bookings: await database.db.selectFrom("bookings").selectAll().orderBy("id").execute(),
		emails: await database.db.selectFrom("emails").selectAll().orderBy("id").execute(),
		keys: await database.db.selectFrom("idempotencyKeys").selectAll().execute(),
	};
}

describe.each(databaseKinds)("a private link on %s", (kind) => {
	test("shows the call and nothing about the person, and changes nothing", async () => {
		const demo = await createTestDemoBooking(kind);
		const { token, reference } = await demo.book();
		const before = await readAll(demo);
		expect(await demo.manageBooking.find(token)).toEqual({
			reference,
			callType: "demo",
			title: "Demo call",
			place: "",
			domain: "Hosting",
			startMs: startOfSlot("2026-11-30", "10:00 AM", "Asia/Kolkata"),
			timeZone: "Asia/Kolkata",
			durationMinutes: 30,
			state: "upcoming",
		});
		await demo.manageBooking.findCalendarFile(token);
		await demo.freeSlots.inWindow();
		await demo.staffCalendar(token);
		expect(await readAll(demo)).toEqual(before);
	});

	test("moves the call: the old slot is free, the new one taken, both sides get an e-mail, and the reminders move too", async () => {
		const demo = await createTestDemoBooking(kind);
		const { token, reference } = await demo.book();
		const first = await readInvitation(demo, "booking-confirmation");
		expect(await demo.move(token, elsewhere)).toEqual({ ok: true });
		expect(await demo.manageBooking.find(token)).toMatchObject({ reference, state: "upcoming" });
		expect(await demo.freeSlots.onDate("2026-11-30")).toContain("10:00 AM");
		expect(await demo.freeSlots.onDate("2026-12-01")).not.toContain("4:00 PM");
		expect(await findBooking(demo.database.db, reference)).toMatchObject({
			...createBookedSlot(elsewhere.date, elsewhere.time),
			sequence: 1,
			state: "booked",
		});
		expect(await listQueue(demo)).toEqual([
			["booking-confirmation", "asha@visitor.example", "2026-11-23T06:00:00Z"],
			["booking-moved", "asha@visitor.example", "2026-11-23T06:00:00Z"],
			["booking-reminder-day", "asha@visitor.example", "2026-11-30T10:30:00Z"],
			["booking-reminder-hour", "asha@visitor.example", "2026-12-01T09:30:00Z"],
			["booking-staff-moved", "sales@narangi.example", "2026-11-23T06:00:00Z"],
			["booking-staff-notice", "sales@narangi.example", "2026-11-23T06:00:00Z"],
			["booking-staff-reminder-day", "sales@narangi.example", "2026-11-30T10:30:00Z"],
			["booking-staff-reminder-hour", "sales@narangi.example", "2026-12-01T09:30:00Z"],
		]);
		for (const email of ["booking-moved", "booking-staff-moved"]) {
			expect(await readInvitation(demo, email)).toEqual({
				method: "REQUEST",
				uid: first.uid,
				sequence: 1,
				start: "2026-12-01T10:30:00Z",
			});
		}
		expect(demo.occurrences).toEqual(["booked", "moved"]);
	});

	test("cancels the call: its slot is free, both sides get an e-mail, and no reminder goes out", async () => {
		const demo = await createTestDemoBooking(kind);
		const { token, reference } = await demo.book();
		const first = await readInvitation(demo, "booking-confirmation");
		await demo.move(token, elsewhere);
		expect(await demo.manageBooking.cancel(token)).toEqual({ ok: true });
		expect(await demo.manageBooking.find(token)).toMatchObject({ reference, state: "cancelled" });
		expect(await demo.freeSlots.onDate("2026-12-01")).toContain("4:00 PM");
		expect(await listQueue(demo)).toEqual([
			["booking-cancelled", "asha@visitor.example", "2026-11-23T06:00:00Z"],
			["booking-confirmation", "asha@visitor.example", "2026-11-23T06:00:00Z"],
			["booking-staff-cancelled", "sales@narangi.example", "2026-11-23T06:00:00Z"],
			["booking-staff-notice", "sales@narangi.example", "2026-11-23T06:00:00Z"],
		]);
		expect(await readInvitation(demo, "booking-cancelled")).toEqual({
			method: "CANCEL",
			uid: first.uid,
			sequence: 2,
			// Nobody was told of the other time.
			start: first.start,
		});
		expect((await demo.book({ ...elsewhere, firstName: "Ravi" })).reference).not.toBe(reference);
	});

	test.each(["moved", "cancelled"] as const)(
		"leaves no reminder of a call that was %s to be sent again, though a mail server had refused it",
		async (change) => {
			const demo = await createTestDemoBooking(kind);
			const { token, reference } = await demo.book();
			await demo.database.db
				.updateTable("emails")
				.set({ state: "failed" })
				.where("kind", "like", "%reminder%")
				.execute();
			expect(await (change === "moved" ? demo.move(token, elsewhere) : demo.manageBooking.cancel(token))).toMatchObject(
				{ ok: true },
			);
			expect(await retryFailedEmails(demo.database.db, reference, demo.clock.now())).toBe(0);
		},
	);

	test("does nothing when the call is moved to where it is, or cancelled again", async () => {
		const demo = await createTestDemoBooking(kind);
		const { token } = await demo.book();
		const booked = await readAll(demo);
		expect(await demo.move(token, { date: "2026-11-30", time: "10:00 AM" })).toMatchObject({ ok: true });
		expect(await readAll(demo)).toEqual(booked);
		await demo.manageBooking.cancel(token);
		const cancelled = await readAll(demo);
		expect(await demo.manageBooking.cancel(token)).toEqual({ ok: true });
		expect(await demo.move(token, elsewhere)).toEqual({ ok: false, kind: "cancelled" });
		expect(await readAll(demo)).toEqual(cancelled);
	});

	test("refuses a slot that is taken, has passed, or is never offered, and changes nothing", async () => {
		const demo = await createTestDemoBooking(kind);
		const { token } = await demo.book();
		await demo.book(elsewhere);
		const before = await readAll(demo);
		expect(await demo.move(token, elsewhere)).toEqual({ ok: false, kind: "taken" });
		expect(await demo.move(token, { date: "2026-11-23", time: "12:00 PM" })).toMatchObject({
			ok: false,
			kind: "taken",
		});
		for (const slot of [
			{ date: "2026-11-29", time: "10:00 AM" },
			{ date: "2027-02-21", time: "10:00 AM" },
			{ date: "2026-11-22", time: "10:00 AM" },
			{ date: "2026-12-01", time: "6:00 PM" },
			{ date: "2026-12-01", time: "10:15 AM" },
		])
			expect(await demo.move(token, slot)).toEqual({ ok: false, kind: "taken" });
		for (const startMs of [0, 1, 999_999_999_999_999])
			expect(await demo.manageBooking.choose(token, startMs)).toEqual({ ok: false, kind: "taken" });
		expect(await readAll(demo)).toEqual(before);
	});

	test("changes nothing any more once the call has begun", async () => {
		const demo = await createTestDemoBooking(kind);
		const { token } = await demo.book({ date: "2026-11-23", time: "1:00 PM" });
		demo.clock.advance({ hours: 1, minutes: 29, seconds: 59 });
		expect(await demo.manageBooking.find(token)).toMatchObject({ state: "upcoming" });
		demo.clock.advance({ seconds: 1 });
		const before = await readAll(demo);
		expect(await demo.manageBooking.find(token)).toMatchObject({ state: "started" });
		expect(await demo.move(token, elsewhere)).toEqual({ ok: false, kind: "started" });
		expect(await demo.manageBooking.cancel(token)).toEqual({ ok: false, kind: "started" });
		expect(await readAll(demo)).toEqual(before);
	});

	test.each(["", "x", "' or 1=1", "0".repeat(40), "\u0000"])("that is none opens nothing: %j", async (token) => {
		const demo = await createTestDemoBooking(kind);
		await demo.book();
		const before = await readAll(demo);
		expect(await demo.manageBooking.find(token)).toBeUndefined();
		expect(await demo.manageBooking.findCalendarFile(token)).toBeUndefined();
		expect(await demo.move(token, elsewhere)).toEqual({ ok: false, kind: "unknown" });
		expect(await demo.manageBooking.cancel(token)).toEqual({ ok: false, kind: "unknown" });
		expect(await readAll(demo)).toEqual(before);
	});

	test("of a quarantined booking shows that it is not booked, and changes nothing", async () => {
		const demo = await createTestDemoBooking(kind);
		const { token } = await demo.book({ leaveEmpty: "spam" });
		expect(await demo.manageBooking.find(token)).toMatchObject({ state: "quarantined" });
		expect(await demo.manageBooking.findCalendarFile(token)).toBeUndefined();
		for (const change of [demo.move(token, elsewhere), demo.manageBooking.cancel(token)])
			expect(await change).toEqual({ ok: false, kind: "quarantined" });
		const emails = await listEmails(demo.database.db, { now: demo.clock.now(), limit: 50 });
		expect(new Set(emails.map(({ state }) => state))).toEqual(new Set(["held"]));
		expect(emails).toHaveLength(6);
	});
});

describe.each(databaseKinds)("changes at the same moment on %s", (kind) => {
	test("many moves to one slot", async () => {
		const demo = await createTestDemoBooking(kind);
		const tokens = [];
		for (const time of ["10:00 AM", "10:30 AM", "11:00 AM", "11:30 AM", "12:00 PM", "12:30 PM"])
			tokens.push((await demo.book({ time })).token);
		const results = await Promise.all(tokens.map((token) => demo.move(token, elsewhere)));
		expect(results.filter(({ ok }) => ok)).toHaveLength(1);
		expect(results.filter((result) => !result.ok && result.kind === "taken")).toHaveLength(5);
		const bookings = await listBookings(demo.database.db);
		expect(bookings.filter((one) => slotOf(one).date === elsewhere.date)).toHaveLength(1);
		expect(new Set(bookings.map(({ startsAt }) => startsAt.toString())).size).toBe(6);
	});

	test("one call moved to many slots and cancelled: every change that was confirmed happened in some order", async () => {
		const demo = await createTestDemoBooking(kind);
		const { token, reference } = await demo.book();
		const times = ["10:00 AM", "10:30 AM", "11:00 AM"];
		const results = await Promise.all([
			...times.map((time) => demo.move(token, { date: "2026-12-02", time })),
			demo.manageBooking.cancel(token),
		]);
		const changes = results.filter(({ ok }) => ok).length;
		expect(results.at(-1)?.ok).toBe(true);
		expect(await findBooking(demo.database.db, reference)).toMatchObject({ state: "cancelled", sequence: changes });
		expect(await demo.freeSlots.onDate("2026-12-02")).toEqual(expect.arrayContaining(times));
		const kinds = (await listQueue(demo)).map(([name]) => name);
		// None of them had left, and they are obsolete.
		expect(kinds.filter((name) => name === "booking-moved")).toEqual([]);
		expect(kinds.filter((name) => name.includes("reminder"))).toEqual([]);
	});

	test("two calls that exchange their slots do not deadlock", async () => {
		const demo = await createTestDemoBooking(kind);
		const a = await demo.book({ time: "10:00 AM" });
		const b = await demo.book({ time: "10:30 AM" });
		const results = await Promise.all([
			demo.move(a.token, { date: a.date, time: b.time }),
			demo.move(b.token, { date: b.date, time: a.time }),
		]);
		expect(results.every((result) => result.ok || result.kind === "taken")).toBe(true);
		expect(new Set((await listBookings(demo.database.db)).map((one) => slotOf(one).time)).size).toBe(2);
	});
});

describe.each(databaseKinds)("the store on %s", (kind) => {
	const inTransaction = <Result>(
		{ database }: TestDemoBooking,
		work: (transaction: WriteTransaction) => Promise<Result>,
	) => database.write(work);

	test("changes no booking that is not as it was read any more", async () => {
		const demo = await createTestDemoBooking(kind);
		const { reference } = await demo.book();
		const read = await findBooking(demo.database.db, reference);
		if (!read) throw new Error("The booking is not there");
		await inTransaction(demo, (transaction) =>
			moveBooking(transaction, read, createBookedSlot(elsewhere.date, elsewhere.time), roomIn()),
		);
		await expect(
			inTransaction(demo, (transaction) =>
				moveBooking(transaction, read, createBookedSlot("2026-12-02", "4:00 PM"), roomIn()),
			),
		).rejects.toThrow(AppointmentChangedError);
		await expect(
			inTransaction(demo, (transaction) => cancelBooking(transaction, read, demo.clock.now())),
		).rejects.toThrow(AppointmentChangedError);
	});

	test("refuses a second live booking in a lane, whatever the program does", async () => {
		const demo = await createTestDemoBooking(kind);
		await demo.book();
		await demo.book({ time: "11:00 AM" });
		const { db } = demo.database;
		const sameStart = { startsAt: "2026-11-30T04:30:00.000Z" };
		await expect(db.updateTable("bookings").set(sameStart).execute()).rejects.toThrow(/unique/i);
		await expect(db.updateTable("bookings").set({ lane: null }).execute()).rejects.toThrow(/check|constraint/i);
		await db.updateTable("bookings").set({ state: "cancelled" }).execute();
		await db.updateTable("bookings").set(sameStart).execute();
	});

	test("lets a quarantined booking take its slot, or reports that it is taken", async () => {
		const demo = await createTestDemoBooking(kind);
		for (const firstName of ["Asha", "Ravi"]) await demo.book({ firstName, leaveEmpty: "spam" });
		const [first, second] = await listBookings(demo.database.db);
		if (!first || !second) throw new Error("The bookings are not there");
		const release = (booking: BookingRecord) =>
			inTransaction(demo, (transaction) => releaseBooking(transaction, booking, roomIn()));
		expect(await release(first)).toMatchObject({ state: "booked", reference: first.reference });
		expect(await release(second)).toBeUndefined();
		expect((await listBookings(demo.database.db)).map(({ state }) => state)).toEqual(["booked", "quarantined"]);
	});

	test("lists bookings by their slots, morning before afternoon", async () => {
		const demo = await createTestDemoBooking(kind);
		for (const time of ["1:00 PM", "10:00 AM", "12:30 PM"]) await demo.book({ time });
		await demo.book({ date: "2026-11-27", time: "5:30 PM" });
		expect((await listBookings(demo.database.db)).map((one) => Object.values(slotOf(one)).join(" "))).toEqual([
			"2026-11-27 5:30 PM",
			"2026-11-30 10:00 AM",
			"2026-11-30 12:30 PM",
			"2026-11-30 1:00 PM",
		]);
		expect(
			await listBookings(demo.database.db, { from: Temporal.Instant.from("2026-11-29T18:30:00Z"), limit: 1 }),
		).toMatchObject([createBookedSlot("2026-11-30", "10:00 AM")]);
		expect(await listBookings(demo.database.db, { states: ["cancelled"] })).toEqual([]);
	});
});

describe("a form on the private page", () => {
	const toForm = (fields: Record<string, string>) => {
		const form = new FormData();
		for (const [name, value] of Object.entries(fields)) form.append(name, value);
		return form;
	};

	test("moves and cancels, and explains refusals", async () => {
		const demo = await createTestDemoBooking("sqlite");
		const { token } = await demo.book();
		await demo.book({ date: "2026-12-02" });
		const send = (fields: Record<string, string>, to = token) =>
			managePostedForm(toForm(fields), to, demo.manageBooking, testCompany);
		const choose = (date: string, time: string) => ({
			intent: "choose",
			start: String(startOfSlot(date, time, testCompany.timeZone)),
		});
		expect(await send(choose(elsewhere.date, elsewhere.time))).toEqual({ kind: "moved" });
		// Pressed twice, or after Back: nothing moves, and no e-mail is on its way.
		expect(await send(choose(elsewhere.date, elsewhere.time))).toEqual({ kind: "booked" });
		expect(await send(choose("2026-12-02", "10:00 AM"))).toEqual({ kind: "taken" });
		expect(await send(choose("2026-12-06", "10:00 AM"))).toEqual({ kind: "taken" });
		for (const start of ["", "soon", "1e3"])
			expect(await send({ intent: "choose", start })).toEqual({
				kind: "refused",
				message: "Choose one of the times.",
			});
		expect(await send({})).toMatchObject({ kind: "refused" });
		expect(await send({ intent: "cancel" }, "unknown")).toEqual({ kind: "unknown" });
		expect(await send({ intent: "cancel" })).toEqual({ kind: "cancelled" });
		expect(await send(choose("2026-12-03", "10:00 AM"))).toMatchObject({
			kind: "refused",
			message: expect.stringContaining("already cancelled"),
		});
		const other = await demo.book({ ...testBooking, date: "2026-12-04" });
		demo.clock.advance({ hours: 24 * 20 });
		for (const fields of [choose(elsewhere.date, elsewhere.time), { intent: "cancel" }])
			expect(await send(fields, other.token)).toMatchObject({
				kind: "refused",
				message: expect.stringContaining("begun"),
			});
	});

	test("is answered while nothing can be stored", async () => {
		const demo = await createTestDemoBooking("sqlite");
		const { token } = await demo.book();
		await sql`pragma query_only = on`.execute(demo.database.db);
		expect(await managePostedForm(toForm({ intent: "cancel" }), token, demo.manageBooking, testCompany)).toEqual({
			kind: "failed",
		});
		await sql`pragma query_only = off`.execute(demo.database.db);
		expect(await demo.manageBooking.find(token)).toMatchObject({ state: "upcoming" });
	});
});
