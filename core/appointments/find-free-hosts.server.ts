import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { maxBufferMinutes, type Company } from "../../shared/company.ts";
import { overlap, type Interval } from "../../shared/interval.ts";
import { dayMs, findDate, findStartOfDay } from "../../shared/zoned-time.ts";
import { findClosure, listTimeOff, type TimeOff } from "./absence-store.server.ts";
import { intervalOf, isBooked, noBuffers, withBuffers, type Appointment, type Buffers } from "./appointment.ts";
import { listBusyTimes } from "./busy-calendar-store.server.ts";
import { chooseHost, createFreeHosts, type HostTimes } from "./free-hosts.ts";
import {
	listCompanyHours,
	listHosts,
	zoneOfHost,
	type Host,
	type HostPerson,
	type ListHostPeople,
} from "./host-store.server.ts";
import {
	countReservations,
	insertReservations,
	listReservations,
	lockHosts,
	readTurns,
	type Reservation,
	type ReservedFor,
} from "./reservation-store.server.ts";

/** Facts about hosts from outside the database. */
export type HostDeps = {
	/** Hosts without hours of their own work the company's. */
	company: Pick<Company, "timeZone" | "hours" | "demo">;
	listPeople: ListHostPeople;
	/** Base address of the rooms that are created for each call. */
	videoRoomsUrl: string;
};

type BookableHost = Host & HostPerson;

/** The hosts of a purpose, and when each is free. */
export type HostsOfPurpose = {
	/** All bookable hosts, free or not; the longest-serving first. */
	hosts: BookableHost[];
	/**
	 * Lists who is free for all of an interval within the range, in the order of `hosts`.
	 * @param kept the interval with the time that they keep free around it
	 */
	listFree(wanted: Interval, kept?: Interval): string[];
	/** Says why a host is not free then, to stand after the name; undefined for a free one. */
	explainBusy(hostId: string, wanted: Interval, kept?: Interval): string | undefined;
	/** Their absences and closures within it. */
	timeOff: readonly TimeOff[];
	busy: readonly ({ hostId: string } & Interval)[];
	reserved: readonly Reservation[];
};

/**
 * Finds the hosts of a purpose and when they are free within an interval.
 * @param except reservations of this record do not block
 * @param among e-mail addresses of the hosts in question; all by default
 */
export async function findHosts(
	db: Connection,
	interval: Interval,
	{
		purpose,
		except,
		among = [],
		now,
	}: {
		purpose: string;
		except?: ReservedFor | undefined;
		among?: readonly string[] | undefined;
		now: Temporal.Instant;
	},
	{ company, listPeople }: HostDeps,
): Promise<HostsOfPurpose> {
	const stored = await listHosts(db, { purpose });
	// Without hosts, nobody has to be looked up.
	const people = stored.length === 0 ? [] : await listPeople(db, purpose);
	const addresses = new Set(among.map((email) => email.toLowerCase()));
	const hosts = stored.flatMap((host): BookableHost[] => {
		const person = people.find(({ id }) => id === host.id);
		return person && (addresses.size === 0 || addresses.has(person.email.toLowerCase()))
			? [{ ...host, ...person }]
			: [];
	});
	if (hosts.length === 0)
		return { hosts, listFree: () => [], explainBusy: () => undefined, timeOff: [], busy: [], reserved: [] };
	const timeOff = await listTimeOff(db, interval);
	const busy = await listBusyTimes(db, interval);
	const reserved = (await listReservations(db, reachOf(interval), { now })).filter(
		(one) => one.purpose !== except?.purpose || one.reference !== except.reference,
	);
	const kept = reserved.map(({ hostId, ...one }) => ({ hostId, ...withBuffers(one, one) }));
	const blockedOf = Map.groupBy([...timeOff, ...busy, ...kept], ({ hostId }) => hostId);
	const times = hosts.map((host): HostTimes => ({
		id: host.id,
		timeZone: zoneOfHost(host, company),
		hours: host.hours ?? listCompanyHours(company.hours),
		blocked: blockedOf.get(host.id) ?? [],
	}));
	const listFree = createFreeHosts(times, interval);
	return {
		hosts,
		listFree,
		explainBusy(hostId, wanted, around = wanted) {
			if (listFree(wanted, around).includes(hostId)) return undefined;
			const has = (spells: readonly ({ hostId: string } & Interval)[], of: Interval) =>
				spells.some((spell) => spell.hostId === hostId && overlap(spell, of));
			if (has(timeOff, around)) return "away";
			if (has(reserved, wanted)) return "in another appointment";
			if (has(kept, around)) return "too close to another appointment";
			return has(busy, around) ? "busy" : "outside their hours";
		},
		timeOff,
		busy,
		reserved,
	};
}

/** Somebody who may take an appointment. */
export type HostChoice = {
	id: string;
	name: string;
	/** Why they cannot take it at its time, to stand after the name; undefined if they can. */
	busy: string | undefined;
	/** Why nobody should, though they can: the company is closed then; to stand after the name. */
	closed: string | undefined;
};

/** Lists who may take an appointment, and whether they can at its time; without a time, everybody can. */
export async function listHostChoices(
	db: Connection,
	appointment: Appointment & Partial<Buffers>,
	{ purpose, among, now }: { purpose: string; among?: readonly string[]; now: Temporal.Instant },
	deps: HostDeps,
): Promise<HostChoice[]> {
	const wanted = isBooked(appointment) ? intervalOf(appointment) : undefined;
	const kept = wanted && withBuffers(wanted, { ...noBuffers, ...appointment });
	const nowMs = now.epochMilliseconds;
	const question = { purpose, except: { purpose, reference: appointment.reference }, among, now };
	const { hosts, explainBusy } = await findHosts(db, kept ?? { startMs: nowMs, endMs: nowMs + 1 }, question, deps);
	const reason = wanted && (await findClosure(db, wanted, deps.company));
	const closed = reason === undefined ? undefined : `closed: ${reason}`;
	return hosts.map(({ id, name }) => ({ id, name, busy: wanted && explainBusy(id, wanted, kept), closed }));
}

/**
 * Chooses the free host with the fewest appointments of the purpose in that week (Monday to Sunday in the company's zone); of several, the
 * longest-serving.
 */
export async function chooseFreeHost(
	db: Connection,
	free: readonly string[],
	{
		purpose,
		startMs,
		except,
		now,
	}: { purpose: string; startMs: number; except?: string | undefined; now: Temporal.Instant },
	{ timeZone }: Pick<Company, "timeZone">,
): Promise<string | undefined> {
	if (free.length < 2) return free[0];
	return chooseHost(free, await countReservations(db, findWeek(startMs, timeZone), { purpose, except, now }));
}

/**
 * Chooses the free host whose turn it is: with the fewest upcoming appointments of the purpose; of several, the one to whom the last was
 * assigned longest ago; of several without any, the longest-serving.
 */
export async function chooseNextHost(
	db: Connection,
	free: readonly string[],
	question: { purpose: string; except?: string | undefined; now: Temporal.Instant },
): Promise<string | undefined> {
	if (free.length < 2) return free[0];
	const turns = await readTurns(db, question);
	const fewest = Math.min(...free.map((id) => turns.get(id)?.upcoming ?? 0));
	const [first, ...others] = free.filter((id) => (turns.get(id)?.upcoming ?? 0) === fewest);
	const lastOf = (id = "") => turns.get(id)?.last ?? "";
	return others.reduce((chosen, id) => (lastOf(id) < lastOf(chosen) ? id : chosen), first);
}

function findWeek(ms: number, timeZone: string): Interval {
	const date = Date.parse(`${findDate(ms, timeZone)}T00:00:00Z`);
	const monday = date - ((new Date(date).getUTCDay() + 6) % 7) * dayMs;
	const startOf = (day: number) => findStartOfDay(new Date(day).toISOString().slice(0, 10), timeZone);
	return { startMs: startOf(monday), endMs: startOf(monday + 7 * dayMs) };
}

/**
 * Reserves all the hosts for a record if each is free, and replaces the record's other reservations.
 * @param known hosts who have this time already, and keep it whatever has come between since
 * @returns false, with nothing changed, when one of them is not bookable for the purpose or not free
 */
export async function reserveHosts(
	transaction: WriteTransaction,
	hostIds: readonly string[],
	wanted: Parameters<typeof insertReservations>[2],
	{ now, known = [], ...deps }: HostDeps & { now: Temporal.Instant; known?: readonly string[] },
): Promise<boolean> {
	const kept = withBuffers(wanted, { ...noBuffers, ...wanted });
	await lockHosts(transaction, kept);
	const { listFree } = await findHosts(transaction, kept, { purpose: wanted.purpose, except: wanted, now }, deps);
	const free = listFree(wanted, kept);
	if (!hostIds.every((id) => known.includes(id) || free.includes(id))) return false;
	await replaceReservations(transaction, hostIds, wanted, now);
	return true;
}

/**
 * Reserves hosts for a record as before a change. Only other appointments are in the way: a host who was away before may be away again.
 * @returns false, with nothing changed, when one of them has another appointment
 */
export async function restoreHosts(
	transaction: WriteTransaction,
	hostIds: readonly string[],
	wanted: Parameters<typeof insertReservations>[2],
	now: Temporal.Instant,
): Promise<boolean> {
	const kept = withBuffers(wanted, { ...noBuffers, ...wanted });
	await lockHosts(transaction, kept);
	const isTaken = (await listReservations(transaction, reachOf(kept), { now })).some(
		(one) =>
			hostIds.includes(one.hostId) &&
			(one.purpose !== wanted.purpose || one.reference !== wanted.reference) &&
			overlap(withBuffers(one, one), kept),
	);
	if (!isTaken) await replaceReservations(transaction, hostIds, wanted, now);
	return !isTaken;
}

/** Returns the interval in which reservations may begin or end that keep a part of another one free. */
function reachOf(interval: Interval): Interval {
	return withBuffers(interval, { bufferBeforeMinutes: maxBufferMinutes, bufferAfterMinutes: maxBufferMinutes });
}

/** Reserves hosts who are known to be free, in place of the record's earlier reservations. */
export async function replaceReservations(
	transaction: WriteTransaction,
	hostIds: readonly string[],
	wanted: Parameters<typeof insertReservations>[2],
	now: Temporal.Instant,
): Promise<void> {
	await transaction
		.deleteFrom("hostReservations")
		.where("purpose", "=", wanted.purpose)
		.where("reference", "=", wanted.reference)
		.execute();
	await insertReservations(transaction, hostIds, wanted, now);
}
