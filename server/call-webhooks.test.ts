import { describe, expect, test } from "vitest";
import { createAppointmentChanges } from "../core/appointments/change-appointment.server.ts";
import { moveQuarantine } from "../core/records/quarantine.server.ts";
import { createCallKind } from "../features/booking/call-kind.server.ts";
import { startOfSlot } from "../shared/slot-times.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createTestDemoBooking } from "../tests/support/demo-booking.ts";
import { hearEvents } from "../tests/support/hear-events.ts";
import { openMail } from "../tests/support/incoming-mail.ts";
import { getTestKind } from "../tests/support/records.ts";
import { testCompany } from "../tests/support/test-server.ts";

const noor = { id: "account-noor", name: "Noor Khan", message: "" };

async function openCalls(kind: DatabaseKind) {
	const demo = await createTestDemoBooking(kind);
	const { database, clock, hosts } = demo;
	const { listEvents } = await hearEvents(demo);
	const deps = {
		company: testCompany,
		salesEmail: testCompany.salesEmail,
		publicUrl: "https://narangi.example",
		hosts,
		database,
		clock,
		messageIdDomain: "narangi.example",
		onOccurrence: () => undefined,
	};
	const changes = createAppointmentChanges(createCallKind(deps), deps);
	return {
		...demo,
		changes,
		listEvents,
		listCalls: async () => (await listEvents()).filter(({ type }) => type.startsWith("call.")),
	};
}

describe.each(serverDatabaseKinds)("webhooks of calls and messages on %s", (kind) => {
	test("tell when a call is booked, moved and cancelled by its visitor", async () => {
		const { book, move, manageBooking, listEvents } = await openCalls(kind);
		const { token, reference } = await book();
		await move(token, { date: "2026-12-01", time: "4:00 PM" });
		await manageBooking.cancel(token);
		expect(await listEvents()).toMatchObject([
			{ type: "record.created", data: { record: { reference, kind: "booking" } } },
			{ type: "call.booked", data: { call: { startsAt: "2026-11-30T04:30:00.000Z", durationMinutes: 30 } } },
			{
				type: "call.moved",
				data: { call: { startsAt: "2026-12-01T10:30:00.000Z", movedFrom: "2026-11-30T04:30:00.000Z" }, by: null },
			},
			{ type: "record.changed", data: { change: { field: "stage", to: "cancelled" } } },
			{ type: "call.cancelled", data: { call: { startsAt: "2026-12-01T10:30:00.000Z" } } },
		]);
	});

	test("tell of a call's change by staff and of its undo", async () => {
		const { book, changes, listCalls } = await openCalls(kind);
		const { reference } = await book();
		const undo = async () => {
			const change = await changes.findUndoable(reference, noor.id);
			expect(await changes.undo(reference, change?.id ?? "", noor.id)).toBeUndefined();
		};
		expect(await changes.move(reference, startOfSlot("2026-12-01", "4:00 PM", "Asia/Kolkata"), noor)).toBeUndefined();
		await undo();
		expect(await changes.cancel(reference, noor)).toBeUndefined();
		await undo();
		expect((await listCalls()).map(({ type }) => type)).toEqual([
			"call.booked",
			"call.moved",
			"call.moved",
			"call.cancelled",
			"call.booked",
		]);
	});

	test("tell nothing of a call that moves or is cancelled unconfirmed, nor of its undo", async () => {
		const { changes, listCalls, database, clock } = await openCalls(kind);
		const booking = createBookingRecord({ confirmBy: clock.now().add({ minutes: 20 }) });
		await storeBooking(database, booking);
		const { reference } = booking;
		for (const change of [
			() => changes.move(reference, startOfSlot("2026-12-01", "4:00 PM", "Asia/Kolkata"), noor),
			() => changes.cancel(reference, noor),
		]) {
			expect(await change()).toBeUndefined();
			const undoable = await changes.findUndoable(reference, noor.id);
			expect(await changes.undo(reference, undoable?.id ?? "", noor.id)).toBeUndefined();
		}
		expect(await listCalls()).toEqual([]);
	});

	test("tell of a quarantined call once it is let through", async () => {
		const { listCalls, listEvents, database, clock } = await openCalls(kind);
		const booking = createBookingRecord({ state: "quarantined" });
		await storeBooking(database, booking);
		expect(await listEvents()).toEqual([]);
		await database.write((transaction) =>
			moveQuarantine(transaction, getTestKind("booking"), booking.reference, { spam: false, now: clock.now() }),
		);
		expect((await listCalls()).map(({ type }) => type)).toEqual(["call.booked"]);
		expect((await listEvents()).map(({ type }) => type)).toContain("record.created");
	});

	test("tell of a booked call once, though it was marked as spam and is none", async () => {
		const { book, listCalls, database, clock } = await openCalls(kind);
		const { reference } = await book();
		for (const spam of [true, false])
			await database.write((transaction) =>
				moveQuarantine(transaction, getTestKind("booking"), reference, { spam, now: clock.now() }),
			);
		expect((await listCalls()).map(({ type }) => type)).toEqual(["call.booked"]);
	});

	test("tell of visitors' messages without their text, keep their ids alone, and tell of no earlier ones", async () => {
		const { receive, receiveMail, database, clock } = await openMail(kind);
		const { listEvents } = await hearEvents({ database, clock });
		const reference = await receive({ "Message-ID": "<first@visitor.example>" });
		await receive({ "In-Reply-To": "<first@visitor.example>" }, "One more secret question.");
		const events = await listEvents();
		expect(events.map(({ type }) => type)).toEqual(["record.created", "message.received", "message.received"]);
		expect(events.at(-1)?.data).toMatchObject({
			record: { reference },
			message: { id: expect.any(String), from: { email: "asha@visitor.example" }, subject: "A question" },
		});
		expect(JSON.stringify(events)).not.toContain("secret question");
		const kept = await database.db.selectFrom("webhookDeliveries").select("data").execute();
		expect(JSON.stringify(kept)).not.toContain("question");
		const raw = Buffer.from("From: ravi@visitor.example\r\nMessage-ID: <old@visitor.example>\r\n\r\nLong ago\r\n");
		const mailbox = { id: "mailbox-sales", address: "sales@narangi.example", kind: "enquiry", trustedAuthserv: "" };
		await receiveMail({ raw, bytes: raw.length, receivedAt: clock.now(), isOld: true, mailbox });
		expect(await listEvents()).toHaveLength(3);
	});
});
