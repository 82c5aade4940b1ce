import type { Appointment, Timed } from "../../../core/appointments/appointment.ts";
import type { ApplicationRecord } from "../applications/store.server.ts";
import type { InterviewPlace, InterviewTerms } from "./rules.ts";

/** offered: the applicant has not chosen a time yet; of a cancelled one nothing takes place. */
export type InterviewState = "offered" | "booked" | "cancelled";

export type InterviewOutcome = "held" | "no-show";

/** What hosts' time is taken for by interviews. */
export const interviewPurpose = "interview";

/** What references of interviews begin with. */
export const interviewPrefix = "INT";

/** An interview as it is stored; its time zone is also the one in which its days are. */
export type InterviewRecord = Appointment &
	InterviewTerms & {
		/** Reference of the application. */
		application: string;
		state: InterviewState;
		outcome: InterviewOutcome | undefined;
		place: InterviewPlace;
		offeredBy: string;
		senderName: string;
		/** What the e-mail that offers it says. */
		subject: string;
		text: string;
		messageId: string;
		offeredAt: Temporal.Instant;
		/** Until then the offer can be undone. */
		sendsAt: Temporal.Instant;
		/** The reply with which it is called off, once that has left; undefined while it stands. */
		calledOff: { messageId: string; by: { id: string; name: string } } | undefined;
	};

/** One with a time. */
export type BookedInterview = Timed<InterviewRecord>;

/** Whom an interview is with. */
export type Applicant = { email: string; application: ApplicationRecord };
