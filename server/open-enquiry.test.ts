import { describe, expect, test } from "vitest";
import { listLinkedRecords } from "../core/records/record-links.server.ts";
import { findRecord } from "../core/records/record-store.server.ts";
import { openEnquiryOf } from "../desk/calls/open-enquiry.server.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { createTestClock } from "../tests/support/clock.ts";
import { openTestDatabase, serverDatabaseKinds } from "../tests/support/databases.ts";
import { hearEvents } from "../tests/support/hear-events.ts";
import { signInStaff } from "../tests/support/staff.ts";

describe.each(serverDatabaseKinds)("an enquiry from a call on %s", (kind) => {
	test("is one, however often it is asked for at once", async () => {
		const database = await openTestDatabase(kind);
		const now = createTestClock().now();
		const call = createBookingRecord();
		await storeBooking(database, call);
		const open = () => openEnquiryOf(call.reference, { by: "meera", followUpOn: undefined }, { database, now });
		const opened = await Promise.all(Array.from({ length: 8 }, open));
		const enquiries = await database.db.selectFrom("enquiries").select("reference").execute();
		expect(enquiries).toHaveLength(1);
		expect(await listLinkedRecords(database.db, call.reference)).toEqual(enquiries.map(({ reference }) => reference));
		expect(new Set(opened.map((one) => one?.reference))).toEqual(new Set(enquiries.map(({ reference }) => reference)));
		expect(opened.filter((one) => one?.isNew)).toHaveLength(1);
	});

	test("is told to webhooks with its owner", async () => {
		const database = await openTestDatabase(kind);
		const clock = createTestClock();
		const { accountId } = await signInStaff(database, { now: clock.now(), roles: ["sales"] });
		const { listEvents } = await hearEvents({ database, clock });
		const call = createBookingRecord();
		await storeBooking(database, call);
		const followUpOn = Temporal.PlainDate.from("2026-12-07");
		const opened = await openEnquiryOf(call.reference, { by: accountId, followUpOn }, { database, now: clock.now() });
		const reference = opened?.reference ?? "";
		expect((await listEvents()).at(-1)).toMatchObject({
			type: "record.created",
			data: { record: { reference, owner: { id: accountId } } },
		});
		expect(await findRecord(database.db, reference)).toMatchObject({
			ownerId: accountId,
			followUpOn,
			answeredAt: clock.now(),
		});
	});
});
