import { recordChange } from "../../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";
import { draftsChangeKey } from "./studio.server.ts";

/** The end of a public release. */
export type EndingRow = { edition: number; at: string; by: string };

const columns = ["edition", "at", "by"] as const;

/** Sets the end of a release within its transaction. */
export async function insertEnding(
	transaction: WriteTransaction,
	{ edition, at, by }: { edition: number; at: Temporal.Instant; by: string },
): Promise<void> {
	await transaction
		.insertInto("contentEndings")
		.values({ edition, at: toInstantText(at), by })
		.execute();
	await recordChange(transaction, [draftsChangeKey]);
}

/** Lists ends, earliest first; all, or those due at a time. */
export function listEndingRows(db: Connection, until?: Temporal.Instant): Promise<EndingRow[]> {
	return db
		.selectFrom("contentEndings")
		.select(columns)
		.$if(until !== undefined, (query) => query.where("at", "<=", until ? toInstantText(until) : ""))
		.orderBy("at")
		.orderBy("edition")
		.execute();
}

export function findEnding(db: Connection, edition: number): Promise<EndingRow | undefined> {
	return db.selectFrom("contentEndings").select(columns).where("edition", "=", edition).executeTakeFirst();
}

/** Takes an end; false when it was taken or moved. */
export async function takeEnding(transaction: WriteTransaction, { edition, at }: EndingRow): Promise<boolean> {
	const taken = await transaction
		.deleteFrom("contentEndings")
		.where("edition", "=", edition)
		.where("at", "=", at)
		.returning("edition")
		.executeTakeFirst();
	return taken !== undefined;
}

/** Removes the end of a release that has one. */
export async function deleteEnding(transaction: WriteTransaction, edition: number): Promise<void> {
	await transaction.deleteFrom("contentEndings").where("edition", "=", edition).execute();
}
