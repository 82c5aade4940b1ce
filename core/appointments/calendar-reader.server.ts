import { hash } from "node:crypto";
import { clockTolerance, type Clock } from "../../platform/clock.ts";
import type { Connection, Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/log.ts";
import {
	claimDueCalendar,
	noteUnchangedCalendar,
	noteUnreadCalendar,
	storeBusyTimes,
	type ClaimedCalendar,
} from "./busy-calendar-store.server.ts";
import { listAppointmentIds } from "./event-uid.ts";
import { CalendarFetchError, fetchCalendar, type FetchCalendarOptions } from "./fetch-calendar.server.ts";
import { findHost, zoneOfHost } from "./host-store.server.ts";
import { readBusyTimesAside } from "./read-busy-times-aside.server.ts";
import { UnreadableCalendarError } from "./unreadable-calendar-error.ts";

/** How often due calendars are looked for; a new one is due at once. */
const lookMs = 10_000;
/** How many are read at once, so that a hanging one delays few others. */
const atOnce = 4;
/** Calls can be booked up to a year ahead. */
const aheadDays = 400;
/** An unchanged file is expanded again when fewer days remain. */
const leastAheadDays = 380;
/** To be raised when files are read differently: those that have not changed are then read again. */
const readerVersion = 3;

export type CalendarReader = {
	/** Looks for due calendars now and every few seconds. */
	start(): void;
	/** Reads the due calendars and resolves when that is done. Never rejects. */
	readDue(): Promise<void>;
	/** Resolves when no calendar is being read. */
	stop(): Promise<void>;
};

/** A host, by whose addresses calendars and invitations name them; in lower case. */
export type CalendarOwner = { hostId: string; addresses: readonly string[] };

type CalendarReaderDeps = {
	database: Database;
	clock: Clock;
	/** The company's zone, for calendars without one. */
	getTimeZone(): string;
	log: Logger;
	/** A host's addresses; events that they declined do not block time. */
	findAddresses(db: Connection, hostId: string): Promise<string[]>;
	/** Finds which ids are those of our own appointments, without those to which the host is invited only: their events do not block time. */
	findOwnIds(db: Connection, ids: readonly string[], owner: CalendarOwner): Promise<string[]>;
	allowsPrivateNetworks: boolean;
	fetchTimeoutMs?: number;
};

/**
 * Creates the reader of hosts' busy calendars; one of all servers reads each every few minutes. A calendar that cannot be read keeps its
 * times and records the error and its start; the log names it by id only.
 */
export function createCalendarReader({
	database,
	clock,
	getTimeZone,
	log,
	findAddresses,
	findOwnIds,
	allowsPrivateNetworks,
	fetchTimeoutMs,
}: CalendarReaderDeps): CalendarReader {
	const stopping = new AbortController();
	let timer: NodeJS.Timeout | undefined;
	let reading: Promise<void> | undefined;

	async function read(calendar: ClaimedCalendar): Promise<void> {
		const { id, hostId, address, etag, lastModified, expandedUntil, contentHash } = calendar;
		const now = clock.now();
		const host = await findHost(database.db, hostId);
		const asked = {
			timeZone: zoneOfHost(host, { timeZone: getTimeZone() }),
			addresses: await findAddresses(database.db, hostId),
		};
		const question = `${hash("sha256", JSON.stringify([readerVersion, asked]), "hex")} `;
		const until = now.add({ hours: aheadDays * 24 });
		// A wrong clock expanded further, and left out the times before.
		const isKnown =
			expandedUntil !== undefined &&
			contentHash?.startsWith(question) &&
			Temporal.Instant.compare(expandedUntil, now.add({ hours: leastAheadDays * 24 })) > 0 &&
			Temporal.Instant.compare(expandedUntil, until.add(clockTolerance)) <= 0;
		try {
			const fetched = await fetchCalendar(address, {
				...(isKnown && { etag, lastModified }),
				allowsPrivateNetworks,
				signal: stopping.signal,
				...(fetchTimeoutMs !== undefined && { timeoutMs: fetchTimeoutMs }),
			} satisfies FetchCalendarOptions);
			if (fetched.kind === "unchanged") return await noteUnchangedCalendar(database, id, clock.now());
			const newHash = question + hash("sha256", fetched.text, "hex");
			if (isKnown && newHash === contentHash) return await noteUnchangedCalendar(database, id, clock.now());
			const busy = await readBusyTimesAside(fetched.text, {
				range: { startMs: now.subtract({ hours: 24 }).epochMilliseconds, endMs: until.epochMilliseconds },
				...asked,
				ownIds: await findOwnIds(database.db, listAppointmentIds(fetched.text), {
					hostId,
					addresses: asked.addresses.map((one) => one.toLowerCase()),
				}),
			});
			await storeBusyTimes(database, calendar, busy, { ...fetched, hash: newHash, until, now: clock.now() });
		} catch (error) {
			if (stopping.signal.aborted) return;
			if (!(error instanceof CalendarFetchError || error instanceof UnreadableCalendarError)) throw error;
			if (await noteUnreadCalendar(database, id, error.message, clock.now()))
				log.warn(
					{ calendar: id, host: hostId, error: error.message },
					"could not read a busy calendar; using the last known busy times",
				);
		}
	}

	async function readUntilNone(): Promise<void> {
		for (;;) {
			if (stopping.signal.aborted) return;
			const calendar = await claimDueCalendar(database, clock.now());
			if (!calendar) return;
			await read(calendar);
		}
	}

	function readDue(): Promise<void> {
		reading ??= Promise.all(Array.from({ length: atOnce }, readUntilNone))
			.then(
				() => undefined,
				(error: unknown) => log.warn({ err: error }, "could not read busy calendars; retrying"),
			)
			.finally(() => (reading = undefined));
		return reading;
	}

	return {
		start() {
			timer = setInterval(() => void readDue(), lookMs);
			timer.unref();
			void readDue();
		},
		readDue,
		async stop() {
			clearInterval(timer);
			stopping.abort();
			await reading;
		},
	};
}
