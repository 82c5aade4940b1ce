import type { WriteTransaction } from "../../../platform/database/database.ts";
import { writeDownload } from "../../../platform/email/calendar-file.ts";
import { createToken, hashToken, isToken } from "../../../platform/ids/secret-token.ts";
import { findApplication, type ApplicationRecord } from "../applications/store.server.ts";
import { isStanding, nameInterview } from "./call-off.server.ts";
import { describeForApplicant, interviewsProduct } from "./calendar.server.ts";
import {
	findInterviewers,
	tellOfChange,
	TimeRefusedError,
	timeOptionsOf,
	type InterviewDeps,
} from "./interview-deps.server.ts";
import { joinNames, nameForApplicant } from "./interview-texts.ts";
import { isExpired } from "./needs.server.ts";
import { createInterviewUrl } from "./private-link.ts";
import { maxInterviewMoves, type InterviewPlace } from "./rules.ts";
import { listInterviewSlots } from "./slots.server.ts";
import { bookInterview, cancelInterview } from "./interview-times-store.server.ts";
import { findInterviewByToken, listInterviewsOf, wasOvertaken } from "./store.server.ts";
import { hasBegun, isBooked, type InterviewRecord } from "./interview-record.ts";

const attempts = 5;

/**
 * offered: a time can be chosen; expired: it could, and the days are over; upcoming: can be moved and cancelled; started: has begun or is over; closed: the application is withdrawn,
 * or waits to be looked at.
 */
type ManagedInterviewState = "offered" | "expired" | "upcoming" | "started" | "cancelled" | "closed";

/** What the private link shows: the interview, and nothing of what the applicant sent. */
export type ManagedInterview = {
	reference: string;
	jobTitle: string;
	state: ManagedInterviewState;
	durationMinutes: number;
	place: InterviewPlace;
	/** Names of those who hold it. */
	names: string[];
	timeZone: string;
	/** In milliseconds since 1970; left out until a time is chosen. */
	startMs?: number | undefined;
	videoUrl?: string | undefined;
};

export type InterviewResult =
	| { ok: true }
	| { ok: false; kind: "unknown" | "taken" | "moved-enough" | Exclude<ManagedInterviewState, "offered" | "upcoming"> };

/** What somebody who holds the private link of an interview can do. */
export type ManageInterview = {
	/** Finds the interview of a link; changes nothing. */
	find(token: string): Promise<ManagedInterview | undefined>;
	/** Lists when it can begin, or can begin instead, in milliseconds since 1970; none when it cannot be changed any more. */
	listFree(token: string): Promise<number[]>;
	/** Writes the interview as a calendar file; undefined for an unknown link, and for one without a time. */
	writeCalendarFile(token: string): Promise<string | undefined>;
	/** Names what is still to come of an application, such as "Interview on Monday, 23 November 2026 at 10:00 AM". */
	listStanding(application: string): Promise<string[]>;
	/**
	 * Gives the interview a time, its first or another one, and writes to everybody; its own time again does nothing.
	 *
	 * @throws StorageUnavailableError when nothing can be stored now
	 */
	choose(token: string, startMs: number): Promise<InterviewResult>;
	/** Cancels the interview, or declines the offer, and writes to everybody; a second time does nothing. */
	cancel(token: string): Promise<InterviewResult>;
	/** Cancels what an applicant who withdraws is still to come to, in the transaction that withdraws. */
	cancelAll(transaction: WriteTransaction, application: ApplicationRecord): Promise<void>;
};

/** Makes what the private link of an interview can do. */
export function createManageInterview(deps: InterviewDeps): ManageInterview {
	const { database, clock, company, hosts, publicUrl, onOccurrence } = deps;

	async function findBoth(token: string) {
		if (!isToken(token)) return undefined;
		const interview = await findInterviewByToken(database.db, hashToken(token));
		const application = interview && (await findApplication(database.db, { reference: interview.application }));
		return application && { interview, application };
	}

	async function listFreeTimes(interview: InterviewRecord): Promise<number[]> {
		const question = { company, hosts, now: clock.now(), except: interview.reference };
		const free = await listInterviewSlots(database.db, interview, question);
		return free.filter((startMs) => startMs !== interview.startsAt?.epochMilliseconds);
	}

	async function tryToChoose(token: string, startMs: number): Promise<InterviewResult> {
		const both = await findBoth(token);
		if (!both) return { ok: false, kind: "unknown" };
		const { interview, application } = both;
		const now = clock.now();
		const state = findState(interview, application, now);
		if (state !== "offered" && state !== "upcoming") return { ok: false, kind: state };
		if (interview.startsAt?.epochMilliseconds === startMs) return { ok: true };
		if (interview.moves >= maxInterviewMoves) return { ok: false, kind: "moved-enough" };
		try {
			if (!(await listFreeTimes(interview)).includes(startMs)) throw new TimeRefusedError();
			const startsAt = Temporal.Instant.fromEpochMilliseconds(startMs);
			await database.write(async (transaction) => {
				const countsAsMove = isBooked(interview);
				const booked = await bookInterview(transaction, interview, startsAt, {
					...timeOptionsOf(deps, now),
					countsAsMove,
				});
				if (!booked) throw new TimeRefusedError();
				const kind = countsAsMove ? "moved" : "booked";
				const from = countsAsMove ? interview.startsAt : undefined;
				const detail = { ...(from && { from: from.toString() }), to: startsAt.toString() };
				await tellOfChange(
					transaction,
					{
						before: interview,
						after: booked,
						application,
						change: { kind },
						event: { kind, actorId: undefined, detail },
						token,
						now,
					},
					deps,
				);
			});
			onOccurrence(isBooked(interview) ? "moved" : "booked");
			return { ok: true };
		} catch (error) {
			if (!(error instanceof TimeRefusedError)) throw error;
			onOccurrence("slot-taken");
			return { ok: false, kind: "taken" };
		}
	}

	async function tryToCancel(token: string): Promise<InterviewResult> {
		const both = await findBoth(token);
		if (!both) return { ok: false, kind: "unknown" };
		const { interview, application } = both;
		const now = clock.now();
		const state = findState(interview, application, now);
		if (state === "cancelled") return { ok: true };
		if (state === "started" || state === "closed" || state === "expired") return { ok: false, kind: state };
		await database.write((transaction) =>
			cancel(transaction, { interview, application, kind: isBooked(interview) ? "cancelled" : "declined", token, now }),
		);
		onOccurrence("cancelled");
		return { ok: true };
	}

	async function cancel(
		transaction: WriteTransaction,
		{
			interview,
			application,
			kind,
			token,
			now,
		}: {
			interview: InterviewRecord;
			application: ApplicationRecord;
			kind: "cancelled" | "declined" | "withdrawn";
			token: string;
			now: Temporal.Instant;
		},
	): Promise<void> {
		const after = await cancelInterview(transaction, interview);
		const event = { kind: kind === "declined" ? kind : ("cancelled" as const), actorId: undefined, detail: {} };
		await tellOfChange(
			transaction,
			{ before: interview, after, application, change: { kind }, event, token, now },
			deps,
		);
	}

	return {
		async find(token) {
			const both = await findBoth(token);
			if (!both) return undefined;
			const { interview, application } = both;
			const { reference, durationMinutes, place, timeZone, startsAt, videoUrl } = interview;
			const state = findState(interview, application, clock.now());
			const people = await findInterviewers(database.db, interview, hosts);
			return {
				reference,
				jobTitle: application.jobTitle,
				state,
				durationMinutes,
				place,
				names: nameForApplicant(interview, people),
				timeZone,
				...(startsAt && { startMs: startsAt.epochMilliseconds }),
				...((state === "upcoming" || state === "started") && videoUrl !== undefined && { videoUrl }),
			};
		},
		async listStanding(application) {
			const now = clock.now();
			const own = await listInterviewsOf(database.db, [application]);
			return own.filter((interview) => isStanding(interview, now)).map(nameInterview);
		},
		async listFree(token) {
			const both = await findBoth(token);
			if (!both) return [];
			const state = findState(both.interview, both.application, clock.now());
			return state === "offered" || state === "upcoming" ? listFreeTimes(both.interview) : [];
		},
		async writeCalendarFile(token) {
			const both = await findBoth(token);
			if (!both || !isBooked(both.interview)) return undefined;
			const { interview, application } = both;
			if (application.state === "withdrawn") return undefined;
			const people = await findInterviewers(database.db, both.interview, hosts);
			const names = joinNames(
				people.map(({ name }) => name),
				company.locale,
			);
			const texts = {
				jobTitle: application.jobTitle,
				companyName: company.name,
				names,
				url: createInterviewUrl(publicUrl, token),
			};
			const options = { company, product: interviewsProduct, now: clock.now() };
			return writeDownload(describeForApplicant({ ...interview, startsAt: interview.startsAt }, texts), options);
		},
		choose: (token, startMs) => tryAgainWhenChanged(() => tryToChoose(token, startMs)),
		cancel: (token) => tryAgainWhenChanged(() => tryToCancel(token)),
		async cancelAll(transaction, application) {
			const now = clock.now();
			for (const interview of await listInterviewsOf(transaction, [application.reference]))
				if (interview.state !== "cancelled" && !hasBegun(interview, now))
					// Whoever withdraws gets no e-mail with a link.
					await cancel(transaction, { interview, application, kind: "withdrawn", token: createToken(), now });
		},
	};
}

function findState(
	interview: InterviewRecord,
	application: Pick<ApplicationRecord, "state">,
	now: Temporal.Instant,
): ManagedInterviewState {
	if (application.state !== "received") return "closed";
	if (interview.state === "cancelled") return "cancelled";
	if (isExpired(interview, now)) return "expired";
	if (hasBegun(interview, now)) return "started";
	return interview.state === "booked" ? "upcoming" : "offered";
}

async function tryAgainWhenChanged<Result>(change: () => Promise<Result>): Promise<Result> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await change();
		} catch (error) {
			if (attempt === attempts || !wasOvertaken(error)) throw error;
		}
	}
}
