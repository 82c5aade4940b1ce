import { ofDemoType, type BookingRecord } from "../../features/booking/booking-record.server.ts";
import { insertBooking } from "../../features/booking/store.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { startOfSlot } from "../../shared/slot-times.ts";
import { testCompany } from "./test-server.ts";
import { withoutHosts } from "./without-hosts.ts";

/** Returns a slot's instant in a zone. */
export function createBookedSlot(
	date: string,
	time: string,
	timeZone = testCompany.timeZone,
): Pick<BookingRecord, "startsAt" | "timeZone"> {
	const startsAt = Temporal.Instant.fromEpochMilliseconds(startOfSlot(date, time, timeZone));
	return { timeZone, startsAt };
}

/** The values of a booking that a test chooses; its slot is in its zone. */
export type BookingChange = Partial<BookingRecord> & { date?: string; time?: string };

/** A booking as the store takes it, of half an hour by default. */
export function createBookingRecord({
	date = "2026-11-30",
	time = "10:00 AM",
	timeZone,
	...change
}: BookingChange = {}): BookingRecord {
	return {
		id: "01a1fe0b-1f4b-734a-91e1-fbf9101dfbf3",
		reference: "BKG-7K3F9QXM",
		bookedAt: Temporal.Instant.from("2026-11-23T06:00:00Z"),
		sequence: 0,
		moves: 0,
		state: "booked",
		firstName: "Asha",
		lastName: "Rao",
		email: "asha@visitor.example",
		phone: "+91 98100 00000",
		message: "",
		domain: "Hosting",
		...ofDemoType,
		durationMinutes: 30,
		hostIds: [],
		...createBookedSlot(date, time, timeZone),
		...change,
	};
}

/** The dependencies of the kind of record of bookings. */
export function recordDeps(company = testCompany) {
	return { company, hosts: withoutHosts(company), messageIdDomain: "narangi.example" };
}

/** The store's other inputs for free slots. */
export function roomIn(callsPerSlot = 1) {
	const now = Temporal.Instant.from("2026-11-23T06:00:00Z");
	const company = { ...testCompany, demo: { ...testCompany.demo, callsPerSlot } };
	return { company, now, hosts: withoutHosts(company) };
}

/** Stores a booking; its private link is known by its id. */
export async function storeBooking(database: Database, booking: BookingRecord): Promise<boolean> {
	const stored = await database.write((transaction) =>
		insertBooking(transaction, booking, { ...roomIn(), tokenHash: booking.id }),
	);
	return stored !== undefined;
}
