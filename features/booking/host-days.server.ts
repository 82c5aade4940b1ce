import { listClosures } from "../../core/appointments/absence-store.server.ts";
import { findHosts, type HostDeps } from "../../core/appointments/find-free-hosts.server.ts";
import type { Connection } from "../../platform/database/database.ts";
import { joinIntervals, overlap, type Interval } from "../../shared/interval.ts";
import { formatTimeOf } from "../../shared/slot-texts.ts";
import { demoCallPurpose } from "./booking-record.server.ts";

/** away: time off; busy: a calendar event or another appointment. Calls are shown themselves. */
type BlockKind = "away" | "busy";

/** A host who is blocked. */
export type Block = { id: string; name: string; kind: BlockKind };

/** A host's other commitment, or with no host a closed time, in a sentence. */
export type Absence = { id: string | undefined; text: string };

/** Hosts' absences during some days, and the times when the company is closed. */
export type HostDays = {
	/** Hosts who can be booked. */
	hosts: { id: string; name: string }[];
	/** Lists who is free for all of an interval. */
	listFree(wanted: Interval): string[];
	/** Lists who is blocked for any part of an interval, each once. */
	listBlocked(interval: Interval): Block[];
	/** Lists the hosts who are away for all of an interval. */
	listAway(interval: Interval): { id: string; name: string }[];
	/** Describes the blocked and closed times of an interval, earliest first. */
	describe(interval: Interval): Absence[];
	/** Finds why the company is closed for a part of an interval. */
	findClosure(interval: Interval): string | undefined;
};

/**
 * Reads hosts' absences during an interval.
 * @param hostId only this host's
 */
export async function readHostDays(
	db: Connection,
	interval: Interval,
	{
		now,
		hostId,
		timeZone,
		shownPurpose,
	}: {
		now: Temporal.Instant;
		hostId: string | undefined;
		timeZone: string;
		/** The purpose of reservations that are shown themselves. */
		shownPurpose?: string | undefined;
	},
	deps: HostDeps,
): Promise<HostDays> {
	const found = await findHosts(db, interval, { purpose: demoCallPurpose, now }, deps);
	const hosts = found.hosts.map(({ id, name }) => ({ id, name }));
	const reserved = found.reserved.filter(({ purpose }) => purpose !== demoCallPurpose && purpose !== shownPurpose);
	const closures = await listClosures(db, interval);
	const spells = hosts
		.filter(({ id }) => hostId === undefined || id === hostId)
		.map(({ id, name }) => ({
			id,
			name,
			away: joinIntervals(found.timeOff.filter((one) => one.hostId === id)),
			busy: joinIntervals([...found.busy, ...reserved].filter((one) => one.hostId === id)),
		}));
	const blocks = spells.flatMap(({ id, name, ...of }) => [
		...of.away.map((spell) => ({ ...spell, id, name, kind: "away" as const })),
		...of.busy.map((spell) => ({ ...spell, id, name, kind: "busy" as const })),
	]);

	return {
		hosts,
		listFree: found.listFree,
		listBlocked: (of) =>
			spells.flatMap(({ id, name, away, busy: busyTimes }): Block[] => {
				if (away.some((spell) => overlap(spell, of))) return [{ id, name, kind: "away" }];
				return busyTimes.some((spell) => overlap(spell, of)) ? [{ id, name, kind: "busy" }] : [];
			}),
		listAway: (of) =>
			spells.filter(({ away }) => away.some((spell) => covers(spell, of))).map(({ id, name }) => ({ id, name })),
		findClosure: (of) => closures.find((closure) => overlap(closure, of))?.reason,
		describe(of) {
			const when = (spell: Interval) =>
				covers(spell, of)
					? "all day"
					: `${formatTimeOf(Math.max(spell.startMs, of.startMs), timeZone)} to ${formatTimeOf(Math.min(spell.endMs, of.endMs), timeZone)}`;
			const said = [
				...closures.map((closure) => ({
					...closure,
					id: undefined,
					text: `Closed ${when(closure)}: ${closure.reason}`,
				})),
				...blocks.map((block) => ({ ...block, text: `${block.name} is ${block.kind} ${when(block)}` })),
			];
			return said
				.filter((one) => overlap(one, of))
				.toSorted((a, b) => a.startMs - b.startMs)
				.map(({ id, text }) => ({ id, text }));
		},
	};
}

function covers(spell: Interval, all: Interval): boolean {
	return spell.startMs <= all.startMs && spell.endMs >= all.endMs;
}
