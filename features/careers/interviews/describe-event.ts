import type { CompanyTime } from "../../../shared/company.ts";
import { joinNames } from "../../../shared/join-names.ts";
import { formatStart } from "../../../shared/slot-texts.ts";
import type { InterviewEvent } from "./interview-events.server.ts";

/** Describes an event of an interview: the rest of a sentence that begins with a name. */
export function describeEvent({ kind, detail, interview }: InterviewEvent, { locale }: CompanyTime): string {
	const write = (instant: string | undefined) =>
		instant === undefined ? "" : formatStart(Temporal.Instant.from(instant).epochMilliseconds, interview.timeZone);
	const events: Record<InterviewEvent["kind"], string> = {
		offered: `offered an interview: ${interview.subject}`,
		"taken-back": "withdrew the offer of an interview",
		booked: `chose the time of the interview: ${write(detail.to)}`,
		moved: `moved the interview from ${write(detail.from)} to ${write(detail.to)}`,
		"handed-over": `reassigned the interview to ${joinNames(detail.hosts ?? [], locale)}`,
		declined: "declined the interview",
		cancelled: "cancelled the interview",
		outcome: `noted how the interview went: ${nameOutcome(detail.outcome)}`,
	};
	return `${events[kind]} (${interview.reference})`;
}

function nameOutcome(outcome: InterviewEvent["detail"]["outcome"]): string {
	return outcome === "held" ? "held" : outcome === "no-show" ? "no-show" : "nothing yet";
}
