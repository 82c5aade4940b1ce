import { describe, expect, test } from "vitest";
import { addClosure } from "../../core/appointments/absence-store.server.ts";
import { moveQuarantineByCommand } from "../../core/records/quarantine.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { createBookingRecord, storeBooking } from "../../tests/support/bookings.ts";
import { databaseKinds, openTestDatabase } from "../../tests/support/databases.ts";
import { getTestKind } from "../../tests/support/records.ts";
import { findBooking } from "./find-bookings.server.ts";
import { cancelBooking } from "./store.server.ts";

const now = Temporal.Instant.from("2026-11-23T06:00:00Z");

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
});
