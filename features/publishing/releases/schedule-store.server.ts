import type { Connection } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import type { PlannedDraft } from "./plan-release.server.ts";

/** A draft as it was when it was scheduled, with its document's release then. */
export type ScheduledDraft = Omit<PlannedDraft, "at" | "by" | "change"> & { edition: number };

/** A scheduled release, as it was when it was scheduled. */
export type ScheduledChanges = { drafts: ScheduledDraft[]; pictures: readonly string[] };

/** `drafts`: JSON of ScheduledChanges. */
export type ScheduledRow = {
	id: string;
	at: string;
	by: string;
	note: string | null;
	drafts: string;
	/** When its changes end again. */
	endsAt: string | null;
};

const columns = ["id", "at", "by", "note", "drafts", "endsAt"] as const;

/** Lists scheduled releases, earliest first; all, or those due at a time. */
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

/** Lists which documents are scheduled, and for when. */
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

/** Lists the scheduled texts. */
export async function listScheduledTexts(db: Connection): Promise<{ path: string; text: string }[]> {
	const rows = await listScheduledRows(db);
	return rows
		.flatMap(({ drafts }) => readChanges(drafts).drafts)
		.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
}

export function readChanges(json: string): ScheduledChanges {
	return JSON.parse(json) as ScheduledChanges;
}
