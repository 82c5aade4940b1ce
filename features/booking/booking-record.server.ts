import type { Generated, Selectable } from "kysely";
import type { Timed } from "../../core/appointments/appointment.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { formatStart, toSlot } from "../../shared/slot-texts.ts";
import { parseSlotLabel, toClockTime } from "../../shared/slot-times.ts";
import type { Booking } from "./rules.ts";

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
	/** Date and time (24 hours) of startsAt in timeZone, as releases before knew a call's time. */
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

declare module "../../platform/database/tables.ts" {
	interface Tables {
		bookings: BookingsTable;
		/** Private links beside the first one. */
		bookingLinks: { tokenHash: string; bookingId: string };
	}
}

/** The fact that changes with every slot that is taken or freed. */
export const availabilityFact = "availability";

/** What hosts' time is taken for by calls. */
export const demoCallPurpose = "demo-call";

/** A booking as it is stored. */
export type BookingRecord = Timed &
	Omit<Booking, "date" | "time"> & {
		bookedAt: Temporal.Instant;
		state: BookingState;
		/** One host, or none where there were none when it was booked. A call that is cancelled keeps its host. */
		hostIds: string[];
		/**
		 * Until when it holds its slot without having been confirmed from its mailbox; left out for one that needs not be, or has been. A
		 * cancelled one that has it was not confirmed in time.
		 */
		confirmBy?: Temporal.Instant | undefined;
	};

export function toText(ms: number): string {
	return toInstantText(Temporal.Instant.fromEpochMilliseconds(ms));
}

/** The name of whoever booked; its last part may be missing. */
export function fullNameOf({ firstName, lastName }: Pick<BookingRecord, "firstName" | "lastName">): string {
	return `${firstName} ${lastName}`.trim();
}

/** "Monday, 23 November 2026 at 10:00 AM", in the zone of the call. */
export function describeStart({ startsAt, timeZone }: Pick<BookingRecord, "startsAt" | "timeZone">): string {
	return formatStart(startsAt.epochMilliseconds, timeZone);
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
	videoUrl,
	...row
}: Selectable<BookingsTable>): BookingRecord {
	return {
		...row,
		startsAt: Temporal.Instant.from(row.startsAt),
		bookedAt: Temporal.Instant.from(row.bookedAt),
		hostIds: hostId === null ? [] : [hostId],
		...(confirmBy !== null && { confirmBy: Temporal.Instant.from(confirmBy) }),
		...(videoUrl !== null && { videoUrl }),
	};
}

/** The date and the label of the time at which a call begins, as its zone shows them. */
export function slotOf({ startsAt, timeZone }: Pick<BookingRecord, "startsAt" | "timeZone">) {
	return toSlot(startsAt.epochMilliseconds, timeZone);
}

/** The columns that hold a call's time. */
export function toTimeColumns(booking: Pick<BookingRecord, "startsAt" | "timeZone">) {
	const { date, time } = slotOf(booking);
	const { startsAt, timeZone } = booking;
	return { date, time: toClockTime(parseSlotLabel(time) ?? 0), timeZone, startsAt: toInstantText(startsAt) };
}
