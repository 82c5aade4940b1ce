import { describe, expect, test } from "vitest";
import { forgetUndos } from "../../core/appointments/appointment-changes-store.server.ts";
import { createAppointmentChanges } from "../../core/appointments/change-appointment.server.ts";
import { saveHost } from "../../core/appointments/host-store.server.ts";
import { listReservations } from "../../core/appointments/reservation-store.server.ts";
import { findRecord } from "../../core/records/record-store.server.ts";
import { createOutbox } from "../../platform/email/outbox.ts";
import { createLog } from "../../platform/log.ts";
import { startOfSlot } from "../../shared/slot-times.ts";
import { createBookedSlot } from "../../tests/support/bookings.ts";
import { databaseKinds, type DatabaseKind } from "../../tests/support/databases.ts";
import { createTestDemoBooking, testBooking } from "../../tests/support/demo-booking.ts";
import { createTestRenderers, renderEmails } from "../../tests/support/rendered-emails.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { lapseUnconfirmed } from "./allocate-hosts.server.ts";
import { demoCallPurpose } from "./booking-record.server.ts";
import { callChanges, listCallEvents } from "./call-changes.server.ts";
import { createCallKind } from "./call-kind.server.ts";
import { findBooking } from "./find-bookings.server.ts";

const noor = { id: "noor", name: "Noor Khan", message: "" };
const people = ["priya", "dev"].map((id) => ({ id, name: id, email: `${id}@staff.example` }));
const startOf = ({ date, time }: { date: string; time: string }) => startOfSlot(date, time, testCompany.timeZone);
const elsewhere = startOf({ date: "2026-12-01", time: "4:00 PM" });

type Setup = {
	hosts?: string[];
	/** Whether each host always meets in the same room; otherwise each call has a room of its own. */
	hasFixedRooms?: boolean;
	limits?: { livePerAddress?: number };
};

async function openDemo(kind: DatabaseKind, { hosts = [], hasFixedRooms = false, limits = {} }: Setup = {}) {
	const demo = await createTestDemoBooking(kind, {
		listPeople: async () => people,
		limits: { livePerAddress: 0, livePerNetwork: 0, perHourUnconfirmed: 0, ...limits },
	});
	const { database, clock } = demo;
	for (const id of hosts) {
		clock.advance({ seconds: 1 });
		await database.write((transaction) =>
			saveHost(
				transaction,
				id,
				{
					purposes: [demoCallPurpose],
					timeZone: undefined,
					hours: undefined,
					video: hasFixedRooms ? { kind: "fixed", url: `https://video.example/${id}` } : { kind: "room" },
				},
				{ version: 0, now: clock.now() },
			),
		);
	}
	const deps = {
		database,
		clock,
		company: testCompany,
		salesEmail: testCompany.salesEmail,
		publicUrl: "https://narangi.example",
		messageIdDomain: "narangi.example",
		limits: { livePerAddress: 0, livePerNetwork: 0, perHourUnconfirmed: 0 },
		hosts: demo.hosts,
		onOccurrence: () => {},
	};
	const changes = createAppointmentChanges(createCallKind(deps), deps);
	const sent: { kind: string; recipient: string }[] = [];
	const outbox = createOutbox({
		database,
		clock,
		log: createLog({ logLevel: "silent" }),
		transport: {
			send: async ({ kind: of, recipient }) => void sent.push({ kind: of, recipient }),
			close() {},
		},
		getRenderers: () => createTestRenderers(testCompany, undefined, demo.hosts.listPeople),
	});
	/** Everything that changing a call touches, except counters. */
	async function readAll(reference: string) {
		const emails = await database.db
			.selectFrom("emails")
			.select(["id", "messageId", "kind", "recipient", "parameters", "state", "queuedAt", "dueAt", "expiresAt"])
			.orderBy("id")
			.execute();
		const {
			sequence: _,
			lane: _lane,
			...booking
		} = await database.db
			.selectFrom("bookings")
			.selectAll()
			.where("reference", "=", reference)
			.executeTakeFirstOrThrow();
		const interval = { startMs: 0, endMs: Date.parse("2030-01-01T00:00:00Z") };
		const taken = await listReservations(database.db, interval, { now: clock.now() });
		return {
			emails,
			booking,
			stage: (await findRecord(database.db, reference))?.stage,
			taken: taken.map(({ id: _id, ...one }) => one),
			links: await database.db.selectFrom("bookingLinks").selectAll().execute(),
			free: await demo.freeSlots.inWindow(),
		};
	}
	/** Sends due e-mails until there are none. */
	async function sendDue() {
		for (let before = -1; before !== sent.length;) {
			before = sent.length;
			await outbox.runOnce();
		}
		return sent.splice(0);
	}
	async function undo(reference: string, accountId = noor.id) {
		const undoable = await changes.findUndoable(reference, noor.id);
		return changes.undo(reference, undoable?.id ?? "", accountId);
	}
	return {
		...demo,
		changes,
		readAll,
		undo,
		runOutbox: async () => (await sendDue()).map((email) => email.kind),
		/** Sends due e-mails, and lists those to hosts. */
		sendToHosts: async () =>
			(await sendDue())
				.filter((email) => email.kind.startsWith("booking-host-"))
				.map((email) => `${email.kind.replace("booking-host-", "")} to ${email.recipient.split("@")[0]}`)
				.toSorted(),
	};
}

type Demo = Awaited<ReturnType<typeof openDemo>>;
const deeds: [string, (demo: Demo, reference: string) => Promise<unknown>][] = [
	["moved", ({ changes }, reference) => changes.move(reference, elsewhere, noor)],
	["cancelled", ({ changes }, reference) => changes.cancel(reference, noor)],
	["handed over", ({ changes }, reference) => changes.reassign(reference, { from: "priya", to: "dev" }, noor)],
];

describe.each(databaseKinds)("on %s, a call", (kind) => {
	test.each(deeds)("that was %s is restored by undo, and nobody is notified", async (_, change) => {
		const demo = await openDemo(kind, { hosts: ["priya", "dev"] });
		const { book, readAll, undo, clock, runOutbox, database } = demo;
		const { reference } = await book();
		await runOutbox();
		const before = await readAll(reference);
		expect(before.booking.hostId).toBe("priya");
		expect(await change(demo, reference)).toBeUndefined();
		expect(await readAll(reference)).not.toEqual(before);
		clock.advance({ seconds: 9 });
		expect(await runOutbox()).toEqual([]);
		expect(await undo(reference, "somebody-else")).toContain("Too late to undo");
		expect(await undo(reference)).toBeUndefined();
		expect(await readAll(reference)).toEqual(before);
		expect(await findBooking(database.db, reference)).toMatchObject({ sequence: 2 });
		expect(await undo(reference)).toContain("Too late to undo");
		clock.advance({ minutes: 1 });
		expect(await runOutbox()).toEqual([]);
		expect(await listCallEvents(database.db, reference)).toMatchObject([{ isUndone: true }]);
	});

	test.each(deeds)("that was %s stays so after ten seconds, when everybody is written to", async (what, change) => {
		const demo = await openDemo(kind, { hosts: ["priya", "dev"] });
		const { book, changes, clock, runOutbox, database } = demo;
		const { reference } = await book();
		await runOutbox();
		await change(demo, reference);
		const [done] = await listCallEvents(database.db, reference);
		clock.advance({ seconds: 10 });
		expect(await changes.findUndoable(reference, noor.id)).toBeUndefined();
		expect(await changes.undo(reference, done?.id ?? "", noor.id)).toContain("the e-mails have left");
		expect(await runOutbox()).toContain(`booking-${what.replace(" ", "-")}`);
		await forgetUndos(database.db, callChanges, clock.now());
		const [{ undo } = { undo: "" }] = await database.db.selectFrom("callChanges").select("undo").execute();
		expect(undo).toBeNull();
	});

	test("stays as it was left when its former time, or its former host, has been taken in these seconds", async () => {
		const demo = await openDemo(kind, { hosts: ["priya"] });
		const { book, undo, changes, readAll, runOutbox, clock } = demo;
		const { reference } = await book();
		await changes.move(reference, elsewhere, noor);
		await book({ firstName: "Bela" });
		const moved = await readAll(reference);
		expect(await undo(reference)).toContain("no longer free");
		expect(await readAll(reference)).toEqual(moved);
		clock.advance({ seconds: 10 });
		expect(await runOutbox()).toContain("booking-moved");
	});

	test("that the visitor has changed since is not restored", async () => {
		const { book, changes, undo, move, database } = await openDemo(kind);
		const { reference, token } = await book();
		await changes.move(reference, elsewhere, noor);
		await move(token, { date: "2026-12-02", time: "10:00 AM" });
		expect(await undo(reference)).toContain("Too late to undo");
		expect(await findBooking(database.db, reference)).toMatchObject(createBookedSlot("2026-12-02", "10:00 AM"));
	});

	test("from before there were hosts is without one again", async () => {
		const demo = await openDemo(kind);
		const { reference } = await demo.book();
		await demo.database.write((transaction) =>
			saveHost(
				transaction,
				"dev",
				{ purposes: [demoCallPurpose], timeZone: undefined, hours: undefined, video: { kind: "none" } },
				{ version: 0, now: demo.clock.now() },
			),
		);
		const before = await demo.readAll(reference);
		expect(await demo.changes.reassign(reference, { from: "priya", to: "dev" }, noor)).toBeUndefined();
		expect(await demo.undo(reference)).toBeUndefined();
		expect(await demo.readAll(reference)).toEqual(before);
	});

	test("that is unconfirmed can still be confirmed after its cancellation was undone", async () => {
		const demo = await openDemo(kind, { limits: { livePerAddress: 2 } });
		await demo.book({ date: "2026-12-01", time: "4:00 PM" });
		const { reference } = await demo.book();
		expect(await findBooking(demo.database.db, reference)).toMatchObject({ confirmBy: expect.anything() });
		const before = await demo.readAll(reference);
		await demo.changes.cancel(reference, noor);
		expect((await demo.readAll(reference)).emails.map((email) => email.kind)).not.toContain("booking-confirm-request");
		expect(await demo.undo(reference)).toBeUndefined();
		expect(await demo.readAll(reference)).toEqual(before);
	});

	async function openUnconfirmed() {
		const demo = await openDemo(kind, { hosts: ["priya", "dev"], limits: { livePerAddress: 2 } });
		await demo.book({ time: "5:00 PM" });
		await demo.runOutbox();
		const { reference } = await demo.book();
		const readRequest = async () => {
			const { emails } = await demo.readAll(reference);
			const [request, ...others] = emails.filter(
				(email) => email.kind === "booking-confirm-request" && email.state === "waiting",
			);
			expect(others).toEqual([]);
			return JSON.parse(request?.parameters ?? "{}") as { token: string; confirmCode: string };
		};
		const countReminders = async () => {
			const rows = await demo.database.db
				.selectFrom("emails")
				.select("kind")
				.where("reference", "=", reference)
				.execute();
			return rows.filter((row) => row.kind.includes("reminder")).length;
		};
		return { ...demo, reference, readRequest, countReminders };
	}

	test.each(["has left", "has not left"])(
		"that moves unconfirmed asks its visitor alone to confirm the new time, where the first request %s",
		async (left) => {
			const demo = await openUnconfirmed();
			const { reference, changes, clock, runOutbox, database, manageBooking, readRequest, countReminders } = demo;
			const first = await readRequest();
			if (left === "has left") expect(await runOutbox()).toEqual(["booking-confirm-request"]);
			clock.advance({ minutes: 20 });
			expect(await changes.move(reference, elsewhere, { ...noor, message: "We are at a fair." })).toBeUndefined();
			expect(await findBooking(database.db, reference)).toMatchObject({
				startsAt: Temporal.Instant.fromEpochMilliseconds(elsewhere),
				confirmBy: clock.now().add({ minutes: 30 }),
			});
			const second = await readRequest();
			const emails = (await renderEmails(demo)).filter((email) => email.reference === reference);
			expect(emails.map((email) => email.kind)).toEqual(["booking-confirm-request"]);
			const [rendered] = emails;
			expect(rendered?.subject).toContain("1 December");
			expect(rendered?.text).toContain("We are at a fair.");
			expect(rendered?.attachments ?? []).toEqual([]);
			clock.advance({ seconds: 10 });
			expect(await runOutbox()).toEqual(["booking-confirm-request"]);
			expect(await manageBooking.confirm(first.token, first.confirmCode)).toEqual({ ok: false, kind: "unconfirmed" });
			expect(await manageBooking.confirm(second.token, second.confirmCode)).toEqual({ ok: true });
			expect((await runOutbox()).toSorted()).toEqual([
				"booking-confirmation",
				"booking-host-notice",
				"booking-staff-notice",
			]);
			expect(await countReminders()).toBe(6);
		},
	);

	test("that moves unconfirmed and lapses leaves nothing behind", async () => {
		const { reference, changes, clock, runOutbox, database } = await openUnconfirmed();
		await runOutbox();
		await changes.move(reference, elsewhere, noor);
		clock.advance({ seconds: 10 });
		expect(await runOutbox()).toEqual(["booking-confirm-request"]);
		clock.advance({ minutes: 30 });
		await database.write((transaction) => lapseUnconfirmed(transaction, clock.now()));
		expect(await runOutbox()).toEqual([]);
		expect(await findBooking(database.db, reference)).toMatchObject({ state: "cancelled" });
	});

	test.each(["has left", "has not left"])(
		"that moved unconfirmed can be confirmed at its former time after undo, where the first request %s",
		async (left) => {
			const demo = await openUnconfirmed();
			const { reference, changes, clock, runOutbox, readAll, undo, manageBooking, readRequest } = demo;
			const first = await readRequest();
			if (left === "has left") await runOutbox();
			const before = await readAll(reference);
			clock.advance({ seconds: 5 });
			await changes.move(reference, elsewhere, noor);
			expect(await undo(reference)).toBeUndefined();
			expect(await readAll(reference)).toEqual(before);
			expect(await manageBooking.confirm(first.token, first.confirmCode)).toEqual({ ok: true });
		},
	);

	test("that moves and is reassigned at once is announced as one move from the known time", async () => {
		const demo = await openDemo(kind, { hosts: ["priya", "dev"] });
		const { book, changes, database, clock, runOutbox } = demo;
		const { reference } = await book();
		await runOutbox();
		await changes.move(reference, startOf({ date: "2026-12-02", time: "10:00 AM" }), noor);
		await changes.move(reference, elsewhere, noor);
		await changes.reassign(reference, { from: "priya", to: "dev" }, noor);
		const emails = await renderEmails({ database, clock });
		const toVisitor = emails.filter(
			({ kind: of, recipient }) => recipient === testBooking.email && !of.includes("reminder"),
		);
		expect(toVisitor.map((email) => email.kind)).toEqual(["booking-moved"]);
		expect(toVisitor[0]?.text.replaceAll(/\s+/g, " ")).toMatch(
			/was on Monday, 30 November 2026 at 10:00 AM.*1 December 2026/,
		);
	});

	test("that changes again before its e-mail has left keeps the message of the change before", async () => {
		const demo = await openDemo(kind, { hosts: ["priya", "dev"] });
		const { book, changes, database, clock, runOutbox, undo } = demo;
		const { reference } = await book();
		await runOutbox();
		const readNews = async () => {
			const emails = await renderEmails({ database, clock });
			return emails.find((email) => email.recipient === testBooking.email && !email.kind.includes("reminder"));
		};
		const write = (message: string) => ({ ...noor, message });
		await changes.move(reference, elsewhere, write("We are at a fair."));
		await changes.reassign(reference, { from: "priya", to: "dev" }, noor);
		expect((await readNews())?.text).toContain("We are at a fair.");
		await changes.move(reference, startOf({ date: "2026-12-02", time: "10:00 AM" }), write("Dev is in on Wednesday."));
		const news = await readNews();
		expect(news?.kind).toBe("booking-moved");
		expect(news?.text).toMatch(/We are at a fair\.\s+Dev is in on Wednesday\./);
		await undo(reference);
		expect((await readNews())?.text).not.toContain("Wednesday");
		await changes.cancel(reference, noor);
		const cancelled = await readNews();
		expect(cancelled?.kind).toBe("booking-cancelled");
		expect(cancelled?.text).not.toContain("We are at a fair.");
	});

	test("that the visitor changes before its e-mail has left keeps the message of the member in their e-mail alone", async () => {
		const demo = await openDemo(kind, { hosts: ["priya"] });
		const { token, reference } = await demo.book();
		await demo.runOutbox();
		await demo.changes.move(reference, elsewhere, { ...noor, message: "Please bring the contract." });
		expect(await demo.move(token, { date: "2026-12-02", time: "10:00 AM" })).toEqual({ ok: true });
		const emails = await renderEmails(demo, createTestRenderers(testCompany, undefined, demo.hosts.listPeople));
		const textOf = (name: string) => emails.find((email) => email.kind === name)?.text.replaceAll(/\s+/g, " ");
		expect(textOf("booking-moved")).toContain("Please bring the contract.");
		expect(textOf("booking-host-moved")).toContain("Asha moved this call from Monday, 30 November 2026 at 10:00 AM.");
		expect(textOf("booking-host-moved")).not.toContain("contract");
	});

	test("that somebody loses is named to them by the time and the room that they know", async () => {
		const isKnown = (text = "") => [text.includes("30 November 2026"), text.includes("1 December 2026")];
		for (const end of ["given-away", "cancelled"] as const) {
			const demo = await openDemo(kind, { hosts: ["priya", "dev"], hasFixedRooms: true });
			const { changes } = demo;
			const { reference } = await demo.book();
			await demo.runOutbox();
			await changes.reassign(reference, { from: "priya", to: "dev" }, noor);
			await changes.move(reference, elsewhere, noor);
			if (end === "cancelled") await changes.cancel(reference, noor);
			const renderers = createTestRenderers(testCompany, undefined, demo.hosts.listPeople);
			const lost = (await renderEmails(demo, renderers)).filter(({ kind: of }) => of.endsWith(`-${end}`));
			expect(lost.map(({ kind: of }) => of)).toEqual(
				end === "cancelled"
					? ["booking-cancelled", "booking-host-cancelled", "booking-staff-cancelled"]
					: ["booking-host-given-away"],
			);
			for (const { subject, text, attachments, kind: of } of lost) {
				expect([isKnown(subject), isKnown(text)], of).toEqual([
					[true, false],
					[true, false],
				]);
				if (of !== "booking-staff-cancelled")
					expect(text + JSON.stringify(attachments)).not.toContain("video.example/dev");
			}
		}
	});

	type Step = (changes: Demo["changes"], reference: string) => Promise<unknown>;
	const toDev: Step = (changes, reference) => changes.reassign(reference, { from: "priya", to: "dev" }, noor);
	const toPriya: Step = (changes, reference) => changes.reassign(reference, { from: "dev", to: "priya" }, noor);
	const away: Step = (changes, reference) => changes.move(reference, elsewhere, noor);
	const off: Step = (changes, reference) => changes.cancel(reference, noor);
	test.each<[string, boolean, Step[], string[]]>([
		["is reassigned before its first host was told tells the next host alone", false, [toDev], ["notice to dev"]],
		["moves before its host was told tells them of the call once", false, [away], ["notice to priya"]],
		["is cancelled before its host was told tells no host", false, [off], []],
		["is reassigned and cancelled at once tells the host who knows of it", true, [toDev, off], ["cancelled to priya"]],
		[
			"is reassigned and moved at once tells each host once",
			true,
			[toDev, away],
			["given-away to priya", "notice to dev"],
		],
		[
			"is reassigned, given back and moved at once tells the host who knows of it",
			true,
			[toDev, toPriya, away],
			["moved to priya"],
		],
	])("that %s", async (_, isTold, steps, expected) => {
		const demo = await openDemo(kind, { hosts: ["priya", "dev"] });
		const { book, changes, clock, sendToHosts } = demo;
		const { reference } = await book();
		if (isTold) expect(await sendToHosts()).toEqual(["notice to priya"]);
		for (const step of steps) expect(await step(changes, reference)).toBeUndefined();
		clock.advance({ seconds: 10 });
		expect(await sendToHosts()).toEqual(expected);
	});

	const back: Step = (changes, reference) => changes.move(reference, startOf(testBooking), noor);
	test.each<[string, Step[], string[]]>([
		["gets another host, moves and moves back tells of the host", [toDev, away, back], ["handed-over"]],
		["gets another host, moves and gets its host back tells of the time", [toDev, away, toPriya], ["moved"]],
		["gets another host and its former one back tells nothing", [toDev, toPriya], []],
		["gets another host, moves, and has both as before tells nothing", [toDev, away, toPriya, back], []],
		[
			"gets another host, moves, and has both as before in another order tells nothing",
			[toDev, away, back, toPriya],
			[],
		],
	])("that %s to the visitor", async (_, steps, expected) => {
		const { book, changes, clock, runOutbox } = await openDemo(kind, {
			hosts: ["priya", "dev"],
			hasFixedRooms: true,
		});
		const { reference } = await book();
		await runOutbox();
		for (const step of steps) expect(await step(changes, reference)).toBeUndefined();
		clock.advance({ seconds: 10 });
		const sent = await runOutbox();
		expect(sent.filter((of) => !/-(host|staff)-/.test(of))).toEqual(expected.map((name) => `booking-${name}`));
	});

	test("that gets its host back with another video room, or with a message, says so", async () => {
		for (const [hasFixedRooms, message, title] of [
			[false, "", "Your demo call has a new video link"],
			[true, "Priya is well again.", "A message about your demo call"],
		] as const) {
			const demo = await openDemo(kind, { hosts: ["priya", "dev"], hasFixedRooms });
			const { reference } = await demo.book();
			await demo.runOutbox();
			const { changes } = demo;
			await changes.reassign(reference, { from: "priya", to: "dev" }, noor);
			await changes.reassign(reference, { from: "dev", to: "priya" }, { ...noor, message });
			const email = (await renderEmails(demo)).find(({ kind: of }) => of === "booking-handed-over");
			expect(email?.subject).toContain(title);
			expect(email?.text).not.toContain("will take this call");
		}
	});

	test("that is moved and moved back within these seconds is not announced", async () => {
		const { book, changes, clock, runOutbox } = await openDemo(kind);
		const { reference } = await book();
		await runOutbox();
		await changes.move(reference, elsewhere, noor);
		expect(await changes.move(reference, elsewhere, noor)).toEqual([
			{ field: "slot", message: "It is already at that time" },
		]);
		await changes.move(reference, startOf(testBooking), noor);
		clock.advance({ minutes: 1 });
		expect(await runOutbox()).toEqual([]);
	});
});
