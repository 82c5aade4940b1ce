import type { Connection } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import type { PlannedDraft } from "./plan-publication.server.ts";

/** A draft as it stood when its publication was scheduled, with the edition that its document had then. */
export type ScheduledDraft = Omit<PlannedDraft, "at" | "by" | "change"> & { edition: number };

/** What will be published, as it stood when that was decided. */
export type ScheduledChanges = { drafts: ScheduledDraft[]; pictures: readonly string[] };

/** `drafts`: JSON of ScheduledChanges. */
export type ScheduledRow = { id: string; at: string; by: string; note: string | null; drafts: string };

const columns = ["id", "at", "by", "note", "drafts"] as const;

/** Lists what is scheduled, the earliest first; until a time, that time included, or all. */
export async function listScheduledRows(db: Connection, until?: Temporal.Instant): Promise<ScheduledRow[]> {
	return db
		.selectFrom("contentSchedule")
		.select(columns)
		.$if(until !== undefined, (query) => query.where("at", "<=", until ? toInstantText(until) : ""))
		.orderBy("at")
		.orderBy("id")
		.execute();
}

export async function findScheduled(db: Connection, id: string): Promise<ScheduledRow | undefined> {
	return db.selectFrom("contentSchedule").select(columns).where("id", "=", id).executeTakeFirst();
}

/** Lists which of these documents wait for their time, and when that is. */
export async function listWaiting(
	db: Connection,
	paths: readonly string[],
): Promise<{ path: string; at: Temporal.Instant }[]> {
	const rows = await listScheduledRows(db);
	return rows.flatMap(({ at, drafts }) =>
		readChanges(drafts)
			.drafts.filter(({ path }) => paths.includes(path))
			.map(({ path }) => ({ path, at: Temporal.Instant.from(at) })),
	);
}

/** Lists the texts that will be public at their time. */
export async function listScheduledTexts(db: Connection): Promise<{ path: string; text: string }[]> {
	const rows = await listScheduledRows(db);
	return rows
		.flatMap(({ drafts }) => readChanges(drafts).drafts)
		.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
}

export function readChanges(json: string): ScheduledChanges {
	return JSON.parse(json) as ScheduledChanges;
}
