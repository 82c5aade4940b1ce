import { sql } from "kysely";
import { holdEmails, releaseEmails } from "../../platform/email/unsent-emails-store.ts";
import type { RecordKind, SentRecord } from "../../core/records/record-kind.ts";
import type { HostPerson } from "../../core/appointments/host-store.server.ts";
import type { Company } from "../../shared/company.ts";
import type { Stage } from "../../shared/desk.ts";
import { tellHost, type BookingDeps } from "./booking-deps.server.ts";
import { formatSlot, nameZone } from "../../shared/slot-texts.ts";
import { listCallChanges, type CallChange } from "./call-changes-store.server.ts";
import {
	bookingKind,
	demoCallPurpose,
	fullNameOf,
	hasBegun,
	wasOvertaken,
	type BookingRecord,
} from "./booking-record.server.ts";
import { findBooking, listBookingsOf } from "./find-bookings.server.ts";
import { roomOptionsOf } from "./places.server.ts";
import { quarantineBooking, releaseBooking } from "./store.server.ts";

/** Bookings as staff work with them: each is a call, at a time of its own. */
export function createBookingKind({
	stages,
	salesEmail,
	company,
	hosts,
	messageIdDomain,
}: {
	stages: readonly Stage[];
	/** Where visitors' answers go. */
	salesEmail: string;
} & Pick<BookingDeps, "company" | "hosts" | "messageIdDomain">): RecordKind {
	return {
		name: bookingKind,
		names: "bookings",
		prefix: "BKG",
		stages,
		isPromised: false,
		confirmationKinds: ["booking-confirmation", "booking-confirm-request"],
		mailbox: salesEmail,
		moment: {
			label: "Call",
			table: sql.table("bookings"),
			column: sql.ref("startsAt"),
		},
		async findSent(db, references) {
			const bookings = await listBookingsOf(db, references);
			const people = bookings.some(({ hostId }) => hostId !== undefined)
				? await hosts.listPeople(db, demoCallPurpose)
				: [];
			const findHost = ({ hostId }: BookingRecord) => people.find(({ id }) => id === hostId);
			return new Map(bookings.map((booking) => [booking.reference, describeSent(booking, company, findHost(booking))]));
		},
		async findRemarks(db, references, now) {
			const bookings = await listBookingsOf(db, references);
			return new Map(
				bookings.flatMap((booking) => {
					const remark = describeConfirmation(booking, now);
					return remark === undefined ? [] : [[booking.reference, remark]];
				}),
			);
		},
		async listDeeds(db, reference, now) {
			const changes = await listCallChanges(db, reference, now);
			return changes.map(({ id, at, accountId, isUndone, ...change }) => ({
				id,
				at,
				accountId,
				isUndone,
				deed: describeDeed(change),
			}));
		},
		async setSpam(transaction, reference, spam, now) {
			const booking = await findBooking(transaction, reference);
			if (!booking) return "It is gone.";
			try {
				if (spam) {
					if (booking.state !== "booked") return "The call is cancelled, and stays so.";
					await quarantineBooking(transaction, booking);
					await holdEmails(transaction, reference);
					return undefined;
				}
				if (booking.state !== "quarantined") return "It is not in quarantine.";
				if (hasBegun(booking, now))
					return `It stays in quarantine: its time has passed. Write to ${booking.email} to agree on a new one.`;
				const room = roomOptionsOf({ company, now, hosts });
				const live = await releaseBooking(transaction, booking, room);
				if (!live)
					return `It stays in quarantine: another call is booked at its time. Write to ${booking.email} to agree on a new one.`;
				await releaseEmails(transaction, reference, now);
				await tellHost(transaction, live, { hosts, messageIdDomain, now });
				return undefined;
			} catch (error) {
				if (wasOvertaken(error)) return "It stays as it is: something changed at this very moment. Look at it again.";
				throw error;
			}
		},
	};
}

function describeDeed({ deed, before, after }: Pick<CallChange, "deed" | "before" | "after">): string {
	if (deed === "cancel") return `cancelled the call of ${before}`;
	if (deed === "move") return `moved the call from ${before} to ${after}`;
	return before === "" ? `gave the call to ${after}` : `handed the call from ${before} to ${after}`;
}

function describeSent(booking: BookingRecord, company: Company, host: HostPerson | undefined): SentRecord {
	const { firstName, lastName, email, phone, domain, message, bookedAt, confirmBy, state, moves, videoUrl } = booking;
	return {
		firstName,
		lastName,
		email,
		fields: [
			{ label: "Call", value: describeCall(booking, company) },
			...(host ? [{ label: "Host", value: host.name }] : []),
			...(videoUrl === undefined ? [] : [{ label: "Video call", value: [videoUrl], as: "links" as const }]),
			{ label: "Domain", value: domain },
			{ label: "Booked", value: bookedAt },
			...(confirmBy && state === "booked" ? [{ label: "To be confirmed by", value: confirmBy }] : []),
			...(moves > 0 ? [{ label: "Moved by the visitor", value: moves === 1 ? "once" : `${moves} times` }] : []),
			{ label: "Name", value: fullNameOf(booking) },
			{ label: "E-mail", value: email, as: "email" },
			{ label: "Phone", value: phone },
		],
		text: { label: "Message", value: message },
	};
}

/** A call that waits to be confirmed, or was not in time, is not like the others. */
function describeConfirmation({ state, confirmBy }: BookingRecord, now: Temporal.Instant): string | undefined {
	if (!confirmBy || state === "quarantined") return undefined;
	const isOver = state === "cancelled" || Temporal.Instant.compare(confirmBy, now) <= 0;
	return isOver ? "not confirmed in time" : "not confirmed yet";
}

/** When a call is, and how long, where others have another length by now. */
function describeCall(booking: BookingRecord, company: Company): string {
	const { timeZone, durationMinutes } = booking;
	const length = durationMinutes === company.demo.callMinutes ? "" : `, ${durationMinutes} minutes`;
	return `${formatSlot(booking)} (${nameZone(timeZone, company)})${length}`;
}
