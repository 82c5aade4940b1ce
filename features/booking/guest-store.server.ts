import { sql, type RawBuilder } from "kysely";
import { updateRecord } from "../../core/records/record-store.server.ts";
import { containsText } from "../../platform/database/contains-text.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toBookingRecord, writeGuests, type BookingRecord, type CallGuest } from "./booking-record.server.ts";
import { guestEmailKinds } from "./email-intents.server.ts";
import { bookingStore, toNewRecord, updateUnchanged } from "./store.server.ts";

/** Replaces the guests of a live booking. Returns and throws as moveBooking does. */
export async function setGuests(
	transaction: WriteTransaction,
	booking: BookingRecord,
	guests: CallGuest[],
	now: Temporal.Instant,
): Promise<BookingRecord> {
	const changed: BookingRecord = { ...booking, guests, sequence: booking.sequence + 1 };
	await updateUnchanged(transaction, booking, { guests: writeGuests(guests) });
	await updateRecord(transaction, toNewRecord(changed), now);
	return changed;
}

/** Removes a person from the guests of all bookings, or of those booked before an instant, and the e-mails to them as a guest. */
export async function forgetGuest(
	transaction: WriteTransaction,
	email: string,
	{ now, before }: { now: Temporal.Instant; before?: Temporal.Instant | undefined },
): Promise<void> {
	const address = email.toLowerCase();
	const bookings = (await listGuestsBookings(transaction, address)).filter(
		({ bookedAt }) => before === undefined || Temporal.Instant.compare(bookedAt, before) < 0,
	);
	for (const { reference, guests = [] } of bookings) {
		const others = guests.filter((guest) => guest.email.toLowerCase() !== address);
		await bookingStore.change(transaction, reference, { guests: writeGuests(others) }, now);
	}
	if (bookings.length === 0) return;
	const references = bookings.map(({ reference }) => reference);
	// It holds the guests before a change.
	await transaction.updateTable("callChanges").set({ undo: null }).where("reference", "in", references).execute();
	await transaction
		.deleteFrom("emails")
		.where("reference", "in", references)
		.where(sql`lower(recipient)`, "=", address)
		.where("kind", "in", guestEmailKinds)
		.execute();
}

/** The condition that one of a booking's guests has one of these addresses, which are in lower case. */
export function areGuests(emails: readonly string[]): RawBuilder<unknown> {
	const conditions = emails.map((email) => containsText(sql`lower(guests)`, `"email":${JSON.stringify(email)}`));
	return sql`(${sql.join(conditions, sql` or `)})`;
}

/** Lists the bookings that have a person among their guests. @param address in lower case */
export async function listGuestsBookings(db: Connection, address: string): Promise<BookingRecord[]> {
	const rows = await db
		.selectFrom("bookings")
		.selectAll()
		.where(containsText(sql`lower(guests)`, address))
		.orderBy("startsAt")
		.execute();
	return rows
		.map(toBookingRecord)
		.filter(({ guests = [] }) => guests.some((guest) => guest.email.toLowerCase() === address));
}
