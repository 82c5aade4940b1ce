import type { FeatureEmails } from "../../platform/email/email-preview.ts";
import { bookingEmailKinds, createBookingEmails, type BookingEvent } from "./emails.server.tsx";
import { defaultDomain } from "./rules.ts";
import type { BookingRecord } from "./store.server.ts";

const daysAhead = 7;

export const bookingEmails: FeatureEmails = {
	kinds: bookingEmailKinds,
	async createPreviews({ company, publicUrl, deskUrl, now }) {
		const today = now.toZonedDateTimeISO("UTC").toPlainDate();
		const booking: BookingRecord = {
			id: "01a1fe0b-1f4b-734a-91e1-fbf9101dfbf3",
			reference: "BKG-7K3F9QXM",
			bookedAt: now,
			sequence: 0,
			state: "booked",
			firstName: "Robin",
			lastName: "Meyer",
			email: "robin@visitor.example",
			phone: "+1 555 0100",
			message: "We have outgrown our spreadsheets.\n\nCan you show us how orders reach the warehouse?",
			domain: defaultDomain,
			date: today.add({ days: daysAhead }).toString(),
			time: "11:00 AM",
		};
		const write = (event: BookingEvent, change: Partial<BookingRecord> = {}) =>
			createBookingEmails({ ...booking, ...change }, event, {
				company,
				salesEmail: company.salesEmail,
				manageUrl: `${publicUrl}/demo/booking/0123456789abcdef`,
				deskUrl,
				now,
			});
		const booked = await write({ kind: "booked" });
		const from = { date: today.add({ days: daysAhead - 1 }).toString(), time: "3:00 PM" };
		// Its reminders read like those of a call that was not moved.
		const moved = (await write({ kind: "moved", from }, { sequence: 1 })).slice(0, 2);
		const cancelled = await write({ kind: "cancelled" }, { state: "cancelled", sequence: 1 });
		return [...booked, ...moved, ...cancelled].map((email) => ({
			about: email.recipient === booking.email ? "To the visitor" : "To sales",
			email,
		}));
	},
};
