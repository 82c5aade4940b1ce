import type { Clock } from "../../../platform/clock.ts";
import type { Connection, Database } from "../../../platform/database/database.ts";
import type { HostDeps } from "../../../core/appointments/find-free-hosts.server.ts";
import type { HostPerson } from "../../../core/appointments/host-store.server.ts";
import type { Company } from "../../../shared/company.ts";
import { interviewPurpose, type InterviewRecord } from "./interview-record.ts";

/** For the metrics. */
type InterviewOccurrence = "offered" | "booked" | "moved" | "cancelled" | "slot-taken" | "capped";

export type InterviewDeps = {
	database: Database;
	clock: Clock;
	company: Company;
	careersEmail: string;
	/** Origin of the private links, without a slash at the end. */
	publicUrl: string;
	/** Right-hand side of the e-mails' Message-IDs. */
	messageIdDomain: string;
	hosts: HostDeps;
	/** Called after every stored change and every refused time. */
	onOccurrence(occurrence: InterviewOccurrence): void;
};

/** Finds the interviewers of an interview, in order, without former members. */
export async function findInterviewers(
	db: Connection,
	interview: Pick<InterviewRecord, "hostIds">,
	{ listPeople }: Pick<HostDeps, "listPeople">,
): Promise<HostPerson[]> {
	return keepHosts(interview, await listPeople(db, interviewPurpose));
}

/** Keeps the interviewers of an interview, in order. */
export function keepHosts<Person extends { id: string }>(
	{ hostIds }: Pick<InterviewRecord, "hostIds">,
	people: readonly Person[],
): Person[] {
	return hostIds.flatMap((id) => people.find((person) => person.id === id) ?? []);
}
