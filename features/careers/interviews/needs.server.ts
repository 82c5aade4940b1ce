import { intervalOf, isBooked } from "../../../core/appointments/appointment.ts";
import { findDate } from "../../../shared/zoned-time.ts";
import { stands, type InterviewRecord } from "./interview-record.ts";

/**
 * expired: no time was chosen in time; ended: it stands although the application is in a final stage; outcome: it is over and has no
 * outcome.
 */
export type InterviewNeed = "expired" | "ended" | "outcome";

/** Finds what has to be done about interviews, by reference; an offer that a later one replaces needs nothing. */
export function findNeeds(
	interviews: readonly InterviewRecord[],
	{ ended, now }: { /** References of applications. */ ended: ReadonlySet<string>; now: Temporal.Instant },
): Map<string, InterviewNeed> {
	const latest = new Map(interviews.map(({ application, id }) => [application, id]));
	const needs = new Map<string, InterviewNeed>();
	for (const interview of interviews) {
		const isEnded = ended.has(interview.application);
		const need = isOver(interview, now)
			? interview.outcome === undefined && "outcome"
			: isExpired(interview, now)
				? !isEnded && latest.get(interview.application) === interview.id && "expired"
				: isEnded && stands(interview, now) && !interview.calledOff && "ended";
		if (need) needs.set(interview.reference, need);
	}
	return needs;
}

/** Tells whether no time was chosen in time. */
export function isExpired(
	{ state, lastDate, startsMs, timeZone }: Pick<InterviewRecord, "state" | "lastDate" | "startsMs" | "timeZone">,
	now: Temporal.Instant,
): boolean {
	if (state !== "offered") return false;
	const last = startsMs?.at(-1);
	if (last !== undefined) return last <= now.epochMilliseconds;
	return lastDate < findDate(now.epochMilliseconds, timeZone);
}

function isOver(interview: InterviewRecord, now: Temporal.Instant): boolean {
	return isBooked(interview) && intervalOf(interview).endMs <= now.epochMilliseconds;
}
