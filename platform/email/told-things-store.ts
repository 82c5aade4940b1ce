import type { Connection, WriteTransaction } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";

/** What somebody was told, and when last: of several servers, one tells it. */
type ToldThingsTable = { name: string; toldAt: string };

declare module "../database/tables.ts" {
	interface Tables {
		toldThings: ToldThingsTable;
	}
}

/**
 * Tells whether something is to be told now: nobody has told it since an instant. Of several who ask, one is told so.
 */
export async function claimTelling(
	transaction: WriteTransaction,
	name: string,
	{ now, notSince }: { now: Temporal.Instant; notSince: Temporal.Instant },
): Promise<boolean> {
	const claimed = await transaction
		.insertInto("toldThings")
		.values({ name, toldAt: toInstantText(now) })
		.onConflict((conflict) =>
			conflict
				.column("name")
				.doUpdateSet({ toldAt: toInstantText(now) })
				.where("toldThings.toldAt", "<", toInstantText(notSince)),
		)
		.returning("name")
		.executeTakeFirst();
	return claimed !== undefined;
}

/** Finds when something was told last. */
export async function findTelling(db: Connection, name: string): Promise<Temporal.Instant | undefined> {
	const row = await db.selectFrom("toldThings").select("toldAt").where("name", "=", name).executeTakeFirst();
	return row && Temporal.Instant.from(row.toldAt);
}

/** Takes back that something was told, for it could not be. */
export async function forgetTelling(db: Connection, name: string): Promise<void> {
	await db.deleteFrom("toldThings").where("name", "=", name).execute();
}
