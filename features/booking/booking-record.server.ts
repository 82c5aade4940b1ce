import type { Generated, Selectable } from "kysely";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { isUniqueViolation } from "../../platform/database/storage-errors.ts";
import type { Interval } from "../../shared/interval.ts";
import { parseClockTime, parseSlotLabel, toClockTime, toSlotLabel } from "../../shared/slot-times.ts";
import type { Booking, Slot } from "./rules.ts";

/** quarantined: looks like spam; it holds no slot, and its e-mails are held until somebody releases them. */
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
	hostId: string | null;
	videoUrl: string | null;
};

/** Private links beside the first one. */
type BookingLinksTable = { tokenHash: string; bookingId: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		bookings: BookingsTable;
		bookingLinks: BookingLinksTable;
	}
}

/** What staff call the kind of record that a booking is. */
export const bookingKind = "booking";

/** The fact that changes with every slot that is taken or freed. */
export const availabilityFact = "availability";

/** What hosts' time is taken for by calls. */
export const demoCallPurpose = "demo-call";

/** A slot as somebody chose it, with what it meant then. */
export type BookedSlot = Slot & {
	/** The zone that date and time are in. */
	timeZone: string;
	startsAt: Temporal.Instant;
};

/** A booking as it is stored. */
export type BookingRecord = Booking &
	BookedSlot & {
		/** Also the UID of its calendar entry, which stays the same when the call moves. */
		id: string;
		reference: string;
		bookedAt: Temporal.Instant;
		/** How long the call is, whatever the length of others is by now. */
		durationMinutes: number;
		/** How often it was moved or cancelled; the SEQUENCE of its calendar entry. */
		sequence: number;
		/** How often the visitor moved it. */
		moves: number;
		state: BookingState;
		/**
		 * Until when it holds its slot without having been confirmed from its mailbox; left out for one that needs not be, or has been. A
		 * cancelled one that has it was not confirmed in time.
		 */
		confirmBy?: Temporal.Instant | undefined;
		/** Who holds it; left out where there were no hosts when it was booked. One that is cancelled keeps whose it was. */
		hostId?: string | undefined;
		/** Where it takes place, where that is known. */
		videoUrl?: string | undefined;
	};

/** A booking was changed by somebody else since it was read. */
export class BookingChangedError extends Error {
	constructor() {
		super("The booking was changed meanwhile");
		this.name = "BookingChangedError";
	}
}

/** Tells whether a change failed because somebody else was faster: with the booking itself, or with the lane that it was to have. */
export function wasOvertaken(error: unknown): boolean {
	return error instanceof BookingChangedError || isUniqueViolation(error);
}

/** From the start of a call until its end. */
export function intervalOf({
	startsAt,
	durationMinutes,
}: Pick<BookingRecord, "startsAt" | "durationMinutes">): Interval {
	return toInterval(startsAt.epochMilliseconds, durationMinutes);
}

export function toInterval(startMs: number, durationMinutes: number): Interval {
	return { startMs, endMs: startMs + durationMinutes * 60_000 };
}

export function toText(ms: number): string {
	return toInstantText(Temporal.Instant.fromEpochMilliseconds(ms));
}

/** Tells whether a call has begun. */
export function hasBegun({ startsAt }: Pick<BookedSlot, "startsAt">, now: Temporal.Instant): boolean {
	return Temporal.Instant.compare(startsAt, now) <= 0;
}

/** The name of whoever booked; its last part may be missing. */
export function fullNameOf({ firstName, lastName }: Pick<BookingRecord, "firstName" | "lastName">): string {
	return `${firstName} ${lastName}`.trim();
}

export function toBookingRecord({
	lane: _lane,
	tokenHash: _tokenHash,
	confirmHash: _confirmHash,
	networkBucket: _networkBucket,
	confirmBy,
	hostId,
	videoUrl,
	...row
}: Selectable<BookingsTable>): BookingRecord {
	return {
		...row,
		...readSlot(row),
		bookedAt: Temporal.Instant.from(row.bookedAt),
		...(confirmBy !== null && { confirmBy: Temporal.Instant.from(confirmBy) }),
		...(hostId !== null && { hostId }),
		...(videoUrl !== null && { videoUrl }),
	};
}

export function readSlot({
	date,
	time,
	timeZone,
	startsAt,
}: Pick<BookingsTable, "date" | "time" | "timeZone" | "startsAt">): BookedSlot {
	return { date, time: toSlotLabel(parseClockTime(time)), timeZone, startsAt: Temporal.Instant.from(startsAt) };
}

/** Stored with 24 hours, as the office hours are written. */
export function toStoredTime(label: string): string {
	const minutes = parseSlotLabel(label);
	if (minutes === undefined) throw new RangeError(`"${label}" is no time of a slot`);
	return toClockTime(minutes);
}
