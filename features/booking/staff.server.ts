import { fullNameOf, hasBegun, wasOvertaken, type BookingRecord } from "./booking-record.server.ts";
import {
	countBooked,
	countBookings,
	findBooking,
	listBookings,
	listBookingsAfter,
	type BookingFilter,
} from "./find-bookings.server.ts";
import { roomOptionsOf } from "./places.server.ts";
import { quarantineBooking, releaseBooking } from "./store.server.ts";
import { describeQuarantine, describeRelease } from "../../core/records/describe-outcomes.ts";
import type { RecordFilter, RecordSource, StaffRecords } from "../../core/records/staff-records.ts";
import type { Company } from "../../shared/company.ts";
import { findDate, findStartOfDay } from "../../shared/zoned-time.ts";
import { tellHost, type BookingDeps } from "./booking-deps.server.ts";
import { findHostOf } from "./host-of-call.server.ts";
import { nameZone } from "../../shared/slot-texts.ts";
import { readAll, toCsv } from "../../platform/csv.ts";
import { holdEmails, releaseEmails } from "../../platform/email/unsent-emails-store.ts";

/** Demo calls that are to come, the next first; those that are over, the latest first. */
export function createBookingRecords({
	company,
	hosts,
	messageIdDomain,
}: Pick<BookingDeps, "company" | "hosts" | "messageIdDomain">): StaffRecords {
	const { timeZone, timeZoneLabel } = company;
	return {
		name: "booking",
		names: "bookings",
		prefix: "BKG",

		columns: ["Date", `Time (${timeZoneLabel})`, "Domain", "Name", "E-mail"],
		hasTimes: true,
		none: "No bookings from today on.",

		async list({ database, now }, { limit, offset = 0, ...filter }) {
			const latestFirst = filter.past === true || filter.search !== undefined;
			const bookings = await listBookings(database.db, {
				limit,
				offset,
				latestFirst,
				...toBookingFilter(filter, now, timeZone),
			});
			return bookings.map((booking) => ({
				reference: booking.reference,
				values: [
					Temporal.PlainDate.from(booking.date),
					booking.timeZone === timeZone ? booking.time : `${booking.time} (${nameZone(booking.timeZone, company)})`,
					booking.domain,
					fullNameOf(booking),
					booking.email,
				],
				state: nameState(booking),
			}));
		},

		count: ({ database, now }, filter) => countBookings(database.db, toBookingFilter(filter, now, timeZone)),

		countReceived: ({ database }, interval) => countBooked(database.db, interval),

		async find({ database }, reference) {
			const booking = await findBooking(database.db, reference);
			if (!booking) return undefined;
			const state = nameState(booking);
			const host = await findHostOf(database.db, booking, hosts);
			return {
				reference,
				state,
				name: fullNameOf(booking),
				fields: [
					{ label: "Call", value: describeCall(booking, company) },
					...(host ? [{ label: "Host", value: host.name }] : []),
					...(booking.videoUrl === undefined
						? []
						: [{ label: "Video call", value: [booking.videoUrl], as: "links" as const }]),
					{ label: "Domain", value: booking.domain },
					{ label: "Booked", value: booking.bookedAt },
					...(booking.confirmBy ? [{ label: "To be confirmed by", value: booking.confirmBy }] : []),
					{ label: "State", value: state, as: "state" },
					{ label: "Name", value: fullNameOf(booking) },
					{ label: "E-mail", value: booking.email, as: "email" },
					{ label: "Phone", value: booking.phone },
				],
				text: { label: "Message", value: booking.message },
				actions: state === "quarantined" ? ["release"] : state === "booked" ? ["quarantine"] : [],
			};
		},

		async release(source, reference) {
			const { database, now } = source;
			const room = roomOptionsOf({ company, now, hosts });
			const booking = await getBooking(source, reference);
			if (booking.state !== "quarantined") return `${reference} is not in quarantine.`;
			if (hasBegun(booking, now))
				return `${reference} stays in quarantine: its time has passed. Write to ${booking.email} to agree on a new one.`;
			const released = await unlessChanged(() =>
				database.write(async (transaction) => {
					const live = await releaseBooking(transaction, booking, room);
					if (!live) return "taken";
					await tellHost(transaction, live, { hosts, messageIdDomain, now });
					return releaseEmails(transaction, reference, now);
				}),
			);
			if (released === "changed") return describeChange(reference);
			if (released === "taken")
				return `${reference} stays in quarantine: another call is booked at its time. Write to ${booking.email} to agree on a new one.`;
			return describeRelease(reference, released, {
				state: "is out of quarantine and has its slot",
				when: "while the server runs, the reminders at their time",
			});
		},

		async quarantine(source, reference) {
			const booking = await getBooking(source, reference);
			const state = nameState(booking);
			if (state !== "booked") return `${reference} is ${state} and stays so.`;
			const held = await unlessChanged(() =>
				source.database.write(async (transaction) => {
					await quarantineBooking(transaction, booking);
					return holdEmails(transaction, reference);
				}),
			);
			if (held === "changed") return describeChange(reference);
			return describeQuarantine(reference, held, "is in quarantine and its slot is free");
		},

		exportAll: ({ database }) =>
			toCsv(
				[
					"reference",
					"date",
					"time",
					"domain",
					"state",
					"bookedAt",
					"firstName",
					"lastName",
					"email",
					"phone",
					"message",
					"timeZone",
					"durationMinutes",
				],
				readAll((id, limit) => listBookingsAfter(database.db, id, limit)),
			),
	};
}

/** A booking's state as staff see it: a call that waits to be confirmed, or was not in time, is not like the others. */
function nameState({ state, confirmBy }: BookingRecord): string {
	if (!confirmBy) return state;
	return state === "booked" ? "unconfirmed" : state === "cancelled" ? "lapsed" : state;
}

/** When a call is; how long, where others have another length by now. */
function describeCall({ date, time, timeZone, durationMinutes }: BookingRecord, company: Company): string {
	const length = durationMinutes === company.demo.callMinutes ? "" : `, ${durationMinutes} minutes`;
	return `${date} ${time} (${nameZone(timeZone, company)})${length}`;
}

function toBookingFilter(
	{ quarantinedOnly, since, past, search }: RecordFilter,
	now: Temporal.Instant,
	timeZone: string,
): BookingFilter {
	const today = Temporal.Instant.fromEpochMilliseconds(
		findStartOfDay(findDate(now.epochMilliseconds, timeZone), timeZone),
	);
	const days = search !== undefined ? {} : past ? { before: today } : { from: today };
	return { ...days, search, bookedAfter: since, ...(quarantinedOnly && { states: ["quarantined"] }) };
}

async function getBooking({ database }: RecordSource, reference: string): Promise<BookingRecord> {
	const booking = await findBooking(database.db, reference);
	if (!booking) throw new Error(`There is no booking ${reference}`);
	return booking;
}

/** Gives "changed" when the visitor has moved or cancelled the call since it was read, or its slot was taken at this very moment. */
async function unlessChanged<Result>(change: () => Promise<Result>): Promise<Result | "changed"> {
	try {
		return await change();
	} catch (error) {
		if (wasOvertaken(error)) return "changed";
		throw error;
	}
}

function describeChange(reference: string): string {
	return `${reference} stays as it is: something changed at this very moment. Look at it again.`;
}
