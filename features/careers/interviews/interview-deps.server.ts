import type { Clock } from "../../../platform/clock.ts";
import type { Connection, Database, WriteTransaction } from "../../../platform/database/database.ts";
import { enqueueEmails } from "../../../platform/email/enqueue-email.ts";
import { setAsideEmails } from "../../../platform/email/unsent-emails-store.ts";
import type { HostDeps } from "../../../core/appointments/find-free-hosts.server.ts";
import { hashToken } from "../../../platform/ids/secret-token.ts";
import type { HostPerson } from "../../../core/appointments/host-store.server.ts";
import type { Company } from "../../../shared/company.ts";
import type { ApplicationRecord } from "../applications/store.server.ts";
import { listChangeEmails, overtakenKinds, type InterviewChange } from "./email-intents.server.ts";
import { takeBackSeconds, writeUndo } from "./interview-undo.server.ts";
import { addInterviewEvent, type NewInterviewEvent } from "./interview-events-store.server.ts";
import { interviewPurpose, type InterviewRecord } from "./interview-record.ts";
import { toStanding } from "./standing-interview.server.ts";
import type { TimeOptions } from "./interview-times-store.server.ts";

/** What happened, for the metrics. */
type InterviewOccurrence = "offered" | "booked" | "moved" | "cancelled" | "slot-taken";

/** What everything that deals with interviews works with. */
export type InterviewDeps = {
	database: Database;
	clock: Clock;
	company: Company;
	careersEmail: string;
	/** Origin of the private links, without a slash at the end. */
	publicUrl: string;
	/** Right-hand side of the e-mails' Message-IDs. */
	messageIdDomain: string;
	hosts: HostDeps;
	/** Called after every change that was stored, and for every time that was refused as taken. */
	onOccurrence(occurrence: InterviewOccurrence): void;
};

/** Leaves a transaction without a trace, because a time cannot be had. */
export class TimeRefusedError extends Error {
	constructor() {
		super("The time cannot be had");
		this.name = "TimeRefusedError";
	}
}

export function timeOptionsOf({ hosts }: Pick<InterviewDeps, "hosts">, now: Temporal.Instant): TimeOptions {
	return { now, hosts };
}

/** Finds those who hold an interview, in their order; whoever works here no more is left out. */
export async function findInterviewers(
	db: Connection,
	{ hostIds }: Pick<InterviewRecord, "hostIds">,
	{ listPeople }: Pick<HostDeps, "listPeople">,
): Promise<HostPerson[]> {
	const people = await listPeople(db, interviewPurpose);
	return hostIds.flatMap((id) => people.find((person) => person.id === id) ?? []);
}

/**
 * Notes a change, and puts its e-mails into the outbox in place of those that it makes untrue. Those of a change by staff wait until it is
 * too late to take it back.
 */
export async function tellOfChange(
	transaction: WriteTransaction,
	{
		before,
		after,
		application,
		change,
		event,
		token,
		now,
		canBeTakenBack = false,
	}: {
		before: InterviewRecord;
		after: InterviewRecord;
		application: Pick<ApplicationRecord, "answers">;
		change: InterviewChange;
		event: NewInterviewEvent;
		/** Of a private link that works. */
		token: string;
		now: Temporal.Instant;
		canBeTakenBack?: boolean;
	},
	{ careersEmail, hosts: deps, messageIdDomain }: Pick<InterviewDeps, "careersEmail" | "hosts" | "messageIdDomain">,
): Promise<void> {
	const gaveWay = await setAsideEmails(transaction, after.application, overtakenKinds, {
		name: "interviewId",
		value: after.id,
	});
	const emails = listChangeEmails(before, after, change, {
		email: application.answers.email,
		careersEmail,
		people: await deps.listPeople(transaction, interviewPurpose),
		token,
		gaveWay,
		now,
	});
	const waiting = canBeTakenBack ? { notBefore: now.add({ seconds: takeBackSeconds }) } : {};
	const messageIds =
		emails.length === 0
			? []
			: await enqueueEmails(
					transaction,
					emails.map((email) => ({ ...waiting, ...email })),
					{ messageIdDomain, now },
				);
	const undo = canBeTakenBack
		? writeUndo({
				sequence: after.sequence,
				standing: toStanding(before),
				tokenHash: hashToken(token),
				messageIds,
				emails: gaveWay,
			})
		: undefined;
	await addInterviewEvent(transaction, after, { ...event, at: now, undo });
}
