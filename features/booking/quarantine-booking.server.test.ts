import { describe, expect, test } from "vitest";
import { addClosure } from "../../core/appointments/absence-store.server.ts";
import { createAppointmentChanges } from "../../core/appointments/change-appointment.server.ts";
import { saveHost } from "../../core/appointments/host-store.server.ts";
import { moveQuarantineByCommand } from "../../core/records/quarantine.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { createOutbox } from "../../platform/email/outbox.ts";
import { createLog } from "../../platform/log.ts";
import { createBookingRecord, storeBooking } from "../../tests/support/bookings.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { createTestDemoBooking } from "../../tests/support/demo-booking.ts";
import { getTestKind } from "../../tests/support/records.ts";
import { createTestRenderers } from "../../tests/support/rendered-emails.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { lapseUnconfirmed } from "./allocate-hosts.server.ts";
import { demoCallPurpose } from "./booking-record.server.ts";
import { createCallKind } from "./call-kind.server.ts";
import { findBooking } from "./find-bookings.server.ts";
import { createBookingKind } from "./record-kind.server.ts";
import { cancelBooking } from "./store.server.ts";

const now = Temporal.Instant.from("2026-11-23T06:00:00Z");
const people = ["priya", "dev"].map((id) => ({ id, name: id, email: `${id}@staff.example` }));

/** Calls that can be marked as spam; hosts are chosen in their order. */
async function openCalls(kind: DatabaseKind, { hosts = [] as string[], limits = {} } = {}) {
	const demo = await createTestDemoBooking(kind, {
		listPeople: async () => people,
		limits: { livePerAddress: 0, livePerNetwork: 0, perHourUnconfirmed: 0, ...limits },
	});
	const { database, clock } = demo;
	for (const id of hosts) {
		clock.advance({ seconds: 1 });
		const settings = { purposes: [demoCallPurpose], timeZone: undefined, hours: undefined };
		await database.write((transaction) =>
			saveHost(transaction, id, { ...settings, video: { kind: "room" } }, { version: 0, now: clock.now() }),
		);
	}
	const deps = {
		company: testCompany,
		hosts: demo.hosts,
		salesEmail: testCompany.salesEmail,
		messageIdDomain: "narangi.example",
		limits: { livePerAddress: 0, livePerNetwork: 0, perHourUnconfirmed: 0 },
	};
	const calls = createBookingKind({ ...deps, keptMonths: 24 });
	const changeDeps = { ...deps, database, clock, publicUrl: "https://narangi.example", onOccurrence: () => {} };
	const sent: string[] = [];
	const outbox = createOutbox({
		database,
		clock,
		log: createLog({ logLevel: "silent" }),
		transport: {
			send: async ({ kind: of, recipient }) =>
				void sent.push(`${of.replace("booking-", "")} to ${recipient.split("@")[0]}`),
			close() {},
		},
		getRenderers: () => createTestRenderers(testCompany, undefined, demo.hosts.listPeople),
	});
	return {
		...demo,
		changes: createAppointmentChanges(createCallKind(changeDeps), changeDeps),
		mark: (reference: string, spam: boolean) =>
			moveQuarantineByCommand(database, calls, reference, { spam, now: clock.now() }),
		find: (reference: string) => findBooking(database.db, reference),
		listStored: (reference: string) =>
			database.db
				.selectFrom("emails")
				.select(["kind", "recipient", "parameters", "state", "dueAt", "expiresAt"])
				.where("reference", "=", reference)
				.orderBy("id")
				.execute(),
		/** Sends what is due, and lists it. */
		async sendDue() {
			for (let before = -1; before !== sent.length;) {
				before = sent.length;
				await outbox.runOnce();
			}
			return sent.splice(0).toSorted();
		},
	};
}

describe.each(databaseKinds)("on %s", (kind) => {
	test.each([
		["out of", false, "is not in quarantine."],
		["into", true, "is cancelled and stays so."],
	] as const)(
		"a move %s quarantine says that it did nothing when the visitor cancels the call at the same moment",
		async (_way, spam, answer) => {
			const database = await openTestDatabase(kind);
			const booking = createBookingRecord({
				date: "2026-12-02",
				state: spam ? "booked" : "quarantined",
			});
			await storeBooking(database, booking);
			const cancelledMeanwhile: Database = {
				...database,
				async write(work) {
					await database.write((transaction) => cancelBooking(transaction, booking, now));
					return database.write(work);
				},
			};
			expect(
				await moveQuarantineByCommand(cancelledMeanwhile, getTestKind("booking"), booking.reference, { spam, now }),
			).toBe(`BKG-7K3F9QXM ${answer}`);
			expect((await findBooking(database.db, booking.reference))?.state).toBe("cancelled");
		},
	);

	test("a call stays in quarantine whose day has been closed since", async () => {
		const database = await openTestDatabase(kind);
		const booking = createBookingRecord({ date: "2026-12-02", state: "quarantined" });
		await storeBooking(database, booking);
		const startMs = Date.parse("2026-12-02T00:00:00+05:30");
		await database.write((transaction) =>
			addClosure(
				transaction,
				{ startMs, endMs: startMs + 86_400_000, reason: "Moving house", createdBy: "priya" },
				now,
			),
		);
		expect(
			await moveQuarantineByCommand(database, getTestKind("booking"), booking.reference, { spam: false, now }),
		).toContain("stays in quarantine: the company is closed then");
		expect((await findBooking(database.db, booking.reference))?.state).toBe("quarantined");
	});

	test("a call that is no spam after all has its host and its link again, and nobody gets anything twice", async () => {
		const { book, mark, find, listStored, sendDue } = await openCalls(kind, { hosts: ["priya", "dev"] });
		const { reference } = await book();
		expect(await sendDue()).toEqual(["confirmation to asha", "host-notice to priya", "staff-notice to sales"]);
		const before = await find(reference);
		const emails = await listStored(reference);
		expect(before).toMatchObject({ hostIds: ["priya"], videoUrl: expect.any(String) });
		await mark(reference, true);
		// Another host has fewer calls now.
		await book({ firstName: "Bela", time: "11:00 AM" });
		await sendDue();
		expect(await mark(reference, false)).toContain("6 e-mails will leave within seconds, the reminders at their time");
		expect(await find(reference)).toEqual({ ...before, sequence: 2 });
		expect(await listStored(reference)).toEqual(emails);
		expect(await sendDue()).toEqual([]);
	});

	test("a call without a host keeps the link that it had", async () => {
		const { book, mark, find, database } = await openCalls(kind);
		const { reference } = await book();
		await database.db.updateTable("bookings").set({ videoUrl: "https://video.example/1" }).execute();
		await mark(reference, true);
		await mark(reference, false);
		expect(await find(reference)).toMatchObject({ state: "booked", hostIds: [], videoUrl: "https://video.example/1" });
	});

	test("a call that is no spam after all and whose host is busy by then is handed over", async () => {
		const { book, mark, find, listStored, sendDue } = await openCalls(kind, { hosts: ["priya", "dev"] });
		const { reference } = await book();
		await sendDue();
		const before = await find(reference);
		await mark(reference, true);
		await book({ firstName: "Bela" });
		await sendDue();
		expect(await mark(reference, false)).toContain("Its host is no longer free, so it was reassigned");
		const after = await find(reference);
		expect(after).toMatchObject({ state: "booked", hostIds: ["dev"] });
		expect(after?.videoUrl).not.toBe(before?.videoUrl);
		expect(await sendDue()).toEqual(["handed-over to asha", "host-given-away to priya", "host-notice to dev"]);
		const reminders = (await listStored(reference)).filter((email) => email.kind.includes("reminder"));
		expect(reminders.map((email) => `${email.kind} to ${email.recipient} ${email.state}`).toSorted()).toEqual([
			"booking-host-reminder-day to dev@staff.example waiting",
			"booking-host-reminder-hour to dev@staff.example waiting",
			"booking-reminder-day to asha@visitor.example waiting",
			"booking-reminder-hour to asha@visitor.example waiting",
			"booking-staff-reminder-day to sales@narangi.example waiting",
			"booking-staff-reminder-hour to sales@narangi.example waiting",
		]);
	});

	test("a call that is handed over before its first e-mails have left is announced with its new host alone", async () => {
		const { book, mark, sendDue } = await openCalls(kind, { hosts: ["priya", "dev"] });
		const { reference } = await book();
		await mark(reference, true);
		await book({ firstName: "Bela", email: "bela@visitor.example" });
		await sendDue();
		await mark(reference, false);
		expect(await sendDue()).toEqual(["confirmation to asha", "host-notice to dev", "staff-notice to sales"]);
	});

	test("a call that is handed over twice before its first e-mails have left is confirmed to the visitor", async () => {
		const { book, mark, sendDue, changes } = await openCalls(kind, { hosts: ["priya", "dev"] });
		const { reference } = await book();
		await changes.reassign(reference, { from: "priya", to: "dev" }, { id: "noor", name: "Noor Khan", message: "" });
		await mark(reference, true);
		await book({ firstName: "Bela", email: "bela@visitor.example" });
		await mark(reference, false);
		expect(await sendDue()).toContain("confirmation to asha");
	});

	test("a call that looked like spam on arrival is announced to its host once, however often it is marked", async () => {
		const { book, mark, find, sendDue } = await openCalls(kind, { hosts: ["priya", "dev"] });
		const { reference } = await book({ leaveEmpty: "spam" });
		await mark(reference, false);
		expect(await sendDue()).toEqual(["confirmation to asha", "host-notice to priya", "staff-notice to sales"]);
		const released = await find(reference);
		await mark(reference, true);
		await mark(reference, false);
		expect(await sendDue()).toEqual([]);
		expect(await find(reference)).toEqual({ ...released, sequence: 3 });
	});

	test.each([
		["looked like spam on arrival", { leaveEmpty: "spam" }],
		["was marked before its e-mails left", {}],
	])("a call that %s and is released late sends only the reminders still to come", async (_, change) => {
		const { book, mark, find, listStored, sendDue, clock } = await openCalls(kind, { hosts: ["priya"] });
		const { reference } = await book(change);
		const startsAt = (await find(reference))?.startsAt ?? clock.now();
		if (!("leaveEmpty" in change)) await mark(reference, true);
		// The reminders of the day before are due at this moment.
		clock.advance(clock.now().until(startsAt.subtract({ hours: 24 })));
		expect(await mark(reference, false)).not.toContain("stays");
		expect(await sendDue()).toEqual(["confirmation to asha", "host-notice to priya", "staff-notice to sales"]);
		const reminders = (await listStored(reference)).filter((email) => email.kind.includes("reminder"));
		expect(reminders.map((email) => `${email.kind} ${email.state}`).toSorted()).toEqual([
			"booking-host-reminder-hour waiting",
			"booking-reminder-hour waiting",
			"booking-staff-reminder-hour waiting",
		]);
		clock.advance({ hours: 23 });
		expect(await sendDue()).toEqual([
			"host-reminder-hour to priya",
			"reminder-hour to asha",
			"staff-reminder-hour to sales",
		]);
	});

	test.each(["has left", "has not left"])(
		"a call that was still to be confirmed is so again after its release, where its request %s",
		async (left) => {
			const { book, mark, find, listStored, sendDue, clock, manageBooking } = await openCalls(kind, {
				hosts: ["priya"],
				limits: { livePerAddress: 2 },
			});
			await book({ time: "11:00 AM" });
			await sendDue();
			const { reference, token } = await book();
			if (left === "has left") expect(await sendDue()).toEqual(["confirm-request to asha"]);
			await mark(reference, true);
			clock.advance({ minutes: 40 });
			expect(await mark(reference, false)).toContain("The visitor is asked to confirm it by e-mail");
			const deadline = clock.now().add({ minutes: 30 });
			expect(await find(reference)).toMatchObject({ state: "booked", hostIds: ["priya"], confirmBy: deadline });
			expect(await manageBooking.find(token)).toMatchObject({ state: "unconfirmed" });
			const [request, ...others] = (await listStored(reference)).filter(({ state }) => state === "waiting");
			expect(others).toEqual([]);
			expect(await sendDue()).toEqual(["confirm-request to asha"]);
			const given = JSON.parse(request?.parameters ?? "{}") as { token: string; confirmCode: string };
			expect(await manageBooking.confirm(given.token, given.confirmCode)).toEqual({ ok: true });
			expect(await sendDue()).toEqual(["confirmation to asha", "host-notice to priya", "staff-notice to sales"]);
			const reminders = (await listStored(reference)).filter((email) => email.kind.includes("reminder"));
			expect(reminders).toHaveLength(6);
		},
	);

	test("a call that was still to be confirmed lapses when nobody confirms it after its release", async () => {
		const { book, mark, find, clock, database } = await openCalls(kind, { limits: { livePerAddress: 2 } });
		await book({ time: "11:00 AM" });
		const { reference } = await book();
		await mark(reference, true);
		await mark(reference, false);
		clock.advance({ minutes: 30 });
		await database.write((transaction) => lapseUnconfirmed(transaction, clock.now()));
		expect(await find(reference)).toMatchObject({ state: "cancelled", confirmBy: expect.anything() });
	});
});
