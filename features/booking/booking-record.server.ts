import type { Generated, Selectable } from "kysely";
import { z } from "zod";
import { intervalOf, noBuffers, type Buffers, type Timed } from "../../core/appointments/appointment.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { demoSlug } from "../../shared/call-type.ts";
import type { Company } from "../../shared/company.ts";
import { joinNames } from "../../shared/join-names.ts";
import type { AnsweredQuestion } from "../../shared/question-answers.ts";
import { formatStart, toSlot } from "../../shared/slot-texts.ts";
import { parseSlotLabel, toClockTime } from "../../shared/slot-times.ts";
import type { Booking } from "./rules.ts";

/** quarantined: suspected spam; it holds no slot, and its e-mails are held until it is released. */
export type BookingState = "booked" | "cancelled" | "quarantined";

export type BookingsTable = {
	id: string;
	reference: string;
	bookedAt: string;
	firstName: string;
	lastName: string;
	email: string;
	phone: string;
	message: string;
	domain: string;
	/** Slug of the type of call, and its title; empty for the demo call. */
	callType: Generated<string>;
	callTitle: Generated<string>;
	bufferBeforeMinutes: Generated<number>;
	bufferAfterMinutes: Generated<number>;
	/** Empty for a video call. */
	place: Generated<string>;
	/** Date and time (24 hours) of startsAt in timeZone, for earlier releases. */
	date: string;
	time: string;
	timeZone: string;
	startsAt: string;
	durationMinutes: number;
	lane: number | null;
	sequence: number;
	tokenHash: string;
	state: BookingState;
	confirmBy: string | null;
	confirmHash: string | null;
	moves: Generated<number>;
	networkBucket: number | null;
	/** The first host, and the others as a JSON array. */
	hostId: string | null;
	coHostIds: Generated<string>;
	videoUrl: string | null;
	/** JSON of the answers to the questions of its type; null for none. */
	answers: Generated<string | null>;
	/** JSON of its guests; null for none. */
	guests: Generated<string | null>;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		bookings: BookingsTable;
		/** Private links besides the first one. */
		bookingLinks: { tokenHash: string; bookingId: string };
	}
}

/** The change key of slots that are taken or freed. */
export const availabilityChangeKey = "availability";

/** The purpose of hosts' time that calls reserve. */
export const demoCallPurpose = "demo-call";

/** A booking as it is stored. */
export type BookingRecord = Timed &
	Buffers &
	Omit<Booking, "date" | "time"> & {
		bookedAt: Temporal.Instant;
		/** Slug of the type of call. */
		callType: string;
		/** Title of the type when it was booked; empty for the demo call. */
		callTitle: string;
		/** Where it takes place; empty for a video call. */
		place: string;
		state: BookingState;
		/** One host, all of a call that they take together, or none if there were none when it was booked. Cancelled and quarantined calls keep their hosts. */
		hostIds: string[];
		/** How long it holds its slot unconfirmed; absent when no confirmation is needed. A cancelled booking with it was never confirmed. */
		confirmBy?: Temporal.Instant | undefined;
		/** To the questions of its type; absent for none. */
		answers?: AnsweredQuestion[];
		/** Absent for none. */
		guests?: CallGuest[];
	};

/** Somebody besides visitor and hosts who is invited. */
export type CallGuest = {
	email: string;
	/** Invited by a member; otherwise by the visitor. */
	isOurs: boolean;
};

/** The most guests of a call, the visitor's and ours. */
export const mostGuestsOfCall = 10;

/** Reads the guests of a row. */
export function readGuests(guests: string | null): CallGuest[] {
	return guests === null ? [] : (JSON.parse(guests) as CallGuest[]);
}

/** Writes the guests of a row. */
export function writeGuests(guests: readonly CallGuest[] = []): string | null {
	return guests.length === 0 ? null : JSON.stringify(guests);
}

export function toText(ms: number): string {
	return toInstantText(Temporal.Instant.fromEpochMilliseconds(ms));
}

/** Returns the visitor's full name; the last name may be missing. */
export function fullNameOf({ firstName, lastName }: Pick<BookingRecord, "firstName" | "lastName">): string {
	return `${firstName} ${lastName}`.trim();
}

/** The type of a demo call, as calls have it. */
export const ofDemoType = { callType: demoSlug, callTitle: "", ...noBuffers, place: "" };

/** Returns the title of a call's type. */
export function titleOfCall({ callTitle }: Pick<BookingRecord, "callTitle">): string {
	return callTitle || "Demo call";
}

/** "Monday, 23 November 2026 at 10:00 AM", in the zone of the call. */
export function describeStart({ startsAt, timeZone }: Pick<BookingRecord, "startsAt" | "timeZone">): string {
	return formatStart(startsAt.epochMilliseconds, timeZone);
}

/** Reads the hosts of a row, the first one first. */
export function readHostIds({ hostId, coHostIds }: { hostId: string | null; coHostIds: string }): string[] {
	return hostId === null ? [] : [hostId, ...z.array(z.string()).parse(JSON.parse(coHostIds))];
}

/** Writes the hosts of a row, the first one first. */
export function toHostColumns(hostIds: readonly string[]) {
	const [hostId = null, ...coHostIds] = hostIds;
	return { hostId, coHostIds: JSON.stringify(coHostIds) };
}

/** Returns the time of its hosts that a booking reserves. */
export function toReservation(booking: Omit<BookingRecord, "bookedAt">) {
	const { reference, bufferBeforeMinutes, bufferAfterMinutes, confirmBy: heldUntil } = booking;
	return {
		purpose: demoCallPurpose,
		reference,
		...intervalOf(booking),
		bufferBeforeMinutes,
		bufferAfterMinutes,
		heldUntil,
	};
}

/** Returns a call's hosts as one person whose name is all names; undefined without any. */
export function joinHosts<Person extends { id: string; name: string }>(
	{ hostIds }: Pick<BookingRecord, "hostIds">,
	people: readonly Person[],
	{ locale }: Pick<Company, "locale">,
): Person | undefined {
	const hosts = people.filter(({ id }) => hostIds.includes(id));
	const names = hosts.map(({ name }) => name);
	return hosts[0] && { ...hosts[0], name: joinNames(names, locale) };
}

export function toBookingRecord({
	date: _date,
	time: _time,
	lane: _lane,
	tokenHash: _tokenHash,
	confirmHash: _confirmHash,
	networkBucket: _networkBucket,
	confirmBy,
	hostId,
	coHostIds,
	videoUrl,
	answers,
	guests,
	...row
}: Selectable<BookingsTable>): BookingRecord {
	return {
		...row,
		startsAt: Temporal.Instant.from(row.startsAt),
		bookedAt: Temporal.Instant.from(row.bookedAt),
		hostIds: readHostIds({ hostId, coHostIds }),
		...(confirmBy !== null && { confirmBy: Temporal.Instant.from(confirmBy) }),
		...(videoUrl !== null && { videoUrl }),
		...(answers !== null && { answers: JSON.parse(answers) as AnsweredQuestion[] }),
		...(guests !== null && { guests: readGuests(guests) }),
	};
}

/** Returns date and time label of a call's start, in its zone. */
export function slotOf({ startsAt, timeZone }: Pick<BookingRecord, "startsAt" | "timeZone">) {
	return toSlot(startsAt.epochMilliseconds, timeZone);
}

export function toTimeColumns(booking: Pick<BookingRecord, "startsAt" | "timeZone">) {
	const { date, time } = slotOf(booking);
	const { startsAt, timeZone } = booking;
	return { date, time: toClockTime(parseSlotLabel(time) ?? 0), timeZone, startsAt: toInstantText(startsAt) };
}
