import type { CompanyTime } from "../../../shared/company.ts";
import { formatTimeOf, nameZone } from "../../../shared/slot-texts.ts";
import type { InterviewPlace } from "./rules.ts";

/** "10:00 AM, India time, 45 minutes" */
export function formatTimeAndLength(
	{ startMs, timeZone, durationMinutes }: { startMs: number; timeZone: string; durationMinutes: number },
	company: CompanyTime,
): string {
	return `${formatTimeOf(startMs, timeZone)}, ${nameZone(timeZone, company)} time, ${durationMinutes} minutes`;
}

/** Describes an interview's place to the applicant. */
export function describePlace(place: InterviewPlace): string {
	if (place.kind === "video") return "By video";
	if (place.kind === "phone") return "By phone: we call the number in your application";
	return `At our office in ${place.city}: ${place.address}`;
}

/** Names an interview's place in a word or two, for lists. */
export function namePlace(place: InterviewPlace): string {
	return place.kind === "office" ? `Office, ${place.city}` : place.kind === "phone" ? "Phone" : "Video";
}

/** Names the interviewers, for lists of the desk. */
export function nameInterviewers(
	{ firstIsFree }: { firstIsFree: boolean },
	people: readonly { name: string }[],
): string[] {
	return [...(firstIsFree ? ["whoever is free"] : []), ...people.map(({ name }) => name)];
}

/** Names the interviewers to the applicant; empty while none is known. */
export function nameForApplicant(
	{ firstIsFree }: { firstIsFree: boolean },
	people: readonly { name: string }[],
): string[] {
	const names = people.map(({ name }) => name);
	return firstIsFree && names.length > 0 ? [...names, "a colleague"] : names;
}

/** Returns the first text of an offer, a reply template; days, place and link follow below it in the e-mail. */
export function createOfferTemplate(position: string): { subject: string; text: string } {
	return {
		subject: `Interview for ${position} at {companyName}`,
		text: `Hello {firstName},

Thank you for applying for ${position}. We enjoyed reading your application and would be glad to meet you.

Please pick a time that suits you with the link below. If none of them works, just reply to this e-mail.

Best regards,
{senderName}`,
	};
}
