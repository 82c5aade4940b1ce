import type { PersonalRecords } from "../../../core/people/personal-records.ts";
import type { CompanyTime } from "../../../shared/company.ts";
import { formatStart } from "./interview-texts.ts";
import { describeDeed } from "./record-kind.server.ts";
import { deleteInterviewsOf, listInterviewsOf } from "./store.server.ts";
import { listInterviewEvents } from "./interview-events-store.server.ts";

/** Adds interviews to what is exported of applications, and to what is deleted with them. */
export function withInterviewData(records: PersonalRecords, company: CompanyTime): PersonalRecords {
	return {
		...records,
		async describe(db, references) {
			const described = await records.describe(db, references);
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
							title: `${event.actorId === undefined ? "Applicant" : "Staff"} ${describeDeed(event, company)}`,
							text: event.detail.message ?? "",
						})),
				].toSorted((a, b) => Temporal.Instant.compare(a.at, b.at)),
			}));
		},
		async delete(transaction, references, now) {
			const upcoming = await deleteInterviewsOf(transaction, references, now);
			const deleted = await records.delete(transaction, references, now);
			const remarks = upcoming.map(
				({ startsAt, timeZone }) =>
					`The interview on ${formatStart(startsAt.epochMilliseconds, timeZone)} will not take place. The time of those who hold it is free, and no e-mail says so: take it out of their calendars.`,
			);
			return { ...deleted, remarks: [...(deleted.remarks ?? []), ...remarks] };
		},
	};
}
