import { intervalOf, isBooked } from "../../../core/appointments/appointment.ts";
import {
	chooseFreeHost,
	findHosts,
	reserveHosts,
	restoreHosts,
	type HostDeps,
} from "../../../core/appointments/find-free-hosts.server.ts";
import {
	deleteReservations,
	listReservations,
	lockHosts,
} from "../../../core/appointments/reservation-store.server.ts";
import { createVideoUrl } from "../../../core/appointments/video-url.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { interviewPurpose, type BookedInterview, type InterviewRecord } from "./interview-record.ts";
import type { Interviewers } from "./rules.ts";
import { readStanding } from "./standing-interview.server.ts";
import { updateUnchanged } from "./store.server.ts";

export type TimeOptions = { now: Temporal.Instant; hosts: HostDeps };

/**
 * Sets an interview's first or another time and reserves its interviewers, who all have to be free.
 * @param interview as it was read
 * @returns the changed interview; undefined when one is not free: the transaction has to be rolled back
 * @throws AppointmentChangedError when it has changed since; the driver's unique violation when another transaction takes an interviewer's
 * time
 */
export async function bookInterview(
	transaction: WriteTransaction,
	interview: InterviewRecord,
	startsAt: Temporal.Instant,
	{ countsAsMove = false, ...options }: TimeOptions & { countsAsMove?: boolean },
): Promise<BookedInterview | undefined> {
	const hostIds = await takeTime(transaction, { ...interview, startsAt }, options);
	if (!hostIds) return undefined;
	const videoUrl = interview.videoUrl ?? (await findVideoUrl(transaction, { ...interview, hostIds }, options));
	const moves = interview.moves + (countsAsMove ? 1 : 0);
	const booked = { ...interview, state: "booked" as const, startsAt, hostIds, firstIsFree: false, videoUrl, moves };
	return { ...(await updateUnchanged(transaction, interview, booked)), startsAt };
}

/**
 * Gives an interview to others and reserves them if it has a time; its video call moves to the first one's. Interviewers who keep it need
 * not still be free.
 * @returns and throws as bookInterview does
 */
export async function giveToInterviewers(
	transaction: WriteTransaction,
	interview: InterviewRecord,
	{ hostIds, firstIsFree }: Interviewers,
	options: TimeOptions,
): Promise<InterviewRecord | undefined> {
	const wanted: InterviewRecord = { ...interview, hostIds: [...hostIds], firstIsFree };
	if (!isBooked(wanted)) return updateUnchanged(transaction, interview, wanted);
	const interval = intervalOf(wanted);
	const reserved = await listReservations(transaction, interval, { now: options.now, purpose: interviewPurpose });
	const known = reserved.flatMap((one) =>
		one.reference === interview.reference && one.startMs === interval.startMs ? one.hostId : [],
	);
	// Somebody who had it already would not be another interviewer.
	const taken = await takeTime(transaction, wanted, { ...options, known, former: interview.hostIds });
	if (!taken) return undefined;
	const given = { ...wanted, hostIds: taken, firstIsFree: false };
	const keepsPlace = taken[0] === interview.hostIds[0];
	const videoUrl = keepsPlace ? interview.videoUrl : await findVideoUrl(transaction, given, options);
	return updateUnchanged(transaction, interview, { ...given, videoUrl });
}

/** Cancels an interview or an offer, which frees its time. */
export async function cancelInterview(
	transaction: WriteTransaction,
	interview: InterviewRecord,
): Promise<InterviewRecord> {
	await deleteReservations(transaction, interviewPurpose, [interview.reference]);
	return updateUnchanged(transaction, interview, { ...interview, state: "cancelled", calledOff: undefined });
}

/**
 * Restores an interview to a state from before a change, if its interviewers have no other appointment then.
 * @param standing the earlier state
 * @returns false when one has: the transaction has to be rolled back
 * @throws as bookInterview does
 */
export async function putBackInterview(
	transaction: WriteTransaction,
	interview: InterviewRecord,
	standing: unknown,
	{ now }: TimeOptions,
): Promise<boolean> {
	const former = { ...interview, ...readStanding(standing) };
	if (!isBooked(former)) await deleteReservations(transaction, interviewPurpose, [interview.reference]);
	else {
		const wanted = { purpose: interviewPurpose, reference: interview.reference, ...intervalOf(former) };
		if (!(await restoreHosts(transaction, former.hostIds, wanted, now))) return false;
	}
	await updateUnchanged(transaction, interview, former);
	return true;
}

/**
 * Reserves the interviewers and returns their ids in order; undefined when one is not free.
 * @param known interviewers who have this time already
 * @param former interviewers who are not chosen as the first one
 */
async function takeTime(
	transaction: WriteTransaction,
	{ firstIsFree, ...interview }: Pick<BookedInterview, "reference" | "startsAt" | "durationMinutes"> & Interviewers,
	{ now, hosts, known = [], former = [] }: TimeOptions & { known?: readonly string[]; former?: readonly string[] },
): Promise<string[] | undefined> {
	const wanted = { purpose: interviewPurpose, reference: interview.reference, ...intervalOf(interview) };
	const hostIds = [...interview.hostIds];
	if (firstIsFree) {
		await lockHosts(transaction, wanted);
		const question = { purpose: interviewPurpose, except: wanted, now };
		const free = (await findHosts(transaction, wanted, question, hosts)).listFree(wanted);
		const others = free.filter((id) => !hostIds.includes(id) && !former.includes(id));
		const fair = { ...question, startMs: wanted.startMs, except: interview.reference };
		const first = await chooseFreeHost(transaction, others, fair, hosts.company);
		if (first === undefined) return undefined;
		hostIds.unshift(first);
	}
	return (await reserveHosts(transaction, hostIds, wanted, { now, known, ...hosts })) ? hostIds : undefined;
}

/** Returns the address of a video call: the first interviewer's. */
async function findVideoUrl(
	db: Connection,
	{ place, hostIds }: Pick<InterviewRecord, "place" | "hostIds">,
	{ now, hosts: deps }: Pick<TimeOptions, "now" | "hosts">,
): Promise<string | undefined> {
	if (place.kind !== "video") return undefined;
	const nowMs = now.epochMilliseconds;
	const { hosts } = await findHosts(db, { startMs: nowMs, endMs: nowMs + 1 }, { purpose: interviewPurpose, now }, deps);
	const first = hosts.find(({ id }) => id === hostIds[0]);
	return first && createVideoUrl(first.video, deps);
}
