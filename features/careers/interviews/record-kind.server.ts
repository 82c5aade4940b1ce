import type { Deed, RecordDeclaration } from "../../../core/records/record-kind.ts";
import { createInterviewAppointments } from "./call-off.server.ts";
import { describeDeed } from "./describe-deed.ts";
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
		async listDeeds(db, reference, now) {
			const others = (await kind.listDeeds?.(db, reference, now)) ?? [];
			const events = await listInterviewEvents(db, [reference]);
			const withdrawn = events.filter((event) => event.kind === "taken-back").map(({ interview }) => interview.id);
			const own = events.map((event): Deed => ({
				id: event.id,
				at: event.at,
				accountId: event.actorId,
				deed: describeDeed(event, company),
				text: event.detail.message || undefined,
				isUndone: event.isUndone || (event.kind === "offered" && withdrawn.includes(event.interview.id)),
			}));
			return [...others, ...own];
		},
		findOtherAnswers: findOffers,
		personalData: withInterviewData(kind.personalData, company),
	};
}
