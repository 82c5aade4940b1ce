import type { Connection } from "../../platform/database/database.ts";
import type { HostDeps } from "../../core/appointments/find-free-hosts.server.ts";
import type { HostPerson } from "../../core/appointments/host-store.server.ts";
import { demoCallPurpose, type BookingRecord } from "./booking-record.server.ts";

type PeopleDeps = Pick<HostDeps, "listPeople">;

/** Finds who holds a call, as somebody to write to; undefined for a call without a host, and for one whose host works here no more. */
export async function findHostOf(
	db: Connection,
	{ hostId }: Pick<BookingRecord, "hostId">,
	{ listPeople }: PeopleDeps,
): Promise<HostPerson | undefined> {
	return hostId === undefined ? undefined : (await listPeople(db, demoCallPurpose)).find(({ id }) => id === hostId);
}

/** Who holds a call, and who held it until now where that is somebody else. */
export type HostsOfChange = { host?: HostPerson | undefined; formerHost?: HostPerson | undefined; isNewHost?: boolean };

/** Finds who holds a call that has changed, and who held it before. */
export async function findHostsOfChange(
	db: Connection,
	before: Pick<BookingRecord, "hostId">,
	after: Pick<BookingRecord, "hostId">,
	deps: PeopleDeps,
): Promise<HostsOfChange> {
	const host = await findHostOf(db, after, deps);
	return before.hostId === after.hostId
		? { host }
		: { host, formerHost: await findHostOf(db, before, deps), isNewHost: true };
}
