import { describe, expect, test } from "vitest";
import { cancelBooking, findBooking, insertBooking, type BookingRecord } from "./store.server.ts";
import { databaseKinds, openTestDatabase } from "../../tests/support/databases.ts";
import type { Database } from "../../platform/database/database.ts";
import { bookingRecords } from "./staff.server.ts";

const now = Temporal.Instant.from("2026-11-23T06:00:00Z");

describe.each(databaseKinds)("on %s", (kind) => {
	test.each(["release", "quarantine"] as const)(
		"%s says that it did nothing when the visitor cancels the call at the same moment",
		async (action) => {
			const database = await openTestDatabase(kind);
			const booking: BookingRecord = {
				id: "a",
				reference: "BKG-7K3F9QXM",
				bookedAt: now,
				sequence: 0,
				state: action === "release" ? "quarantined" : "booked",
				firstName: "Asha",
				lastName: "Rao",
				email: "asha@visitor.example",
				phone: "+91 98100 00000",
				message: "",
				domain: "Hosting",
				date: "2026-12-02",
				time: "1:30 PM",
			};
			await database.write((transaction) => insertBooking(transaction, booking, { tokenHash: "a", callsPerSlot: 1 }));
			const cancelledMeanwhile: Database = {
				...database,
				async write(work) {
					await database.write((transaction) => cancelBooking(transaction, booking));
					return database.write(work);
				},
			};
			expect(
				await bookingRecords[action]({ database: cancelledMeanwhile, now, callsPerSlot: 1 }, booking.reference),
			).toBe("BKG-7K3F9QXM stays as it is: something changed at this very moment. Look at it again.");
			expect((await findBooking(database.db, booking.reference))?.state).toBe("cancelled");
		},
	);
});
