import type { EmailPreview, FeatureEmails } from "../../platform/email/email-preview.ts";
import { listSlotLabels } from "./availability.ts";
import { startOfSlot } from "../../shared/slot-times.ts";
import { confirmWithinMinutes } from "./booking-caps.server.ts";
import {
	bookingEmailKinds,
	createConfirmRequest,
	listBookingEmails,
	type BookingEvent,
} from "./email-intents.server.ts";
import { renderBookingEmail } from "./emails.server.tsx";
import type { HostsOfChange } from "./host-of-call.server.ts";
import type { BookedSlot, BookingRecord } from "./booking-record.server.ts";

const daysAhead = 7;

export const bookingEmails: FeatureEmails = {
	kinds: bookingEmailKinds,
	async createPreviews({ company, publicUrl, deskUrl, now }) {
		const { timeZone, demo, hours } = company;
		const { callMinutes } = demo;
		const [first = "", second = first] = listSlotLabels({ hours, callMinutes });
		const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
		const slotAt = (days: number, time: string): BookedSlot => {
			const date = today.add({ days }).toString();
			const startsAt = Temporal.Instant.fromEpochMilliseconds(startOfSlot(date, time, timeZone));
			return { date, time, timeZone, startsAt };
		};
		const booking: BookingRecord = {
			id: "01a1fe0b-1f4b-734a-91e1-fbf9101dfbf3",
			reference: "BKG-7K3F9QXM",
			bookedAt: now,
			sequence: 0,
			moves: 0,
			state: "booked",
			firstName: "Robin",
			lastName: "Meyer",
			email: "robin@visitor.example",
			phone: "+1 555 0100",
			message: "We have outgrown our spreadsheets.\n\nCan you show us how orders reach the warehouse?",
			domain: demo.domains[0],
			durationMinutes: callMinutes,
			...slotAt(daysAhead, first),
		};
		const token = "0123456789abcdef";
		const { salesEmail } = company;
		const deps = { company, salesEmail, publicUrl, deskUrl, now };
		const render = async (
			emails: ReturnType<typeof listBookingEmails>,
			record: BookingRecord,
			people: HostsOfChange = {},
		) => {
			const rendered: EmailPreview["email"][] = [];
			for (const email of emails) {
				const text = await renderBookingEmail({ parameters: {}, ...email }, record, { ...deps, host: people.host });
				if ("notSent" in text) throw new Error(`${email.kind} has no preview: ${text.notSent}`);
				rendered.push({ ...email, ...text });
			}
			return rendered;
		};
		const write = (event: BookingEvent, change: Partial<BookingRecord> = {}) => {
			const record = { ...booking, ...change };
			return render(listBookingEmails(record, event, { salesEmail, token, now }), record);
		};
		const unconfirmed = { ...booking, confirmBy: now.add({ minutes: confirmWithinMinutes }) };
		const request = createConfirmRequest(unconfirmed, { token, confirmCode: "fedcba9876543210" });
		const confirmRequests = await render([request], unconfirmed);
		const booked = await write({ kind: "booked" });
		const from = slotAt(daysAhead - 1, second);
		// Its reminders read like those of a call that was not moved.
		const moved = (await write({ kind: "moved", from }, { sequence: 1 })).slice(0, 2);
		const cancelled = await write({ kind: "cancelled" }, { state: "cancelled", sequence: 1 });
		const by = { name: "Kim Larsen", message: "Our network is down in that hour.\nPlease excuse it." };
		const byStaff = [
			...(await write({ kind: "moved", from, by }, { sequence: 1 })).slice(0, 2),
			...(await write({ kind: "cancelled", by }, { state: "cancelled", sequence: 1 })),
		];
		const [host, formerHost] = [
			{ id: "1", name: "Kim Larsen", email: "kim@company.example" },
			{ id: "2", name: "Dev Shah", email: "dev@company.example" },
		];
		const hosted = { ...booking, hostId: host.id, videoUrl: "https://rooms.example/call-abcdefgh", sequence: 1 };
		const writeHosted = (event: BookingEvent, people: HostsOfChange, record: BookingRecord = hosted) =>
			render(listBookingEmails(record, event, { salesEmail, token, now, ...people }), record, people);
		const ofHosts = [
			...(await writeHosted({ kind: "booked" }, { host })),
			...(await writeHosted({ kind: "moved", from }, { host })).slice(0, 3),
			...(await writeHosted({ kind: "handed-over" }, { host, formerHost, isNewHost: true })).slice(0, 2),
			...(await writeHosted({ kind: "cancelled" }, { host }, { ...hosted, state: "cancelled" })),
		];
		const nameRecipient = (recipient: string) =>
			recipient === booking.email ? "To the visitor" : recipient === salesEmail ? "To sales" : "To the host";
		return [
			...[...confirmRequests, ...booked, ...moved, ...cancelled].map((email) => ({
				about: nameRecipient(email.recipient),
				email,
			})),
			...byStaff.map((email) => ({ about: `${nameRecipient(email.recipient)}, when staff did it`, email })),
			...ofHosts.map((email) => ({ about: `${nameRecipient(email.recipient)}, of a call with a host`, email })),
		];
	},
};
