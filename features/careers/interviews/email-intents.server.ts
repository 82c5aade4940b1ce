import { z } from "zod";
import type { EmailIntent } from "../../../platform/email/email.ts";
import type { HostPerson } from "../../../platform/hosts/host-store.ts";
import { listReminders, reminderNames } from "../../../shared/reminders.ts";
import type { BookedInterview, InterviewRecord } from "./store.server.ts";

const byStaffSchema = z.object({ name: z.string(), message: z.string() });
/** Who of staff did it, and what they say to the applicant; left out where the applicant did. */
export type ByStaff = z.infer<typeof byStaffSchema>;

/** What e-mails about interviews need beside the interview; each kind has some of it. */
export const interviewParametersSchema = z.object({
	interviewId: z.string(),
	/** Of the applicant's private link. */
	token: z.string().optional(),
	/** Of the host whom it is for. */
	hostId: z.string().optional(),
	/** When it was before, as an instant. */
	from: z.string().optional(),
	by: byStaffSchema.optional(),
	/** Whether anything was to take place, so that a calendar has an entry to be taken out. */
	hadTime: z.boolean().optional(),
	/** What the applicant did. */
	deed: z.enum(["booked", "moved", "cancelled", "declined", "withdrawn"]).optional(),
});
export type InterviewParameters = z.infer<typeof interviewParametersSchema>;

const reminderKinds = reminderNames.flatMap(
	(name) => [`interview-reminder-${name}`, `interview-host-reminder-${name}`] as const,
);
const movedKinds = [
	"interview-booked",
	"interview-moved",
	"interview-handed-over",
	"interview-host-booked",
	"interview-host-moved",
] as const;

export const interviewEmailKinds = [
	"interview-offer",
	...movedKinds,
	"interview-cancelled",
	"interview-host-cancelled",
	"interview-host-given-away",
	"interview-staff-notice",
	...reminderKinds,
] as const;
export type InterviewEmailKind = (typeof interviewEmailKinds)[number];
export type InterviewEmail = EmailIntent<InterviewEmailKind>;

/** What goes to those who hold interviews. */
export const interviewHostEmailKinds: readonly string[] = interviewEmailKinds.filter((kind) =>
	kind.startsWith("interview-host-"),
);

/** Lists what a change makes untrue that has not left. Whoever goes on holding the interview still has to hear of it. */
export function listOvertakenKinds({ kind }: Pick<InterviewChange, "kind">): string[] {
	const kinds: string[] = [...reminderKinds, ...movedKinds];
	return kind === "handed-over" ? kinds.filter((one) => !/^interview-host-(?:booked|moved)$/.test(one)) : kinds;
}

/** What became of an interview. */
export type InterviewChange =
	| { kind: "booked" | "declined" | "withdrawn" | "cancelled"; by?: ByStaff | undefined }
	| { kind: "moved"; from: Temporal.Instant; by?: ByStaff | undefined }
	| { kind: "handed-over"; by: ByStaff; formerHosts: readonly HostPerson[]; newHostIds: readonly string[] };

export type ChangeEmailOptions = {
	/** The applicant's address. */
	email: string;
	careersEmail: string;
	/** Those who hold it now. */
	hosts: readonly HostPerson[];
	/** Of the applicant's private link. */
	token: string;
	/** Whether it had a time before. */
	hadTime: boolean;
	now: Temporal.Instant;
};

/** The e-mail that offers an interview; it leaves once the offer can be taken back no more. */
export function createOfferEmail(
	{ id, application, sendsAt }: Pick<InterviewRecord, "id" | "application" | "sendsAt">,
	{ email, token }: { email: string; token: string },
): InterviewEmail {
	return {
		kind: "interview-offer",
		reference: application,
		recipient: email,
		parameters: { interviewId: id, token } satisfies InterviewParameters,
		notBefore: sendsAt,
	};
}

/**
 * Lists all e-mails that a change calls for: to the applicant, to those who hold the interview and to those who did, to careers where the
 * applicant did it, and the reminders that are still to come.
 */
export function listChangeEmails(
	interview: InterviewRecord,
	change: InterviewChange,
	{ email, careersEmail, hosts, token, hadTime, now }: ChangeEmailOptions,
): InterviewEmail[] {
	const { id: interviewId, application: reference, startsAt } = interview;
	// Of whoever did it, their name alone goes with an e-mail.
	const by = change.by && { name: change.by.name, message: change.by.message };
	const write = (
		kind: InterviewEmailKind,
		recipient: string,
		parameters: Omit<InterviewParameters, "interviewId"> = {},
	): InterviewEmail => ({ kind, reference, recipient, parameters: { interviewId, ...parameters } });
	const toEachHost = (kind: InterviewEmailKind, people: readonly HostPerson[], parameters = {}) =>
		people.map((host) => write(kind, host.email, { hostId: host.id, by, ...parameters }));
	const notice =
		by === undefined && change.kind !== "handed-over"
			? [write("interview-staff-notice", careersEmail, { deed: change.kind, hadTime })]
			: [];

	if (change.kind === "cancelled" || change.kind === "declined" || change.kind === "withdrawn")
		return [
			// Whoever withdraws an application is told nothing more of it.
			...(change.kind === "withdrawn" ? [] : [write("interview-cancelled", email, { token, by, hadTime })]),
			...(hadTime ? toEachHost("interview-host-cancelled", hosts, { hadTime }) : []),
			...notice,
		];
	if (!startsAt) return [];
	const booked: BookedInterview = { ...interview, startsAt };
	const changed: InterviewEmail[] = [];
	if (change.kind === "booked")
		changed.push(write("interview-booked", email, { token, by }), ...toEachHost("interview-host-booked", hosts));
	if (change.kind === "moved") {
		const from = change.from.toString();
		changed.push(
			write("interview-moved", email, { token, by, from }),
			...toEachHost("interview-host-moved", hosts, { from }),
		);
	}
	if (change.kind === "handed-over")
		changed.push(
			write("interview-handed-over", email, { token, by }),
			...toEachHost("interview-host-given-away", change.formerHosts),
			...toEachHost(
				"interview-host-booked",
				hosts.filter((host) => change.newHostIds.includes(host.id)),
			),
		);
	return [...changed, ...notice, ...listReminderEmails(booked, { email, hosts, token, now })];
}

function listReminderEmails(
	{ id: interviewId, application: reference, startsAt }: BookedInterview,
	{ email, hosts, token, now }: Pick<ChangeEmailOptions, "email" | "hosts" | "token" | "now">,
): InterviewEmail[] {
	return listReminders(startsAt.epochMilliseconds, now.epochMilliseconds).flatMap(({ name, atMs }) => {
		const times = { notBefore: Temporal.Instant.fromEpochMilliseconds(atMs), expiresAt: startsAt };
		return [
			{
				kind: `interview-reminder-${name}` as const,
				reference,
				recipient: email,
				parameters: { interviewId, token },
				...times,
			},
			...hosts.map((host) => ({
				kind: `interview-host-reminder-${name}` as const,
				reference,
				recipient: host.email,
				parameters: { interviewId, hostId: host.id },
				...times,
			})),
		];
	});
}
