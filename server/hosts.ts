import { mayUse, type Area } from "../core/accounts/roles.ts";
import { findAccount, listAccounts } from "../core/accounts/store.server.ts";
import type { CalendarOwner } from "../core/appointments/calendar-reader.server.ts";
import { readAppointmentId } from "../core/appointments/event-uid.ts";
import type { HostDeps } from "../core/appointments/find-free-hosts.server.ts";
import type { ListHostPeople } from "../core/appointments/host-store.server.ts";
import type { AppointmentPages } from "../core/push/push-renderers.server.ts";
import type { HostPurpose } from "../desk/guard/desk-deps.server.ts";
import { demoCallPurpose } from "../features/booking/booking-record.server.ts";
import { findReferenceOfBooking, listOwnBookings } from "../features/booking/find-bookings.server.ts";
import { interviewPurpose } from "../features/careers/interviews/interview-record.ts";
import { findApplicationOfInterview, listExistingInterviews } from "../features/careers/interviews/store.server.ts";
import type { Config } from "../platform/config.ts";
import { splitIntoBatches } from "../platform/database/batches.ts";
import type { Connection } from "../platform/database/database.ts";

/** The purposes of hosts: an area of the desk that a host needs, and texts. */
const purposes: Readonly<Record<string, { area: Area; name: string; withoutHosts: string }>> = {
	[demoCallPurpose]: {
		area: "calls",
		name: "Demo calls",
		withoutHosts: "so company hours and capacity apply",
	},
	[interviewPurpose]: { area: "own-interviews", name: "Interviews", withoutHosts: "so none can be offered" },
};

/** The appointments of each purpose, for messages to their hosts. */
export const appointmentPages: AppointmentPages = {
	[demoCallPurpose]: { noun: "Call", path: "/calls" },
	[interviewPurpose]: { noun: "Interview", path: "/interviews" },
};

const listHostPeople: ListHostPeople = async (db, purpose) => {
	const area = purposes[purpose]?.area;
	if (area === undefined) return [];
	return (await listAccounts(db))
		.filter(({ roles, disabledAt }) => disabledAt === undefined && mayUse(roles, area))
		.map(({ id, name, email }) => ({ id, name, email }));
};

/** Tells whether an account may be booked for anything. */
export async function isHostPerson(db: Connection, id: string): Promise<boolean> {
	for (const purpose of Object.keys(purposes))
		if ((await listHostPeople(db, purpose)).some((person) => person.id === id)) return true;
	return false;
}

/** Tells whether an account may see the calls of all hosts. */
export async function maySeeCalls(db: Connection, id: string): Promise<boolean> {
	const account = await findAccount(db, id);
	return account !== undefined && account.disabledAt === undefined && mayUse(account.roles, "calls");
}

/** Finds the e-mail addresses of a host, by which calendars name them. */
export async function findHostAddresses(db: Connection, id: string): Promise<string[]> {
	const account = await findAccount(db, id);
	return account ? [account.email] : [];
}

/** Finds which ids are those of calls or interviews whose events in a host's calendar say nothing that we do not know. */
export async function findAppointmentIds(
	db: Connection,
	ids: readonly string[],
	owner: CalendarOwner,
): Promise<string[]> {
	const found: string[] = [];
	for (const batch of splitIntoBatches(ids))
		found.push(...(await listOwnBookings(db, batch, owner)), ...(await listExistingInterviews(db, batch)));
	return found;
}

/** Finds the record of a call or an interview by the UID of its invitation. */
export async function findRecordOfEvent(db: Connection, eventUid: string): Promise<string | undefined> {
	const id = readAppointmentId(eventUid);
	if (id === undefined) return undefined;
	return (await findReferenceOfBooking(db, id)) ?? (await findApplicationOfInterview(db, id));
}

/** Combines what is known about hosts outside the database. */
export function createHostDeps({
	config,
	company,
}: {
	config: Pick<Config, "videoRoomsUrl">;
	company: HostDeps["company"];
}): HostDeps {
	return { company, listPeople: listHostPeople, videoRoomsUrl: config.videoRoomsUrl };
}

/** Lists the purposes of hosts, with the possible hosts. */
export function listHostPurposes(db: Connection): Promise<HostPurpose[]> {
	return Promise.all(
		Object.entries(purposes).map(async ([key, { name, withoutHosts }]) => ({
			key,
			name,
			withoutHosts,
			people: await listHostPeople(db, key),
		})),
	);
}
