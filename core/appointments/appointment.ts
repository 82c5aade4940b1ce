import type { Interval } from "../../shared/interval.ts";

/** A meeting of a guest with one or several hosts: an instant, the zone to show it in, and a length. */
export type Appointment = {
	/** Also the UID of its calendar entry, which stays when it moves. */
	id: string;
	reference: string;
	/** "booked" takes place, "cancelled" does not; other states are the kind's own. */
	state: string;
	/** Undefined until a time is chosen. */
	startsAt: Temporal.Instant | undefined;
	timeZone: string;
	durationMinutes: number;
	/** Accounts; the first one's video link is used. */
	hostIds: readonly string[];
	videoUrl?: string | undefined;
	/** Counts changes; also the SEQUENCE of the calendar entry. */
	sequence: number;
	/** How often the guest has moved it. */
	moves: number;
};

export type Guest = { email: string };

export type Timed<A extends Appointment = Appointment> = A & { startsAt: Temporal.Instant };

/** Seconds in which the member who changed an appointment can undo it; its e-mails leave afterwards. */
export const undoSeconds = 10;

/** The longest message to the guest about a change, in UTF-16 units. */
export const maxMessageLength = 2_000;

/** How often a guest may move an appointment; each move sends e-mails to both sides. */
export const maxMoves = 5;

export function toInterval(startMs: number, durationMinutes: number): Interval {
	return { startMs, endMs: startMs + durationMinutes * 60_000 };
}

/** Minutes that hosts keep free before and after an appointment. */
export type Buffers = { bufferBeforeMinutes: number; bufferAfterMinutes: number };

export const noBuffers: Buffers = { bufferBeforeMinutes: 0, bufferAfterMinutes: 0 };

/** Returns an interval with the time that is kept free around it. */
export function withBuffers(
	{ startMs, endMs }: Interval,
	{ bufferBeforeMinutes, bufferAfterMinutes }: Buffers,
): Interval {
	return { startMs: startMs - bufferBeforeMinutes * 60_000, endMs: endMs + bufferAfterMinutes * 60_000 };
}

/** Returns the interval that an appointment takes. */
export function intervalOf({ startsAt, durationMinutes }: Pick<Timed, "startsAt" | "durationMinutes">): Interval {
	return toInterval(startsAt.epochMilliseconds, durationMinutes);
}

/** Tells whether it has a time and takes place. */
export function isBooked<A extends Appointment>(appointment: A): appointment is Timed<A> {
	return appointment.state === "booked" && appointment.startsAt !== undefined;
}

/** Tells whether its hosts are these, in any order. */
export function isHeldBy({ hostIds }: Pick<Appointment, "hostIds">, ids: readonly string[]): boolean {
	return hostIds.length === ids.length && hostIds.every((id) => ids.includes(id));
}

/** Tells whether it has begun. */
export function hasBegun({ startsAt }: Pick<Appointment, "startsAt">, now: Temporal.Instant): boolean {
	return startsAt !== undefined && Temporal.Instant.compare(startsAt, now) <= 0;
}
