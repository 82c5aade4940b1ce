import type { AppointmentDeps } from "../../../core/appointments/appointment-deps.ts";
import type { HostDeps } from "../../../core/appointments/find-free-hosts.server.ts";
import type { HostPerson } from "../../../core/appointments/host-store.server.ts";
import type { Connection } from "../../../platform/database/database.ts";
import { interviewPurpose, type InterviewRecord } from "./interview-record.ts";

export type InterviewDeps = AppointmentDeps<"offered"> & { careersEmail: string };

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
