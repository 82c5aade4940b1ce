import { z } from "zod";
import type { EmailIntent } from "../../../platform/email/email.ts";
import type { HostPerson } from "../../../core/appointments/host-store.server.ts";
import { listReminders, reminderNames } from "../../../shared/reminders.ts";
import type { BookedInterview, InterviewRecord } from "./interview-record.ts";

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

/** What a change of an interview puts others in the place of, where it has not left: each tells anew what its recipient does not know. */
export const overtakenKinds: readonly string[] = [...reminderKinds, ...movedKinds, "interview-host-given-away"];

/** What became of an interview; called off is one that an answer to the applicant tells of. */
export type InterviewChange = {
	kind: "booked" | "moved" | "handed-over" | "declined" | "withdrawn" | "cancelled" | "called-off";
	by?: ByStaff | undefined;
};

/** What is looked at of an e-mail that has given way to others. */
export type EmailThatGaveWay = { kind: string; parameters: string | null };

export type ChangeEmailOptions = {
	/** The applicant's address. */
	email: string;
	careersEmail: string;
	/** All who can be written to of those who hold interviews. */
	people: readonly HostPerson[];
	/** Of the applicant's private link. */
	token: string;
	/** E-mails about the interview that have not left, and do not any more. */
	gaveWay: readonly EmailThatGaveWay[];
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
 * Lists all e-mails that a change calls for: to the applicant and to each who holds the interview or did, what they do not know yet; to
 * careers, where the applicant did it; and the reminders that are still to come.
 */
export function listChangeEmails(
	before: InterviewRecord,
	after: InterviewRecord,
	change: InterviewChange,
	{ email, careersEmail, people, token, gaveWay, now }: ChangeEmailOptions,
): InterviewEmail[] {
	const { id: interviewId, application: reference } = after;
	// Of whoever did it, their name alone goes with an e-mail.
	const by = change.by && { name: change.by.name, message: change.by.message };
	const write = (
		kind: InterviewEmailKind,
		recipient: string,
		parameters: Omit<InterviewParameters, "interviewId"> = {},
	): InterviewEmail => ({ kind, reference, recipient, parameters: { interviewId, ...parameters } });
	const known = readKnown(before, gaveWay);
	const booked = findBooked(after);

	const toApplicant = (): InterviewEmail[] => {
		// Whoever withdraws is told nothing more, and whoever is answered reads it in the answer.
		if (change.kind === "withdrawn" || change.kind === "called-off") return [];
		const hadTime = known.byApplicant !== undefined;
		if (!booked)
			return after.state === "cancelled" ? [write("interview-cancelled", email, { token, by, hadTime })] : [];
		if (!known.byApplicant) return [write("interview-booked", email, { token, by })];
		if (!known.byApplicant.equals(booked.startsAt))
			return [write("interview-moved", email, { token, by, from: known.byApplicant.toString() })];
		const isHandedOver = change.kind === "handed-over" || known.isHandedOver;
		return isHandedOver ? [write("interview-handed-over", email, { token, by })] : [];
	};
	const toHost = (host: HostPerson): InterviewEmail[] => {
		const from = known.byHosts.get(host.id);
		const holds = booked?.hostIds.includes(host.id) === true;
		const parameters = { hostId: host.id, by, ...(from && { from: from.toString() }) };
		if (!from) return holds ? [write("interview-host-booked", host.email, { hostId: host.id, by })] : [];
		if (!booked) return [write("interview-host-cancelled", host.email, { ...parameters, hadTime: true })];
		if (!holds) return [write("interview-host-given-away", host.email, parameters)];
		return from.equals(booked.startsAt) ? [] : [write("interview-host-moved", host.email, parameters)];
	};
	const toCareers =
		by === undefined && change.kind !== "handed-over" && change.kind !== "called-off"
			? [
					write("interview-staff-notice", careersEmail, {
						deed: change.kind,
						hadTime: findBooked(before) !== undefined,
					}),
				]
			: [];
	const hosts = booked ? people.filter(({ id }) => booked.hostIds.includes(id)) : [];
	return [
		...toApplicant(),
		...people.flatMap(toHost),
		...toCareers,
		...(booked ? listReminderEmails(booked, { email, hosts, token, now }) : []),
	];
}

/** What those whom an interview concerns know of it: when it is, as the last e-mail has told them that has left. */
function readKnown(before: InterviewRecord, gaveWay: readonly EmailThatGaveWay[]) {
	const startsAt = findBooked(before)?.startsAt;
	const known = {
		byApplicant: startsAt,
		byHosts: new Map(startsAt ? before.hostIds.map((id) => [id, startsAt]) : []),
		isHandedOver: false,
	};
	for (const { kind, parameters } of gaveWay) {
		const { hostId = "", from } = interviewParametersSchema.parse(JSON.parse(parameters ?? "{}"));
		const told = from === undefined ? undefined : Temporal.Instant.from(from);
		if (kind === "interview-booked") known.byApplicant = undefined;
		if (kind === "interview-moved") known.byApplicant = told;
		if (kind === "interview-handed-over") known.isHandedOver = true;
		if (kind === "interview-host-booked") known.byHosts.delete(hostId);
		if ((kind === "interview-host-moved" || kind === "interview-host-given-away") && told)
			known.byHosts.set(hostId, told);
	}
	return known;
}

function findBooked(interview: InterviewRecord): BookedInterview | undefined {
	return interview.state === "booked" && interview.startsAt
		? { ...interview, startsAt: interview.startsAt }
		: undefined;
}

function listReminderEmails(
	{ id: interviewId, application: reference, startsAt }: BookedInterview,
	{ email, hosts, token, now }: Pick<ChangeEmailOptions, "email" | "token" | "now"> & { hosts: readonly HostPerson[] },
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
