import type { Deed, RecordKind } from "../../../core/records/record-kind.ts";
import type { CompanyTime } from "../../../shared/company.ts";
import { createInterviewAppointments } from "./call-off.server.ts";
import type { InterviewDeps } from "./interview-deps.server.ts";
import { formatStart, joinNames } from "./interview-texts.ts";
import { findFirstOffer, listInterviewEvents, type InterviewEvent } from "./interview-events-store.server.ts";

/** Adds interviews to what was done with applications: an offer of one is an answer, too. */
export function withInterviews(kind: RecordKind, deps: Pick<InterviewDeps, "company" | "hosts">): RecordKind {
	const { company } = deps;
	return {
		...kind,
		appointments: createInterviewAppointments(deps),
		async listDeeds(db, reference, now) {
			const others = (await kind.listDeeds?.(db, reference, now)) ?? [];
			const events = await listInterviewEvents(db, [reference]);
			const takenBack = events.filter((event) => event.kind === "taken-back").map(({ interview }) => interview.id);
			const own = events.map((event): Deed => ({
				id: event.id,
				at: event.at,
				accountId: event.actorId,
				deed: describeDeed(event, company),
				text: event.detail.message || undefined,
				isUndone: event.isUndone || (event.kind === "offered" && takenBack.includes(event.interview.id)),
			}));
			return [...others, ...own];
		},
		findFirstAnswer: findFirstOffer,
	};
}

/** Says what was done with an interview: the rest of a sentence that begins with who did it. */
export function describeDeed({ kind, detail, interview }: InterviewEvent, { locale }: CompanyTime): string {
	const write = (instant: string | undefined) =>
		instant === undefined ? "" : formatStart(Temporal.Instant.from(instant).epochMilliseconds, interview.timeZone);
	const deeds: Record<InterviewEvent["kind"], string> = {
		offered: `offered an interview: ${interview.subject}`,
		"taken-back": "took the offer of an interview back",
		booked: `chose the time of the interview: ${write(detail.to)}`,
		moved: `moved the interview from ${write(detail.from)} to ${write(detail.to)}`,
		"handed-over": `gave the interview to ${joinNames(detail.hosts ?? [], locale)}`,
		declined: "declined the interview",
		cancelled: "cancelled the interview",
		outcome: `noted how the interview went: ${nameOutcome(detail.outcome)}`,
	};
	return `${deeds[kind]} (${interview.reference})`;
}

function nameOutcome(outcome: InterviewEvent["detail"]["outcome"]): string {
	return outcome === "held" ? "held" : outcome === "no-show" ? "no-show" : "nothing yet";
}
