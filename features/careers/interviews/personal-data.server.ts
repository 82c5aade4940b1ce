import type { PersonalData } from "../../../core/records/record-kind.ts";
import type { CompanyTime } from "../../../shared/company.ts";
import { formatStart } from "../../../shared/slot-texts.ts";
import { describeEvent } from "./describe-event.ts";
import { listInterviewEvents } from "./interview-events.server.ts";
import { deleteInterviewsOf, listInterviewsOf } from "./store.server.ts";

/** Adds interviews to the export and erasure of applications. */
export function withInterviewData(data: PersonalData, company: CompanyTime): PersonalData {
	return {
		...data,
		async extend(db, described) {
			const references = described.map(({ reference }) => reference);
			const interviews = await listInterviewsOf(db, references);
			const events = await listInterviewEvents(db, references);
			return described.map((record) => ({
				...record,
				stored: {
					...record.stored,
					interviews: interviews.filter(({ application }) => application === record.reference),
				},
				work: [
					...record.work,
					...events
						.filter(({ interview }) => interview.application === record.reference)
						.map((event) => ({
							id: event.id,
							at: event.at,
							title: `${event.actorId === undefined ? "Applicant" : "Staff"} ${describeEvent(event, company)}`,
							text: event.detail.message ?? "",
						})),
				].toSorted((a, b) => Temporal.Instant.compare(a.at, b.at)),
			}));
		},
		async deleteBelongings(transaction, references, now) {
			const upcoming = await deleteInterviewsOf(transaction, references, now);
			const deleted = await data.deleteBelongings?.(transaction, references, now);
			const remarks = upcoming.map(
				({ startsAt, timeZone }) =>
					`The interview on ${formatStart(startsAt.epochMilliseconds, timeZone)} is cancelled without an e-mail. Remove it from the interviewers’ calendars.`,
			);
			return { ...deleted, remarks: [...(deleted?.remarks ?? []), ...remarks] };
		},
	};
}
