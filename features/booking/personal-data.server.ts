import { listLowerCaseAddresses } from "../../core/people/list-addresses.ts";
import { subtractMonths, type PersonalRecords } from "../../core/people/personal-records.ts";
import type { CompanyTime } from "../../shared/company.ts";
import { formatSlot, nameZone } from "../../shared/slot-texts.ts";
import { fullNameOf } from "./booking-record.server.ts";
import { listBookingReferences, listBookingsOf } from "./find-bookings.server.ts";
import { deleteBookings } from "./store.server.ts";

/** Bookings are kept for their term from the day of the call. */
export function createBookingPersonalData(retentionMonths: number, company: CompanyTime): PersonalRecords {
	return {
		kind: "bookings",
		name: "booking",
		names: "bookings",
		listExpired: (db, { now, limit }) =>
			listBookingReferences(db, { startedBefore: subtractMonths(now, retentionMonths, company.timeZone), limit }),
		listOfAddress: (db, email, { before, limit }) => listBookingReferences(db, { email, bookedBefore: before, limit }),
		listAddresses: (db, range) => listLowerCaseAddresses(db, "bookings", range),
		listExisting: (db, among) => listBookingReferences(db, { among, limit: among.length }),
		async describe(db, references) {
			const bookings = await listBookingsOf(db, references);
			return bookings.map((booking) => ({
				reference: booking.reference,
				email: booking.email,
				at: booking.bookedAt,
				fields: [
					{ label: "Call", value: `${formatSlot(booking)} (${nameZone(booking.timeZone, company)})` },
					{ label: "Length", value: `${booking.durationMinutes} minutes` },
					{ label: "Domain", value: booking.domain },
					{ label: "State", value: booking.state },
					{ label: "Name", value: fullNameOf(booking) },
					{ label: "E-mail", value: booking.email, as: "email" },
					{ label: "Phone", value: booking.phone },
				],
				text: { label: "Message", value: booking.message },
				stored: booking,
				files: [],
				work: [],
			}));
		},
		async delete(transaction, references, now) {
			const { count, upcoming } = await deleteBookings(transaction, references, now);
			const remarks = upcoming.map(
				({ date, time, timeZone }) =>
					`The call on ${date} at ${time} (${nameZone(timeZone, company)}) will not take place. Its slot is free, and no e-mail says so: take it out of your calendar.`,
			);
			return { count, remarks };
		},
	};
}
