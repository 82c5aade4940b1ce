import { findBooking, fullNameOf, hasBegun, listBookings, quarantineBooking, releaseBooking, type BookingRecord } from "../../features/booking/store.server.ts";
import { findDayInIndia } from "../../features/india-time.ts";
import { toCsv } from "../csv.ts";
import { holdLetters, releaseLetters } from "../mail/letters-store.ts";
import { countOf, formatFields, formatIndiaTime, formatTable } from "./format.ts";
import type { Inbox, InboxRecords } from "./inbox-records.ts";

/** Demo calls that are to come, the next first. */
export const bookingRecords: InboxRecords = {
	name: "booking",
	names: "bookings",
	prefix: "BKG",

	async list({ database, now, limit, quarantinedOnly }) {
		const from = findDayInIndia(now);
		const bookings = await listBookings(database.db, { from, limit, ...(quarantinedOnly && { states: ["quarantined"] }) });
		if (bookings.length === 0) return "No bookings from today on.\n";
		return formatTable(["Reference", "Date", "Time (India)", "Domain", "Name", "E-mail", "State"], bookings.map((booking) => [
			booking.reference, booking.date, booking.time, booking.domain, fullNameOf(booking), booking.email, booking.state,
		]));
	},

	has: async ({ database }, reference) => (await findBooking(database.db, reference)) !== undefined,

	async show(inbox, reference) {
		const booking = await getBooking(inbox, reference);
		return `${formatFields([
			["Reference", booking.reference],
			["Call", `${booking.date} ${booking.time} (India)`],
			["Domain", booking.domain],
			["Booked", `${formatIndiaTime(booking.bookedAt)} (India)`],
			["State", booking.state],
			["Name", fullNameOf(booking)],
			["E-mail", booking.email],
			["Phone", booking.phone],
		])}\n${booking.message === "" ? "" : `${booking.message}\n`}`;
	},

	async release(inbox, reference) {
		const { database, now } = inbox;
		const booking = await getBooking(inbox, reference);
		if (booking.state !== "quarantined") return `${reference} is not in quarantine.\n`;
		if (hasBegun(booking, now)) return `${reference} stays in quarantine: its time has passed. Write to ${booking.email} to agree on a new one.\n`;
		// How many calls we take at once stands in the content, which belongs to the build; one is always right.
		const released = await database.write(async (transaction) => ((await releaseBooking(transaction, booking, { callsPerSlot: 1 })) ? releaseLetters(transaction, reference, now) : undefined));
		if (released === undefined) return `${reference} stays in quarantine: another call is booked at its time. Write to ${booking.email} to agree on a new one.\n`;
		return `${reference} is out of quarantine and has its slot. ${countOf(released)} will go out while the server runs, the reminders at their time.\n`;
	},

	async quarantine(inbox, reference) {
		const booking = await getBooking(inbox, reference);
		if (booking.state !== "booked") return `${reference} is ${booking.state} and stays so.\n`;
		const held = await inbox.database.write(async (transaction) => {
			await quarantineBooking(transaction, booking);
			return holdLetters(transaction, reference);
		});
		return `${reference} is in quarantine and its slot is free. ${held === 0 ? "No letter was waiting." : `${countOf(held)} held back.`}\n`;
	},

	async exportAll({ database }) {
		const bookings = (await listBookings(database.db)).map((booking) => ({ ...booking, bookedAt: booking.bookedAt.toString() }));
		return toCsv(["reference", "date", "time", "domain", "state", "bookedAt", "firstName", "lastName", "email", "phone", "message"], bookings);
	},
};

async function getBooking({ database }: Inbox, reference: string): Promise<BookingRecord> {
	const booking = await findBooking(database.db, reference);
	if (!booking) throw new Error(`There is no booking ${reference}`);
	return booking;
}
