import type { OpenInterview } from "../../features/careers/interviews/desk-interviews.server.ts";
import type { InterviewRecord } from "../../features/careers/interviews/interview-record.ts";
import { describePlace, namePlace } from "../../features/careers/interviews/interview-texts.ts";
import { isExpired } from "../../features/careers/interviews/needs.server.ts";
import type { Company } from "../../shared/company.ts";
import { formatShortDate } from "../../shared/format-date.ts";
import { joinNames } from "../../shared/join-names.ts";
import { formatStart } from "../../shared/slot-texts.ts";
import type { ShownField, ShownState } from "../records/values.ts";
import type { ShownInterview } from "./interview-section.tsx";

type Time = { company: Pick<Company, "locale" | "timeZone">; now: Temporal.Instant };

/** Shows an interview as the page of its application lists it. */
export function showInterview(interview: InterviewRecord & { names: string[] }, time: Time): ShownInterview {
	const { reference, place, durationMinutes, names, state, sendsAt } = interview;
	const who = names.length > 0 ? `with ${joinNames(names, time.company.locale)}` : "no current interviewer";
	return {
		reference,
		state: showInterviewState(interview, time.now),
		when: describeWhen(interview),
		about: `${durationMinutes} minutes · ${namePlace(place)} · ${who}`,
		canUndo: state === "offered" && Temporal.Instant.compare(time.now, sendsAt) < 0,
	};
}

/** Lists the accounts that are expected to review an applicant: the interviewers of interviews that are not cancelled. */
export function listReviewers(interviews: readonly InterviewRecord[]): string[] {
	return interviews
		.filter(({ state, outcome }) => state !== "cancelled" && outcome !== "no-show")
		.flatMap(({ hostIds }) => hostIds);
}

/** Shows where an interview takes place and with whom. */
export function showInterviewFields(
	{ names, durationMinutes, place, videoUrl }: InterviewRecord & { names: readonly string[] },
	{ phone, locale }: { phone: string; locale: string },
): ShownField[] {
	const where = place.kind === "phone" ? `By phone: ${phone}` : describePlace(place);
	return [
		{ label: "With", value: { text: joinNames(names, locale) || "No current interviewer" } },
		{ label: "Length", value: { text: `${durationMinutes} minutes` } },
		{ label: "Where", value: { text: where } },
		...(videoUrl === undefined ? [] : [{ label: "Video call", value: [videoUrl], as: "links" as const }]),
	];
}

/** Describes an interview's time, or the offered days. */
export function describeWhen({ startsAt, timeZone, firstDate, lastDate, startsMs }: InterviewRecord): string {
	if (startsAt) return formatStart(startsAt.epochMilliseconds, timeZone);
	if (startsMs) return startsMs.length === 1 ? "One time offered" : `${startsMs.length} times offered`;
	return firstDate === lastDate
		? `Any time on ${formatShortDate(firstDate)}`
		: `Any time from ${formatShortDate(firstDate)} to ${formatShortDate(lastDate)}`;
}

/** Returns the next action of an interview, with its page. */
export function describeNext({
	need,
	reference,
	application,
}: OpenInterview): { text: string; path: string } | undefined {
	const path = `/interviews/${reference}`;
	if (need === "expired")
		return { text: "Offer new days", path: `/applications/${application}/interview?again=${reference}` };
	if (need === "ended") return { text: "Cancel or keep", path };
	return need === "outcome" ? { text: "Add outcome", path } : undefined;
}

/** Names the state of an interview in a word or two. */
export function showInterviewState(interview: InterviewRecord, now: Temporal.Instant): ShownState {
	const { state, outcome, startsAt, calledOff } = interview;
	if (state === "cancelled") return { state: "sent", name: "Cancelled" };
	if (outcome === "held") return { state: "sent", name: "Held" };
	if (outcome === "no-show") return { state: "failed", name: "No-show" };
	if (calledOff) return { state: "scheduled", name: "Cancelling with reply" };
	if (isExpired(interview, now)) return { state: "late", name: "Offer expired" };
	if (state === "offered") return { state: "waiting", name: "Awaiting candidate" };
	const isOver = startsAt !== undefined && Temporal.Instant.compare(startsAt, now) <= 0;
	return isOver ? { state: "waiting", name: "Outcome missing" } : { state: "scheduled", name: "Booked" };
}
