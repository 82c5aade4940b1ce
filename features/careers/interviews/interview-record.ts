import { hasBegun, type Appointment, type Timed } from "../../../core/appointments/appointment.ts";
import type { ApplicationRecord } from "../applications/store.server.ts";
import type { InterviewPlace, InterviewTerms } from "./rules.ts";

/** offered: no time is chosen yet; cancelled: does not take place. */
export type InterviewState = "offered" | "booked" | "cancelled";

export type InterviewOutcome = "held" | "no-show";

/** The purpose of hosts' time that interviews reserve. */
export const interviewPurpose = "interview";

/** Prefix of interviews' references. */
export const interviewPrefix = "INT";

/** An interview as stored; its zone is also that of its days. */
export type InterviewRecord = Appointment &
	InterviewTerms & {
		/** Reference of the application. */
		application: string;
		state: InterviewState;
		outcome: InterviewOutcome | undefined;
		place: InterviewPlace;
		offeredBy: string;
		senderName: string;
		/** Of the e-mail that offers it. */
		subject: string;
		text: string;
		messageId: string;
		offeredAt: Temporal.Instant;
		/** Until then the offer can be undone. */
		sendsAt: Temporal.Instant;
		/** The reply that calls it off once it has left; undefined while the interview stands. */
		calledOff: { messageId: string; by: { id: string; name: string } } | undefined;
	};

export type BookedInterview = Timed<InterviewRecord>;

export type Applicant = { email: string; application: ApplicationRecord };

/** Tells whether an interview is neither cancelled nor begun. */
export function stands(interview: InterviewRecord, now: Temporal.Instant): boolean {
	return interview.state !== "cancelled" && !hasBegun(interview, now);
}
