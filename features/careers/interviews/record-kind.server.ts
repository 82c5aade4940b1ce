import type { TimelineEvent, RecordDeclaration } from "../../../core/records/record-kind.ts";
import { createInterviewAppointments } from "./call-off.server.ts";
import { describeEvent } from "./describe-event.ts";
import type { InterviewDeps } from "./interview-deps.server.ts";
import { findOffers, listInterviewEvents } from "./interview-events.server.ts";
import { withInterviewData } from "./personal-data.server.ts";

/** Adds interviews to the kind of record of applications: an offer counts as an answer. */
export function withInterviews(
	kind: RecordDeclaration,
	deps: Pick<InterviewDeps, "company" | "hosts">,
): RecordDeclaration {
	const { company } = deps;
	return {
		...kind,
		appointments: createInterviewAppointments(deps),
		async listEvents(db, reference, now) {
			const others = (await kind.listEvents?.(db, reference, now)) ?? [];
			const events = await listInterviewEvents(db, [reference]);
			const withdrawn = events.filter((event) => event.kind === "taken-back").map(({ interview }) => interview.id);
			const own = events.map((event): TimelineEvent => ({
				id: event.id,
				at: event.at,
				accountId: event.actorId,
				event: describeEvent(event, company),
				text: event.detail.message || undefined,
				isUndone: event.isUndone || (event.kind === "offered" && withdrawn.includes(event.interview.id)),
			}));
			return [...others, ...own];
		},
		findOtherReplies: findOffers,
		personalData: withInterviewData(kind.personalData, company),
	};
}
