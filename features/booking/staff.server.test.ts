import { describe, expect, test } from "vitest";
import { findBooking } from "./find-bookings.server.ts";
import { cancelBooking } from "./store.server.ts";
import { createBookingRecord, recordDeps, storeBooking } from "../../tests/support/bookings.ts";
import { databaseKinds, openTestDatabase } from "../../tests/support/databases.ts";
import type { Database } from "../../platform/database/database.ts";
import { createBookingRecords } from "./staff.server.ts";

const now = Temporal.Instant.from("2026-11-23T06:00:00Z");

describe.each(databaseKinds)("on %s", (kind) => {
	test.each(["release", "quarantine"] as const)(
		"%s says that it did nothing when the visitor cancels the call at the same moment",
		async (action) => {
			const database = await openTestDatabase(kind);
			const booking = createBookingRecord({
				date: "2026-12-02",
				state: action === "release" ? "quarantined" : "booked",
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
				await createBookingRecords(recordDeps())[action]({ database: cancelledMeanwhile, now }, booking.reference),
			).toBe("BKG-7K3F9QXM stays as it is: something changed at this very moment. Look at it again.");
			expect((await findBooking(database.db, booking.reference))?.state).toBe("cancelled");
		},
	);
});
