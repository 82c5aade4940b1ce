import { nowText, recordChange } from "../../../platform/database/changes.ts";
import type { Database } from "../../../platform/database/database.ts";

/** Somebody who changed a document within the last minutes. */
export type DocumentEditor = {
	/** Id of an account. */
	accountId: string;
	since: Temporal.Instant;
};

/** After this long without a change, they are no longer shown. */
const idleSeconds = 5 * 60;

const changeKeyOf = (path: string, accountId: string) => `editing:${path}:${accountId}`;

/** Announces on every server that an account is changing a document. Kept for at most an hour. */
export async function noteEditor(database: Database, path: string, accountId: string): Promise<void> {
	await database.write((transaction) => recordChange(transaction, [changeKeyOf(path, accountId)]));
}

/** Lists who changed a document within the last minutes, and since when, by the database's clock. */
export async function listEditors(
	{ db, kind }: Pick<Database, "db" | "kind">,
	path: string,
): Promise<DocumentEditor[]> {
	const prefix = changeKeyOf(path, "");
	const rows = await db
		.selectFrom("changes")
		.select((of) => ["fact", of.fn.min("at").as("since")])
		// Not LIKE: an underscore in a path would match any character.
		.where((of) => of(of.fn("substr", ["fact", of.val(1), of.val(prefix.length)]), "=", prefix))
		.groupBy("fact")
		.having((of) => of.fn.max("at"), ">", nowText(kind, idleSeconds))
		.orderBy("since")
		.execute();
	return rows.map(({ fact, since }) => ({ accountId: fact.slice(prefix.length), since: Temporal.Instant.from(since) }));
}
