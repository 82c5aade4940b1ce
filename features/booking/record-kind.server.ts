import { sql } from "kysely";
import { hasBegun } from "../../core/appointments/appointment.ts";
import type { HostPerson } from "../../core/appointments/host-store.server.ts";
import { listQuestionFacets } from "../../core/records/facets.ts";
import type { RecordDeclaration, SentRecord } from "../../core/records/record-kind.ts";
import { listCallTypes } from "../../shared/call-type.ts";
import type { Company } from "../../shared/company.ts";
import { callOutcomes } from "../../shared/desk.ts";
import { nameZone } from "../../shared/slot-texts.ts";
import type { BookingDeps } from "./booking-deps.server.ts";
import { bookingNames } from "./booking-names.ts";
import {
	demoCallPurpose,
	describeStart,
	fullNameOf,
	joinHosts,
	slotOf,
	titleOfCall,
	type BookingRecord,
} from "./booking-record.server.ts";
import { listCallEvents } from "./call-changes.server.ts";
import { countBooked, findBooking } from "./find-bookings.server.ts";
import { areGuests, forgetGuest, listGuestsBookings } from "./guest-store.server.ts";
import { createBookingQuarantine } from "./quarantine-booking.server.ts";
import { bookingStore, deleteBelongings } from "./store.server.ts";
import { visitorFieldNames } from "./visitor-fields.ts";

/** Declares bookings as a kind of record: each has a moment, the call's, from which its retention counts. */
export function createBookingKind({
	salesEmail,
	keptMonths,
	...deps
}: {
	salesEmail: string;
	keptMonths: number;
} & Pick<BookingDeps, "company" | "hosts" | "messageIdDomain" | "limits">): RecordDeclaration {
	const { company, hosts } = deps;
	const asked = listCallTypes(company).flatMap(({ questions }) => questions);
	return {
		...bookingNames,
		store: bookingStore,
		columns: ["Date", `Time (${company.timeZoneLabel})`, "Domain", "Name", "E-mail"],
		emptyListText: "No bookings from today on.",
		csv: {
			columns: [
				"reference",
				"date",
				"time",
				"domain",
				"state",
				"bookedAt",
				...visitorFieldNames,
				"timeZone",
				"durationMinutes",
				"call",
				"guests",
				...(asked.length > 0 ? ["questions"] : []),
			],
			toRow: ({ answers = [], guests = [], ...booking }: BookingRecord) => ({
				...booking,
				...slotOf(booking),
				call: titleOfCall(booking),
				guests: guests.map(({ email }) => email).join(", "),
				questions: JSON.stringify(answers),
			}),
		},
		facets: listQuestionFacets(asked),
		isPromised: false,
		confirmationKinds: ["booking-confirmation", "booking-confirm-request"],
		mailbox: salesEmail,
		moment: {
			label: "Call",
			table: sql.table("bookings"),
			column: sql.ref("startsAt"),
		},
		guests: { table: sql.table("bookings"), isAmong: areGuests },
		listHostsOf: async (db, reference) => (await findBooking(db, reference))?.hostIds ?? [],
		// Leaves out those that were never confirmed.
		countReceived: countBooked,
		async findSent(db, references) {
			const bookings = await bookingStore.listOf(db, references);
			const people = bookings.some(({ hostIds }) => hostIds.length > 0)
				? await hosts.listPeople(db, demoCallPurpose)
				: [];
			return new Map(
				bookings.map((booking) => [
					booking.reference,
					toSentRecord(booking, company, joinHosts(booking, people, company)),
				]),
			);
		},
		async findRemarks(db, references, now) {
			const bookings = await bookingStore.listOf(db, references);
			return new Map(
				bookings.flatMap((booking) => {
					const remark = describeConfirmation(booking, now);
					return remark === undefined ? [] : [[booking.reference, remark]];
				}),
			);
		},
		listEvents: listCallEvents,
		async checkStage(db, reference, { key, isFirst }, now) {
			const isOutcome = key === callOutcomes.held || key === callOutcomes.noShow;
			if (!isOutcome && !isFirst && key !== callOutcomes.cancelled) return undefined;
			const booking = await findBooking(db, reference);
			if (booking?.state === "cancelled" && key !== callOutcomes.cancelled)
				return "The call is cancelled, so it cannot be booked or have an outcome.";
			if (!booking || hasBegun(booking, now)) return undefined;
			if (isOutcome) return "The call has not begun yet. Add the outcome once it has.";
			return key === callOutcomes.cancelled && booking.state === "booked"
				? "This stage does not cancel the call. To cancel it, open it in the calendar and choose “Cancel this call”."
				: undefined;
		},
		quarantine: createBookingQuarantine({ ...deps, salesEmail }),
		personalData: {
			keptMonths,
			keptFromColumn: "startsAt",
			async deleteBelongings(transaction, references, now) {
				const upcoming = await deleteBelongings(transaction, references, now);
				const remarks = upcoming.map((booking) => {
					const { date, time } = slotOf(booking);
					return `The call on ${date} at ${time} (${nameZone(booking.timeZone, company)}) is cancelled without an e-mail. Remove it from your calendar.`;
				});
				return { remarks };
			},
			forget: forgetGuest,
			async listNamed(db, email) {
				const bookings = await listGuestsBookings(db, email);
				return bookings.map(({ reference, bookedAt, startsAt, timeZone, callTitle }) => ({
					reference,
					email,
					at: bookedAt,
					fields: [
						{ label: "Call", value: `${titleOfCall({ callTitle })}, ${describeStart({ startsAt, timeZone })}` },
						{ label: "Guest", value: email, as: "email" as const },
					],
					text: undefined,
					stored: { reference, startsAt, guest: email },
					files: [],
					work: [],
				}));
			},
		},
	};
}

function toSentRecord(booking: BookingRecord, company: Company, host: HostPerson | undefined): SentRecord {
	const { firstName, lastName, email, phone, domain, message, bookedAt, confirmBy, state, moves, videoUrl } = booking;
	const { date, time } = slotOf(booking);
	return {
		receivedAt: bookedAt,
		firstName,
		lastName,
		email,
		phone,
		state: nameState(booking),
		fields: [
			{ label: "Call", value: describeCall(booking, company) },
			...(booking.callTitle ? [{ label: "Type", value: booking.callTitle }] : []),
			...(host ? [{ label: booking.hostIds.length > 1 ? "Hosts" : "Host", value: host.name }] : []),
			...(booking.place === "" ? [] : [{ label: "Place", value: booking.place }]),
			...(videoUrl === undefined ? [] : [{ label: "Video call", value: [videoUrl], as: "links" as const }]),
			{ label: "Domain", value: domain },
			{ label: "Booked", value: bookedAt },
			...(confirmBy && state === "booked" ? [{ label: "To be confirmed by", value: confirmBy }] : []),
			...(moves > 0 ? [{ label: "Moved by the visitor", value: moves === 1 ? "once" : `${moves} times` }] : []),
			{ label: "Name", value: fullNameOf(booking) },
			{ label: "E-mail", value: email, as: "email" },
			{ label: "Phone", value: phone },
			...(booking.guests ? [{ label: "Guests", value: booking.guests.map((guest) => guest.email).join(", ") }] : []),
			...(booking.answers ?? []).map(({ question, answer }) => ({ label: question, value: answer })),
		],
		text: { label: "Message", value: message },
		cells: [
			Temporal.PlainDate.from(date),
			booking.timeZone === company.timeZone ? time : `${time} (${nameZone(booking.timeZone, company)})`,
			domain,
			fullNameOf(booking),
			email,
		],
		stored: { ...booking, date, time },
	};
}

/** Includes unconfirmed and expired. */
function nameState({ state, confirmBy }: BookingRecord): string {
	if (!confirmBy) return state;
	return state === "booked" ? "unconfirmed" : state === "cancelled" ? "lapsed" : state;
}

/** The remark in lists for an unconfirmed or expired call. */
function describeConfirmation({ state, confirmBy }: BookingRecord, now: Temporal.Instant): string | undefined {
	if (!confirmBy || state === "quarantined") return undefined;
	const isOver = state === "cancelled" || Temporal.Instant.compare(confirmBy, now) <= 0;
	return isOver ? "not confirmed in time" : "not confirmed yet";
}

/** When a call is, and its length where it is not that of the company's demo calls. */
function describeCall(booking: BookingRecord, company: Company): string {
	const { timeZone, durationMinutes } = booking;
	const length = durationMinutes === company.demo.callMinutes ? "" : `, ${durationMinutes} minutes`;
	return `${describeStart(booking)} (${nameZone(timeZone, company)})${length}`;
}
