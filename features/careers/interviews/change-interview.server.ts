import type { WriteTransaction } from "../../../platform/database/database.ts";
import { takeBackEmail, putBackEmails } from "../../../platform/email/unsent-emails-store.ts";
import { createToken, hashToken } from "../../../platform/ids/secret-token.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import { findApplication, type ApplicationRecord } from "../applications/store.server.ts";
import type { InterviewChange } from "./email-intents.server.ts";
import { tellOfChange, TimeRefusedError, timeOptionsOf, type InterviewDeps } from "./interview-deps.server.ts";
import { takeBackSeconds, takeInterviewUndo } from "./interview-undo.server.ts";
import { checkInterviewers, type TypedInterviewers } from "./rules.ts";
import { listInterviewSlots, spanAhead } from "./slots.server.ts";
import { addInterviewLink, deleteInterviewLink, findInterview, wasOvertaken } from "./store.server.ts";
import {
	bookInterview,
	cancelInterview,
	giveToInterviewers,
	putBackInterview,
} from "./interview-times-store.server.ts";
import { hasBegun, isBooked, type InterviewRecord } from "./interview-record.ts";
import {
	listInterviewEvents,
	type InterviewEventKind,
	type NewInterviewEvent,
} from "./interview-events-store.server.ts";

/** Who of staff works with an interview. */
export type Recruiter = { id: string; name: string };

/** The same, with what they say to the applicant. */
type Spokesperson = Recruiter & { message: string };

/** What came of a change: undefined when it was done, else what is wrong with it, field by field. */
type InterviewErrors = FieldError[] | undefined;

/** What staff change of interviews on the applicant's behalf. Everybody is written to once it can be taken back no more. */
export type InterviewChanges = {
	/** Gives an interview a time, its first or another one. */
	schedule(reference: string, startMs: number, by: Spokesperson): Promise<InterviewErrors>;
	/** Gives an interview to others; whoever is free is chosen at once where it has a time. */
	handOver(reference: string, interviewers: TypedInterviewers, by: Spokesperson): Promise<InterviewErrors>;
	cancel(reference: string, by: Spokesperson): Promise<InterviewErrors>;
	/** Finds what somebody has just done with an interview and can still take back. */
	findUndoable(
		reference: string,
		accountId: string,
	): Promise<{ eventId: string; kind: InterviewEventKind } | undefined>;
	/**
	 * Takes a change back before its e-mails leave: the interview stands where it stood, and nobody hears of it. Its time was free for others
	 * in between, so it may be taken by now; then nothing is done.
	 *
	 * @returns undefined when it is taken back, else why not
	 */
	takeBackChange(reference: string, eventId: string, accountId: string): Promise<string | undefined>;
};

/** Leaves a transaction without a trace, because what it would take back has left. */
class TooLateError extends Error {}

type Done = { after: InterviewRecord; change: InterviewChange; event: NewInterviewEvent };

/** Makes what staff do with interviews that applicants could do themselves, and what they cannot. */
export function createInterviewChanges(
	deps: InterviewDeps,
	{ listInterviewers }: { listInterviewers(): Promise<readonly Recruiter[]> },
): InterviewChanges {
	const { database, clock, company, hosts, messageIdDomain, onOccurrence } = deps;

	/** Looks whether an interview can be changed, changes it with its e-mails in one transaction, and says why not. */
	async function change(
		reference: string,
		{ field, refusal }: { field: string; refusal: string },
		work: (transaction: WriteTransaction, interview: InterviewRecord, now: Temporal.Instant) => Promise<Done>,
	): Promise<InterviewErrors> {
		const now = clock.now();
		const interview = await findInterview(database.db, reference);
		const application = interview && (await findApplication(database.db, { reference: interview.application }));
		if (!interview || !application) return [{ field, message: "It is gone." }];
		const fixed = explainFixed(interview, application, now);
		if (fixed !== undefined) return [{ field, message: fixed }];
		try {
			await database.write(async (transaction) => {
				const done = await work(transaction, interview, now);
				const token = createToken();
				// The applicant's own link is known to nobody else, so these e-mails bring another one; both work.
				await addInterviewLink(transaction, interview, hashToken(token));
				await tellOfChange(
					transaction,
					{ before: interview, application, token, now, canBeTakenBack: true, ...done },
					deps,
				);
			});
			return undefined;
		} catch (error) {
			if (error instanceof TimeRefusedError) return [{ field, message: refusal }];
			if (!wasOvertaken(error)) throw error;
			return [{ field, message: "Something changed at this very moment, so nothing was done. Look at it again." }];
		}
	}

	return {
		async schedule(reference, startMs, by) {
			const words = { field: "slot", refusal: "That time is not free any more. Choose another one" };
			const errors = await change(reference, words, async (transaction, interview, now) => {
				const span = { ...interview, ...spanAhead(now, company.timeZone), startsMs: undefined };
				const free = await listInterviewSlots(transaction, span, { company, hosts, now, except: reference });
				if (!free.includes(startMs) || interview.startsAt?.epochMilliseconds === startMs) throw new TimeRefusedError();
				const startsAt = Temporal.Instant.fromEpochMilliseconds(startMs);
				const after = await bookInterview(transaction, interview, startsAt, timeOptionsOf(deps, now));
				if (!after) throw new TimeRefusedError();
				const from = isBooked(interview) ? interview.startsAt : undefined;
				const kind = from ? "moved" : "booked";
				const detail = { ...(from && { from: from.toString() }), to: startsAt.toString(), message: by.message };
				return { after, change: { kind, by }, event: { kind, actorId: by.id, detail } };
			});
			if (!errors) onOccurrence("moved");
			return errors;
		},

		async handOver(reference, typed, by) {
			const known = await listInterviewers();
			const checked = checkInterviewers(
				typed,
				known.map(({ id }) => id),
			);
			if (typeof checked === "string") return [{ field: "hosts", message: checked }];
			const before = await findInterview(database.db, reference);
			if (before && isHeldBy(before, checked)) return [{ field: "hosts", message: "They hold it already" }];
			const words = { field: "hosts", refusal: "Somebody of them is not free at that time" };
			const errors = await change(reference, words, async (transaction, interview, now) => {
				const after = await giveToInterviewers(transaction, interview, checked, timeOptionsOf(deps, now));
				if (!after) throw new TimeRefusedError();
				const names = known.filter(({ id }) => after.hostIds.includes(id)).map(({ name }) => name);
				const detail = { message: by.message, hosts: [...(after.firstIsFree ? ["whoever is free"] : []), ...names] };
				return {
					after,
					change: { kind: "handed-over", by },
					event: { kind: "handed-over", actorId: by.id, detail },
				};
			});
			if (!errors) onOccurrence("moved");
			return errors;
		},

		async cancel(reference, by) {
			const errors = await change(reference, { field: "message", refusal: "" }, async (transaction, interview) => ({
				after: await cancelInterview(transaction, interview),
				change: { kind: "cancelled", by },
				event: { kind: "cancelled", actorId: by.id, detail: { message: by.message } },
			}));
			if (!errors) onOccurrence("cancelled");
			return errors;
		},

		async findUndoable(reference, accountId) {
			const interview = await findInterview(database.db, reference);
			if (!interview) return undefined;
			const events = await listInterviewEvents(database.db, [interview.application]);
			const latest = events.findLast((event) => event.interview.id === interview.id);
			if (latest?.undo === undefined || latest.actorId !== accountId) return undefined;
			const until = latest.at.add({ seconds: takeBackSeconds });
			return Temporal.Instant.compare(clock.now(), until) < 0 ? { eventId: latest.id, kind: latest.kind } : undefined;
		},

		async takeBackChange(reference, eventId, accountId) {
			const now = clock.now();
			try {
				await database.write(async (transaction) => {
					const interview = await findInterview(transaction, reference);
					const undo = interview && (await takeInterviewUndo(transaction, interview, { eventId, accountId }, now));
					if (!undo || interview.sequence !== undo.sequence) throw new TooLateError();
					if (!(await putBackInterview(transaction, interview, undo.standing, timeOptionsOf(deps, now))))
						throw new TimeRefusedError();
					const { application } = interview;
					for (const messageId of undo.messageIds)
						if (!(await takeBackEmail(transaction, { reference: application, messageId }, now)))
							throw new TooLateError();
					await deleteInterviewLink(transaction, undo.tokenHash);
					await putBackEmails(transaction, application, undo.emails, { messageIdDomain, now });
				});
				return undefined;
			} catch (error) {
				if (error instanceof TimeRefusedError)
					return "It stays as it is: the former time has been taken in these seconds.";
				if (!(error instanceof TooLateError) && !wasOvertaken(error)) throw error;
				return "That can be taken back no more: its e-mails have left. Change the interview again instead.";
			}
		},
	};
}

/** Says why an interview can be changed no more. */
export function explainFixed(
	interview: InterviewRecord,
	application: Pick<ApplicationRecord, "state">,
	now: Temporal.Instant,
): string | undefined {
	if (interview.state === "cancelled") return "The interview is cancelled.";
	if (application.state === "withdrawn") return "The application is withdrawn.";
	if (application.state === "quarantined") return "The application is in quarantine. Take it out first.";
	if (hasBegun(interview, now)) return "The interview has begun, or is over.";
	return undefined;
}

function isHeldBy(
	{ hostIds, firstIsFree }: Pick<InterviewRecord, "hostIds" | "firstIsFree">,
	wanted: Pick<InterviewRecord, "hostIds" | "firstIsFree">,
): boolean {
	return (
		firstIsFree === wanted.firstIsFree &&
		hostIds[0] === wanted.hostIds[0] &&
		hostIds.length === wanted.hostIds.length &&
		hostIds.every((id) => wanted.hostIds.includes(id))
	);
}
