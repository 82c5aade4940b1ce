import { clockTolerance } from "../clock.ts";
import type { Connection, WriteTransaction } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";

/** Notices and when each was last sent, so that only one of several servers sends it. */
type ToldThingsTable = { name: string; toldAt: string };

declare module "../database/tables.ts" {
	interface Tables {
		toldThings: ToldThingsTable;
	}
}

/**
 * Claims a notice that nobody has sent since an instant. Only one of several callers gets true. A notice of a time to come, which a wrong
 * clock wrote, counts as not sent.
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
				.where((where) =>
					where.or([
						where("toldThings.toldAt", "<", toInstantText(notSince)),
						where("toldThings.toldAt", ">", toInstantText(now.add(clockTolerance))),
					]),
				),
		)
		.returning("name")
		.executeTakeFirst();
	return claimed !== undefined;
}

/** Finds when a notice was last sent; undefined also for a time to come, which a wrong clock wrote. */
export async function findTelling(
	db: Connection,
	name: string,
	now: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
	const row = await db
		.selectFrom("toldThings")
		.select("toldAt")
		.where("name", "=", name)
		.where("toldAt", "<=", toInstantText(now.add(clockTolerance)))
		.executeTakeFirst();
	return row && Temporal.Instant.from(row.toldAt);
}

/** Withdraws a claim whose notice could not be sent. */
export async function forgetTelling(db: Connection, name: string): Promise<void> {
	await db.deleteFrom("toldThings").where("name", "=", name).execute();
}
