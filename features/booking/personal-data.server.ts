import { subtractMonths, type PersonalRecords } from "../../platform/retention/personal-records.ts";
import { deleteBookings, listBookingReferences } from "./store.server.ts";

/** Bookings are kept for their term from the day of the call. */
export function createBookingPersonalData(retentionMonths: number): PersonalRecords {
	return {
		kind: "bookings",
		name: "booking",
		names: "bookings",
		listExpired: (db, { now, limit }) =>
			listBookingReferences(db, { startedBefore: subtractMonths(now, retentionMonths), limit }),
		listOfAddress: (db, email, limit) => listBookingReferences(db, { email, limit }),
		listExisting: (db, among) => listBookingReferences(db, { among, limit: among.length }),
		async delete(transaction, references, now) {
			const { count, upcoming } = await deleteBookings(transaction, references, now);
			const remarks = upcoming.map(
				({ date, time }) =>
					`The call on ${date} at ${time} (India) will not take place. Its slot is free, and no e-mail says so: take it out of your calendar.`,
			);
			return { count, remarks };
		},
	};
}
