import { sql } from "kysely";
import { hasBegun, isBooked } from "../../../core/appointments/appointment.ts";
import { isConflict } from "../../../core/appointments/conflicts.server.ts";
import { tellOfChange } from "../../../core/appointments/tell-of-change.server.ts";
import type { Appointment, Appointments } from "../../../core/records/record-kind.ts";
import type { Connection } from "../../../platform/database/database.ts";
import { findEmailState } from "../../../platform/email/email-list-store.ts";
import { createToken } from "../../../platform/ids/secret-token.ts";
import { formatStart } from "../../../shared/slot-texts.ts";
import { findApplication } from "../applications/store.server.ts";
import { inviteApplicant } from "./calendar.server.ts";
import { findInterviewers, type InterviewDeps } from "./interview-deps.server.ts";
import { createInterviewKind } from "./interview-kind.server.ts";
import { stands, type InterviewRecord } from "./interview-record.ts";
import { cancelInterview } from "./interview-times-store.server.ts";
import { isExpired } from "./needs.server.ts";
import { listCalledOff, listInterviewsOf, setCalledOff } from "./store.server.ts";

/** Creates what replies do with the recipients' interviews: docs/decisions/0195-replies-cancel-interviews.md. */
export function createInterviewAppointments({
	company,
	hosts,
}: Pick<InterviewDeps, "company" | "hosts">): Appointments {
	return {
		events: {
			table: sql.table("interviews"),
			record: sql.ref("event.application"),
			id: sql.ref("event.reference"),
			at: sql.ref("event.offeredAt"),
		},

		async listStanding(db, references, now) {
			const standing = (await listInterviewsOf(db, references)).filter((interview) => isStanding(interview, now));
			const byApplication = Map.groupBy(standing, ({ application }) => application);
			return new Map([...byApplication].map(([application, own]) => [application, own.map(describe)]));
		},

		async callOff(transaction, reference, { messageId, by, leavesAt }) {
			for (const interview of await listInterviewsOf(transaction, [reference]))
				if (stands(interview, leavesAt)) await setCalledOff(transaction, interview, { messageId, by });
		},

		async keep(transaction, messageId) {
			for (const interview of await listCalledOff(transaction, messageId))
				await setCalledOff(transaction, interview, undefined);
		},

		async listFiles(db, messageId, now) {
			const files = [];
			for (const interview of await listCalledOff(db, messageId)) {
				const application = await findApplication(db, { reference: interview.application });
				if (!application || !isBooked(interview) || hasBegun(interview, now)) continue;
				const cancelled = { ...interview, state: "cancelled" as const, sequence: interview.sequence + 1 };
				const people = await findInterviewers(db, interview, hosts);
				const told = { interview: cancelled, application, hosts: people, thread: [], now };
				files.push(inviteApplicant(told, { company }));
			}
			return files;
		},
	};
}

/**
 * Cancels the interviews whose replies have left and tells the interviewers; interviews whose reply never leaves stay. Safe on several
 * servers at once.
 */
export async function callOffReplied(deps: InterviewDeps): Promise<void> {
	const { database, clock, onOccurrence } = deps;
	const kind = createInterviewKind(deps);
	const now = clock.now();
	for (const interview of await listCalledOff(database.db)) {
		const outcome = await findOutcome(database.db, interview, now);
		if (outcome === "wait") continue;
		try {
			await database.write(async (transaction) => {
				const found = await kind.find(transaction, interview.reference);
				if (outcome === "stands" || !found || !interview.calledOff)
					return setCalledOff(transaction, interview, undefined);
				const by = { ...interview.calledOff.by, message: "" };
				const after = await cancelInterview(transaction, interview);
				// The reply tells the applicant, so no e-mail has this link.
				const told = { after, change: "called-off" as const, by, token: createToken(), now };
				return tellOfChange(transaction, kind, { ...found, appointment: interview }, told, deps);
			});
			if (outcome === "called-off") onOccurrence("cancelled");
		} catch (error) {
			// An interview that is being changed is handled the next time.
			if (!isConflict(error)) throw error;
		}
	}
}

async function findOutcome(
	db: Connection,
	interview: InterviewRecord,
	now: Temporal.Instant,
): Promise<"wait" | "called-off" | "stands"> {
	const email = await findEmailState(db, interview.calledOff?.messageId ?? "");
	if (!email || email.isPointless || !stands(interview, now)) return "stands";
	return email.state === "waiting" || email.state === "held" ? "wait" : "called-off";
}

/** Tells whether an interview is upcoming, with no reply on its way that calls it off. */
export function isStanding(interview: InterviewRecord, now: Temporal.Instant): boolean {
	return stands(interview, now) && !interview.calledOff && !isExpired(interview, now);
}

/** "Interview on Monday, 23 November 2026 at 10:00 AM" */
export function nameInterview(interview: InterviewRecord): string {
	return isBooked(interview)
		? `Interview on ${formatStart(interview.startsAt.epochMilliseconds, interview.timeZone)}`
		: "Offer of an interview";
}

function describe(interview: InterviewRecord): Appointment {
	return isBooked(interview)
		? {
				name: nameInterview(interview),
				startsAt: interview.startsAt,
				cancellationText: "Our interview will not take place; the attached file removes it from your calendar.",
			}
		: {
				name: nameInterview(interview),
				startsAt: undefined,
				cancellationText: "Our offer of an interview no longer stands; you do not need to choose a time.",
			};
}
