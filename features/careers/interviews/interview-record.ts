import type { Interval } from "../../../shared/interval.ts";
import type { InterviewPlace, InterviewTerms } from "./rules.ts";

/** offered: the applicant has not chosen a time yet; of a cancelled one nothing takes place. */
export type InterviewState = "offered" | "booked" | "cancelled";

export type InterviewOutcome = "held" | "no-show";

/** What hosts' time is taken for by interviews. */
export const interviewPurpose = "interview";

/** What references of interviews begin with. */
export const interviewPrefix = "INT";

/** An interview as it is stored. */
export type InterviewRecord = InterviewTerms & {
	/** Also the UID of its calendar entry. */
	id: string;
	reference: string;
	/** Reference of the application. */
	application: string;
	state: InterviewState;
	outcome: InterviewOutcome | undefined;
	place: InterviewPlace;
	/** The zone in which its days are, and in which it is told. */
	timeZone: string;
	/** When it begins; undefined until a time is chosen. */
	startsAt: Temporal.Instant | undefined;
	/** Where a video call takes place, where that is known. */
	videoUrl: string | undefined;
	/** Counts its changes; the SEQUENCE of its calendar entry. */
	sequence: number;
	/** How often the applicant moved it. */
	moves: number;
	offeredBy: string;
	senderName: string;
	/** What the e-mail that offers it says. */
	subject: string;
	text: string;
	messageId: string;
	offeredAt: Temporal.Instant;
	/** Until then the offer can be taken back. */
	sendsAt: Temporal.Instant;
	/** The answer with which it is called off, once that has left; undefined while it stands. */
	calledOff: { messageId: string; by: { id: string; name: string } } | undefined;
};

/** One with a time. */
export type BookedInterview = InterviewRecord & { startsAt: Temporal.Instant };

/** From its beginning until its end. */
export function intervalOf({
	startsAt,
	durationMinutes,
}: Pick<BookedInterview, "startsAt" | "durationMinutes">): Interval {
	const startMs = startsAt.epochMilliseconds;
	return { startMs, endMs: startMs + durationMinutes * 60_000 };
}

/** Tells whether an interview has a time and takes place. */
export function isBooked(interview: InterviewRecord): interview is BookedInterview {
	return interview.state === "booked" && interview.startsAt !== undefined;
}

/** Tells whether an interview has begun. */
export function hasBegun({ startsAt }: Pick<InterviewRecord, "startsAt">, now: Temporal.Instant): boolean {
	return startsAt !== undefined && Temporal.Instant.compare(startsAt, now) <= 0;
}
