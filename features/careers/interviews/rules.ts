import { addDays, isCalendarDate } from "../../../shared/slot-times.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import { findDate } from "../../../shared/zoned-time.ts";

/** In minutes. */
export const interviewLengths = [15, 30, 45, 60, 90, 120] as const;
/** Most interviewers of one interview. */
const maxInterviewers = 5;
/** Most days of one offer, and how far ahead it may reach. */
const maxSpanDays = 31;
export const maxDaysAhead = 90;
/** Most single times of one offer. */
const maxChosenTimes = 40;

/** At the first interviewer's video link, on the applicant's phone, or at an office. */
export type InterviewPlace = { kind: "video" } | { kind: "phone" } | { kind: "office"; city: string; address: string };

export type Interviewers = {
	/** Ids of the accounts; the first one's video link is used. */
	hostIds: string[];
	/** Whether another one comes first: the free interviewer with the fewest interviews in the chosen week. */
	firstIsFree: boolean;
};

/** The value of forms for a free first interviewer. */
export const whoeverIsFree = "whoever-is-free";

/** For a free first interviewer whom nobody can be. */
export const nobodyLeft = "No one is left to choose from. Choose fewer people, or name the first interviewer";

/** The terms of an offer: interviewers, length, place, and the days or times to choose from. */
export type InterviewTerms = Interviewers & {
	durationMinutes: number;
	/** Days of the company's calendar, both included. */
	firstDate: string;
	lastDate: string;
	/** In milliseconds since 1970; undefined for any free time of the days. */
	startsMs: number[] | undefined;
};

/** The interviewers as a form sends them. */
export type TypedInterviewers = {
	/** Id of the first interviewer, or whoeverIsFree; by default the first of the others. */
	first?: string | undefined;
	hostIds: readonly string[];
};

/** The terms as a form sends them. */
export type TypedTerms = TypedInterviewers & {
	/** Written in digits. */
	length: string;
	firstDate: string;
	lastDate: string;
	/** Instants, written as ISO 8601. */
	starts: readonly string[];
};

/**
 * Checks the terms of an offer.
 * @param today in the company's zone
 * @param timeZone the company's
 * @param knownHosts ids of the possible interviewers
 */
export function checkTerms(
	{ first, hostIds, length, firstDate, lastDate, starts }: TypedTerms,
	{ today, timeZone, knownHosts }: { today: string; timeZone: string; knownHosts: readonly string[] },
): { ok: true; terms: InterviewTerms } | { ok: false; errors: FieldError[] } {
	const errors: FieldError[] = [];
	const interviewers = checkInterviewers({ first, hostIds }, knownHosts);
	const durationMinutes = interviewLengths.find((minutes) => String(minutes) === length);
	const startsMs = starts.map((start) => Date.parse(start));
	if (typeof interviewers === "string") errors.push({ field: "hosts", message: interviewers });
	if (durationMinutes === undefined) errors.push({ field: "length", message: "Choose a length" });
	const hasDates = isCalendarDate(firstDate) && isCalendarDate(lastDate);
	const isOnTheDays = (startMs: number) => {
		const date = findDate(startMs, timeZone);
		return firstDate <= date && date <= lastDate;
	};
	if (!isCalendarDate(firstDate)) errors.push({ field: "first", message: "Enter the first day" });
	else if (firstDate < today) errors.push({ field: "first", message: "Choose a first day from today on" });
	if (!isCalendarDate(lastDate)) errors.push({ field: "last", message: "Enter the last day" });
	else if (hasDates && lastDate < firstDate)
		errors.push({ field: "last", message: "Choose a last day after the first" });
	else if (hasDates && lastDate > addDays(firstDate, maxSpanDays - 1))
		errors.push({ field: "last", message: `Offer at most ${maxSpanDays} days` });
	else if (lastDate > addDays(today, maxDaysAhead))
		errors.push({ field: "last", message: `Offer days within the next ${maxDaysAhead}` });
	if (startsMs.length > maxChosenTimes)
		errors.push({ field: "starts", message: `Offer at most ${maxChosenTimes} times, or any time of the days` });
	else if (startsMs.some((startMs) => Number.isNaN(startMs) || (hasDates && !isOnTheDays(startMs))))
		errors.push({ field: "starts", message: "Choose from the listed times" });
	if (errors.length > 0 || durationMinutes === undefined || typeof interviewers === "string")
		return { ok: false, errors };
	return {
		ok: true,
		terms: {
			...interviewers,
			durationMinutes,
			firstDate,
			lastDate,
			startsMs: startsMs.length > 0 ? startsMs.toSorted((a, b) => a - b) : undefined,
		},
	};
}

/** Reads the chosen interviewers, or explains what is wrong with them. */
export function checkInterviewers(
	{ first = "", hostIds }: TypedInterviewers,
	knownHosts: readonly string[],
): Interviewers | string {
	const firstIsFree = first === whoeverIsFree;
	const chosen = [...new Set([...(first === "" || firstIsFree ? [] : [first]), ...hostIds])];
	const count = chosen.length + (firstIsFree ? 1 : 0);
	if (count === 0) return "Choose an interviewer";
	if (count > maxInterviewers) return `Choose at most ${maxInterviewers} interviewers`;
	if (chosen.some((id) => !knownHosts.includes(id))) return "Choose people who are bookable for interviews";
	if (firstIsFree && knownHosts.every((id) => chosen.includes(id))) return nobodyLeft;
	return { hostIds: chosen, firstIsFree };
}

/** Returns the interval between possible starts, in minutes. */
export function stepOf(durationMinutes: number): number {
	return durationMinutes === 15 ? 15 : 30;
}
