import type { Selectable } from "kysely";
import { z } from "zod";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { Company } from "../../shared/company.ts";
import { timesOn } from "../../shared/opening-hours.ts";
import { weekdays } from "../../shared/weekdays.ts";

type HostsTable = {
	/** Id of the account. */
	id: string;
	/** JSON array. */
	purposes: string;
	timeZone: string | null;
	/** JSON; null for the company's. */
	hours: string | null;
	/** JSON. */
	video: string;
	version: number;
	createdAt: string;
	changedAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		hosts: HostsTable;
	}
}

/** The change key of everything that decides when hosts are free. */
export const hostsChangeKey = "hosts";

const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Working hours that begin on a weekday in the host's zone; several on one day leave breaks between them. */
export const hostHoursSchema = z.array(
	z
		.strictObject({
			weekday: z.enum(weekdays),
			from: z.string().regex(timeOfDay),
			/** 24:00 is midnight; an earlier time than the beginning is on the next day. */
			until: z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/),
		})
		.refine(({ from, until }) => from !== until, { path: ["until"], message: "must differ from the beginning" }),
);
export type HostHours = z.infer<typeof hostHoursSchema>[number];

/** Where a host's calls take place: one room, a new room for each, or unknown. */
export const hostVideoSchema = z.discriminatedUnion("kind", [
	z.strictObject({ kind: z.literal("none") }),
	z.strictObject({ kind: z.literal("fixed"), url: z.url({ protocol: /^https$/ }).max(1_000) }),
	z.strictObject({ kind: z.literal("room") }),
]);
export type HostVideo = z.infer<typeof hostVideoSchema>;

/** A host's own settings. */
export type HostSettings = {
	/** Purposes for booking them, such as "demo-call". */
	purposes: readonly string[];
	/** Zone of the hours; undefined for the company's. */
	timeZone: string | undefined;
	/** Undefined for the company's. */
	hours: readonly HostHours[] | undefined;
	video: HostVideo;
};

export type Host = HostSettings & {
	/** Of the account. */
	id: string;
	/** Counts changes of the settings. */
	version: number;
	createdAt: Temporal.Instant;
	changedAt: Temporal.Instant;
};

/** Returns the zone of a host's hours and days off: the company's hours are in its own zone, wherever a host is. */
export function zoneOfHost(
	host: Pick<HostSettings, "hours" | "timeZone"> | undefined,
	company: { timeZone: string },
): string {
	return (host?.hours && host.timeZone) ?? company.timeZone;
}

/** Lists the company's hours as those of a host. */
export function listCompanyHours(hours: Company["hours"]): HostHours[] {
	return hours.days.flatMap((weekday) => {
		const times = timesOn(hours, weekday);
		return times ? [{ weekday, from: times.opens, until: times.closes }] : [];
	});
}

/** Somebody who may be a host. */
export type HostPerson = { id: string; name: string; email: string };

/** Lists the members who may be booked for a purpose now. */
export type ListHostPeople = (db: Connection, purpose: string) => Promise<HostPerson[]>;

/** Lists hosts, longest-serving first; with a purpose, those whose settings include it. */
export async function listHosts(db: Connection, { purpose }: { purpose?: string } = {}): Promise<Host[]> {
	const rows = await db.selectFrom("hosts").selectAll().orderBy("createdAt").orderBy("id").execute();
	return rows.map(toHost).filter(({ purposes }) => purpose === undefined || purposes.includes(purpose));
}

export async function findHost(db: Connection, id: string): Promise<Host | undefined> {
	const row = await db.selectFrom("hosts").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toHost(row);
}

/**
 * Stores a host's settings and creates the host if needed.
 * @param version of the settings as read; 0 for a new host
 * @returns false, with nothing stored, when the settings have changed since
 */
export async function saveHost(
	transaction: WriteTransaction,
	id: string,
	{ purposes, timeZone, hours, video }: HostSettings,
	{ version, now }: { version: number; now: Temporal.Instant },
): Promise<boolean> {
	const row = {
		purposes: JSON.stringify([...new Set(purposes)].toSorted()),
		timeZone: timeZone ?? null,
		hours: hours ? JSON.stringify(hours) : null,
		video: JSON.stringify(video),
		version: version + 1,
		changedAt: toInstantText(now),
	};
	const stored =
		version === 0
			? await transaction
					.insertInto("hosts")
					.values({ id, ...row, createdAt: row.changedAt })
					.onConflict((conflict) => conflict.column("id").doNothing())
					.returning("id")
					.executeTakeFirst()
			: await transaction
					.updateTable("hosts")
					.set(row)
					.where("id", "=", id)
					.where("version", "=", version)
					.returning("id")
					.executeTakeFirst();
	if (stored) await recordChange(transaction, [hostsChangeKey]);
	return stored !== undefined;
}

/** Deletes only the settings; forgetHost deletes what belongs to them too. */
export async function deleteHost(transaction: WriteTransaction, id: string): Promise<void> {
	await transaction.deleteFrom("hosts").where("id", "=", id).execute();
	await recordChange(transaction, [hostsChangeKey]);
}

function toHost({ purposes, timeZone, hours, video, createdAt, changedAt, ...row }: Selectable<HostsTable>): Host {
	return {
		...row,
		purposes: z.array(z.string()).parse(JSON.parse(purposes)),
		timeZone: timeZone ?? undefined,
		hours: hours === null ? undefined : hostHoursSchema.parse(JSON.parse(hours)),
		video: hostVideoSchema.parse(JSON.parse(video)),
		createdAt: Temporal.Instant.from(createdAt),
		changedAt: Temporal.Instant.from(changedAt),
	};
}
