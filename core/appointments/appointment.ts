import type { Interval } from "../../shared/interval.ts";

/** A meeting of somebody from outside, the guest, with one host or several: an instant, the zone in which it is told, and a length. */
export type Appointment = {
	/** Also the UID of its calendar entry, which stays the same when it moves. */
	id: string;
	reference: string;
	/** One that is "booked" takes place, one that is "cancelled" does not; others are the kind's own. */
	state: string;
	/** Undefined until a time is chosen. */
	startsAt: Temporal.Instant | undefined;
	timeZone: string;
	durationMinutes: number;
	/** Accounts that hold it; the first one's video link is used. */
	hostIds: readonly string[];
	videoUrl?: string | undefined;
	/** Counts its changes; also the SEQUENCE of its calendar entry. */
	sequence: number;
	/** How often the guest has moved it. */
	moves: number;
};

/** Whom an appointment is with, and what its kind knows of them. */
export type Guest = { email: string };

/** One with a time. */
export type Timed<A extends Appointment = Appointment> = A & { startsAt: Temporal.Instant };

/** For so long whoever of staff changed an appointment can undo that; its e-mails leave after it. */
export const undoSeconds = 10;

/** How often a guest may move one; each move writes to both sides. */
export const maxMoves = 5;

export function toInterval(startMs: number, durationMinutes: number): Interval {
	return { startMs, endMs: startMs + durationMinutes * 60_000 };
}

/** From its beginning to its end. */
export function intervalOf({ startsAt, durationMinutes }: Pick<Timed, "startsAt" | "durationMinutes">): Interval {
	return toInterval(startsAt.epochMilliseconds, durationMinutes);
}

/** Tells whether it has a time and takes place. */
export function isBooked<A extends Appointment>(appointment: A): appointment is Timed<A> {
	return appointment.state === "booked" && appointment.startsAt !== undefined;
}

/** Tells whether it has begun, or is over. */
export function hasBegun({ startsAt }: Pick<Appointment, "startsAt">, now: Temporal.Instant): boolean {
	return startsAt !== undefined && Temporal.Instant.compare(startsAt, now) <= 0;
}
