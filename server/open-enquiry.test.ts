import { describe, expect, test } from "vitest";
import { listLinkedRecords } from "../core/records/record-links.server.ts";
import { openEnquiryOf } from "../desk/calls/open-enquiry.server.ts";
import { createBookingRecord, storeBooking } from "../tests/support/bookings.ts";
import { createTestClock } from "../tests/support/clock.ts";
import { openTestDatabase, serverDatabaseKinds } from "../tests/support/databases.ts";

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
});
