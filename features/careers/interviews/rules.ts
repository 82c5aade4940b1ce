import { addDays, isCalendarDate } from "../../../shared/slot-times.ts";
import type { FieldError } from "../../../shared/text-rules.ts";

/** How long an interview can be, in minutes. */
export const interviewLengths = [15, 30, 45, 60, 90, 120] as const;
/** The most that one interview takes of those who work here. */
export const maxInterviewers = 5;
/** As many days as one offer spans, and how far ahead it may reach. */
export const maxSpanDays = 31;
export const maxDaysAhead = 90;
/** As many times as can be offered one by one. */
export const maxChosenTimes = 40;
/** As often as an applicant can move an interview. */
export const maxInterviewMoves = 5;

/** Where an interview takes place: by the first interviewer's video link, on the applicant's phone, or at an office. */
export type InterviewPlace = { kind: "video" } | { kind: "phone" } | { kind: "office"; city: string; address: string };

/** What is offered: by whom it is held, how long, where, and within which days; one of some times where they are given. */
export type InterviewTerms = {
	/** Ids of the accounts; the first one's video link is used. */
	hostIds: string[];
	durationMinutes: number;
	/** Days of the company's calendar, both included. */
	firstDate: string;
	lastDate: string;
	/** In milliseconds since 1970; any free time of the days where it is undefined. */
	startsMs: number[] | undefined;
};

/** The same as a form sends it. */
export type TypedTerms = {
	hostIds: readonly string[];
	/** Written in digits. */
	length: string;
	firstDate: string;
	lastDate: string;
	/** Instants, written as ISO 8601. */
	starts: readonly string[];
};

/**
 * Checks what somebody typed of an offer.
 *
 * @param today in the company's zone
 * @param knownHosts ids of those who hold interviews
 */
export function checkTerms(
	{ hostIds, length, firstDate, lastDate, starts }: TypedTerms,
	{ today, knownHosts }: { today: string; knownHosts: readonly string[] },
): { ok: true; terms: InterviewTerms } | { ok: false; errors: FieldError[] } {
	const errors: FieldError[] = [];
	const chosen = [...new Set(hostIds)];
	const durationMinutes = interviewLengths.find((minutes) => String(minutes) === length);
	const startsMs = starts.map((start) => Date.parse(start));
	if (chosen.length === 0) errors.push({ field: "hosts", message: "Choose who holds the interview" });
	else if (chosen.length > maxInterviewers)
		errors.push({ field: "hosts", message: `Choose at most ${maxInterviewers} interviewers` });
	else if (chosen.some((id) => !knownHosts.includes(id)))
		errors.push({ field: "hosts", message: "Choose people who hold interviews" });
	if (durationMinutes === undefined) errors.push({ field: "length", message: "Choose how long it is" });
	const hasDates = isCalendarDate(firstDate) && isCalendarDate(lastDate);
	if (!isCalendarDate(firstDate)) errors.push({ field: "first", message: "Enter the first day" });
	else if (firstDate < today)
		errors.push({ field: "first", message: "The first day is over. Choose one from today on" });
	if (!isCalendarDate(lastDate)) errors.push({ field: "last", message: "Enter the last day" });
	else if (hasDates && lastDate < firstDate)
		errors.push({ field: "last", message: "The last day comes before the first. Choose a later one" });
	else if (hasDates && lastDate > addDays(firstDate, maxSpanDays - 1))
		errors.push({ field: "last", message: `Offer at most ${maxSpanDays} days` });
	else if (lastDate > addDays(today, maxDaysAhead))
		errors.push({ field: "last", message: `Offer days within the next ${maxDaysAhead}` });
	if (startsMs.length > maxChosenTimes)
		errors.push({ field: "starts", message: `Offer at most ${maxChosenTimes} times, or any time of the days` });
	else if (startsMs.some(Number.isNaN)) errors.push({ field: "starts", message: "Choose times that are listed" });
	if (errors.length > 0 || durationMinutes === undefined) return { ok: false, errors };
	return {
		ok: true,
		terms: {
			hostIds: chosen,
			durationMinutes,
			firstDate,
			lastDate,
			startsMs: startsMs.length > 0 ? startsMs.toSorted((a, b) => a - b) : undefined,
		},
	};
}

/** Every how many minutes an interview of a length can begin. */
export function stepOf(durationMinutes: number): number {
	return durationMinutes === 15 ? 15 : 30;
}
