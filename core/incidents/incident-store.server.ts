import type { Selectable } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant, toOptionalInstantText } from "../../platform/database/instant-text.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { findSlot } from "../read-log/read-log-store.server.ts";
import type { AuthorityState, Incident } from "./incident.ts";

type IncidentsTable = {
	id: string;
	title: string;
	/** Ids between commas: ",id,id,". */
	actors: string;
	fromAt: string;
	/** The beginning of the interval of reads that fromAt lies in. */
	readsFrom: string;
	untilAt: string | null;
	awareAt: string;
	notes: string;
	authorityText: string | null;
	authorityState: AuthorityState;
	authorityReason: string;
	authorityBy: string | null;
	authorityAt: string | null;
	noticeSubject: string | null;
	noticeText: string | null;
	noticesAskedBy: string | null;
	noticesAskedAt: string | null;
	noticesWrittenAt: string | null;
	version: number;
	createdBy: string;
	createdAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		incidents: IncidentsTable;
	}
}

/** The change key of the list of incidents. */
export const incidentsChangeKey = "incidents";

/** The scope of an incident, as its form has it. */
export type IncidentScope = Pick<Incident, "title" | "actors" | "from" | "until" | "awareAt" | "notes">;

/** Creates an incident and returns its id. */
export async function addIncident(
	transaction: WriteTransaction,
	scope: IncidentScope,
	by: string,
	now: Temporal.Instant,
): Promise<string> {
	const id = createOrderedId();
	await transaction
		.insertInto("incidents")
		.values({
			...toColumns(scope),
			id,
			authorityState: "open",
			authorityReason: "",
			version: 1,
			createdBy: by,
			createdAt: toInstantText(now),
		})
		.execute();
	await recordChange(transaction, [incidentsChangeKey]);
	return id;
}

/** Lists all incidents, latest first. They stay: a company has to keep account of its breaches. */
export async function listIncidents(db: Connection): Promise<Incident[]> {
	return (await db.selectFrom("incidents").selectAll().orderBy("id", "desc").execute()).map(toIncident);
}

export async function findIncident(db: Connection, id: string): Promise<Incident | undefined> {
	const row = await db.selectFrom("incidents").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toIncident(row);
}

/** Lists the incidents for which nobody has notified the authority or decided against it, the oldest first. */
export async function listOpenIncidents(db: Connection): Promise<Incident[]> {
	const rows = await db
		.selectFrom("incidents")
		.selectAll()
		.where("authorityState", "=", "open")
		.orderBy("awareAt")
		.execute();
	return rows.map(toIncident);
}

/** Lists the ids of incidents whose notices were confirmed and are not all in the outbox. */
export async function listUnwrittenNotices(db: Connection): Promise<string[]> {
	const rows = await db
		.selectFrom("incidents")
		.select("id")
		.where("noticesAskedAt", "is not", null)
		.where("noticesWrittenAt", "is", null)
		.execute();
	return rows.map(({ id }) => id);
}

/** Changes of an incident's own columns. */
export type IncidentChange =
	| { scope: IncidentScope }
	/** The rest, once notices were confirmed: an end only where there was none. */
	| { told: Pick<IncidentScope, "title" | "notes"> & { until?: Temporal.Instant | undefined } }
	| { authorityText: string }
	| { notice: { subject: string; text: string } }
	| { authority: { state: AuthorityState; reason: string } };

/**
 * Changes an incident; false when somebody else saved first.
 * @param saved version that the change was made on
 */
export async function changeIncident(
	transaction: WriteTransaction,
	{ id, version, by }: { id: string; version: number; by: string },
	change: IncidentChange,
	now: Temporal.Instant,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("incidents")
		.set({ ...listColumns(change, by, now), version: version + 1 })
		.where("id", "=", id)
		.where("version", "=", version)
		// The account that people were given stays as they were given it.
		.$if("notice" in change || "scope" in change, (query) => query.where("noticesAskedAt", "is", null))
		.$if("told" in change && change.told.until !== undefined, (query) => query.where("untilAt", "is", null))
		.executeTakeFirst();
	await recordChange(transaction, [incidentsChangeKey]);
	return numUpdatedRows > 0n;
}

/** Confirms that the notices of an incident go out; false when the version is another, there is no text, or the last ones are still being written. */
export async function askForNotices(
	transaction: WriteTransaction,
	{ id, version, by }: { id: string; version: number; by: string },
	now: Temporal.Instant,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("incidents")
		.set({
			noticesAskedBy: by,
			noticesAskedAt: toInstantText(now),
			noticesWrittenAt: null,
			version: version + 1,
		})
		.where("id", "=", id)
		.where("version", "=", version)
		.where((where) => where.or([where("noticesAskedAt", "is", null), where("noticesWrittenAt", "is not", null)]))
		.where("noticeText", "is not", null)
		.executeTakeFirst();
	await recordChange(transaction, [incidentsChangeKey]);
	return numUpdatedRows > 0n;
}

/** Marks all notices of an incident as put into the outbox. */
export async function endNotices(transaction: WriteTransaction, id: string, now: Temporal.Instant): Promise<void> {
	await transaction
		.updateTable("incidents")
		.set({ noticesWrittenAt: toInstantText(now) })
		.where("id", "=", id)
		.where("noticesWrittenAt", "is", null)
		.execute();
	await recordChange(transaction, [incidentsChangeKey]);
}

function listColumns(change: IncidentChange, by: string, now: Temporal.Instant): Partial<IncidentsTable> {
	if ("scope" in change) return toColumns(change.scope);
	if ("told" in change) {
		const { title, notes, until } = change.told;
		return { title, notes, ...(until && { untilAt: toInstantText(until) }) };
	}
	if ("authorityText" in change) return { authorityText: change.authorityText };
	if ("notice" in change) return { noticeSubject: change.notice.subject, noticeText: change.notice.text };
	const { state, reason } = change.authority;
	return { authorityState: state, authorityReason: reason, authorityBy: by, authorityAt: toInstantText(now) };
}

function toColumns({ actors, from, until, awareAt, title, notes }: IncidentScope) {
	return {
		title,
		notes,
		actors: `,${actors.join(",")},`,
		fromAt: toInstantText(from),
		readsFrom: toInstantText(findSlot(from)),
		untilAt: toOptionalInstantText(until),
		awareAt: toInstantText(awareAt),
	};
}

function toIncident(row: Selectable<IncidentsTable>): Incident {
	return {
		id: row.id,
		title: row.title,
		actors: row.actors.split(",").filter(Boolean),
		from: Temporal.Instant.from(row.fromAt),
		until: toOptionalInstant(row.untilAt),
		awareAt: Temporal.Instant.from(row.awareAt),
		notes: row.notes,
		authorityText: row.authorityText ?? undefined,
		authority: {
			state: row.authorityState,
			reason: row.authorityReason,
			by: row.authorityBy ?? undefined,
			at: toOptionalInstant(row.authorityAt),
		},
		notice: row.noticeText === null ? undefined : { subject: row.noticeSubject ?? "", text: row.noticeText },
		noticesAskedAt: toOptionalInstant(row.noticesAskedAt),
		noticesWrittenAt: toOptionalInstant(row.noticesWrittenAt),
		version: row.version,
		createdBy: row.createdBy,
		createdAt: Temporal.Instant.from(row.createdAt),
	};
}
