import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toUtcDay } from "../../platform/database/instant-text.ts";

/** Longer than a server stands still over a weekend. A clock that has gone on for longer may be wrong. */
const mostAhead = Temporal.Duration.from({ hours: 24 * 7 });
/** More than clocks of several servers differ by, and than any zone. */
const mostBehind = Temporal.Duration.from({ hours: 24 });
/** Records that are erased on one day, whatever has ended: a mistake that nobody has seen yet stays small. */
const mostOnOneDay = 1_000;

type LastSweepTable = { id: number; at: string; day: string; erased: number };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		lastSweep: LastSweepTable;
	}
}

/** The clock differs so much from the last sweep that nothing is erased until somebody says that it is right. */
export type SweepHold = { lastSweptAt: Temporal.Instant; now: Temporal.Instant };

/** Returns why nothing is erased now, or undefined while the clock has gone on as clocks do. */
export async function findSweepHold(db: Connection, now: Temporal.Instant): Promise<SweepHold | undefined> {
	const last = await findLastSweep(db);
	if (!last) return undefined;
	const lastSweptAt = Temporal.Instant.from(last.at);
	const isPlausible =
		Temporal.Instant.compare(now, lastSweptAt.add(mostAhead)) <= 0 &&
		Temporal.Instant.compare(now, lastSweptAt.subtract(mostBehind)) >= 0;
	return isPlausible ? undefined : { lastSweptAt, now };
}

/** Confirms that the clock is right, so that the next sweep erases; nothing that it erases comes back. */
export async function confirmDate(transaction: WriteTransaction, now: Temporal.Instant): Promise<void> {
	await putLastSweep(transaction, { at: now, erased: await countErased(transaction, now) });
}

/** Returns how many more records may be erased on this day. */
export async function countLeftToErase(db: Connection, now: Temporal.Instant): Promise<number> {
	return Math.max(0, mostOnOneDay - (await countErased(db, now)));
}

/** Remembers a sweep and how many records it has erased. */
export async function rememberSweep(
	transaction: WriteTransaction,
	now: Temporal.Instant,
	erased: number,
): Promise<void> {
	await putLastSweep(transaction, { at: now, erased: (await countErased(transaction, now)) + erased });
}

function findLastSweep(db: Connection): Promise<LastSweepTable | undefined> {
	return db.selectFrom("lastSweep").selectAll().where("id", "=", 1).executeTakeFirst();
}

async function countErased(db: Connection, now: Temporal.Instant): Promise<number> {
	const last = await findLastSweep(db);
	return last?.day === toUtcDay(now) ? last.erased : 0;
}

async function putLastSweep(
	transaction: WriteTransaction,
	{ at, erased }: { at: Temporal.Instant; erased: number },
): Promise<void> {
	const row = { at: toInstantText(at), day: toUtcDay(at), erased };
	await transaction
		.insertInto("lastSweep")
		.values({ id: 1, ...row })
		.onConflict((conflict) => conflict.column("id").doUpdateSet(row))
		.execute();
}
