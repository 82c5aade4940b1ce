import { isBooked } from "../../../core/appointments/appointment.ts";
import { listReminderKinds, type AppointmentEmails } from "../../../core/appointments/change-emails.ts";
import type { EmailIntent } from "../../../platform/email/email.ts";
import type { Applicant, InterviewRecord } from "./interview-record.ts";

const reminderKinds = listReminderKinds("interview");
const movedKinds = [
	"interview-booked",
	"interview-moved",
	"interview-handed-over",
	"interview-host-booked",
	"interview-host-moved",
	"interview-host-changed",
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

export const interviewHostEmailKinds: readonly string[] = interviewEmailKinds.filter((kind) =>
	kind.startsWith("interview-host-"),
);

/** Declares the e-mails about interviews; careers is told what applicants do. */
export function declareInterviewEmails(careersEmail: string): AppointmentEmails<InterviewRecord, Applicant> {
	return {
		prefix: "interview",
		first: "booked",
		hostFirst: "host-booked",
		kinds: interviewEmailKinds,
		superseded: [...reminderKinds, ...movedKinds, "interview-host-given-away"],
		recordOf: ({ application, id }) => ({
			reference: application,
			parameter: { name: "interviewId", value: id },
		}),
		isTold: () => true,
		// An applicant who withdraws gets no e-mail, and a reply tells about a called-off interview itself.
		tellsGuest: (change) => change !== "withdrawn" && change !== "called-off",
		office: careersEmail,
		tellOffice: ({ kind, by, before }) =>
			by || kind === "handed-over"
				? []
				: [
						{
							kind: "staff-notice",
							parameters: { deed: kind, hadTime: before !== undefined && isBooked(before) },
						},
					],
		remindsOffice: false,
		writeFrom: (from) => from.toString(),
		readFrom: readFormerStart,
	};
}

/** Reads the previous time of an e-mail; undefined without one. */
export function readFormerStart(from: unknown): Temporal.Instant | undefined {
	return typeof from === "string" ? Temporal.Instant.from(from) : undefined;
}

/** Creates the e-mail that offers an interview; it leaves once the offer can no longer be undone. */
export function createOfferEmail(
	{ id, application, sendsAt }: Pick<InterviewRecord, "id" | "application" | "sendsAt">,
	{ email, token }: { email: string; token: string },
): EmailIntent<InterviewEmailKind> {
	return {
		kind: "interview-offer",
		reference: application,
		recipient: email,
		parameters: { interviewId: id, token },
		notBefore: sendsAt,
	};
}
