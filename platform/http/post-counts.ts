import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Logger } from "../log.ts";
import { findBucket } from "./network-buckets.ts";

/** How long a post waits for the database before it is counted in memory. */
const databaseTimeLimitMs = 500;
/** How long the database is left alone after a failure. */
const pauseMs = 5_000;
/** Most addresses, or buckets, counted in memory; the oldest make room. */
const maxInMemory = 10_000;

type PostCount = {
	/** Posts within the window, including this one. */ count: number;
	/** Milliseconds until the window ends. */ ms: number;
};

/** Counts one post of an address, and never rejects. */
export type CountPost = (address: string, windowMs: number) => Promise<PostCount>;

type FormPostCountsTable = { bucket: number; count: number; endsAt: Date };

declare module "../database/tables.ts" {
	interface Tables {
		/** PostgreSQL only. */
		formPostCounts: FormPostCountsTable;
		/** PostgreSQL only; one row. */
		formPostSecret: { secret: string };
	}
}

/** Creates the counter of form posts by address: with PostgreSQL for all servers together, with SQLite in this process's memory. */
export async function createPostCounts(
	database: Pick<Database, "db" | "kind">,
	log: Logger,
	{ patienceMs = databaseTimeLimitMs } = {},
): Promise<CountPost> {
	if (database.kind === "postgres") return createSharedPostCounts(database, { log, patienceMs });
	const count = createCountsInMemory();
	return async (address, windowMs) => count(address, windowMs);
}

/** While the database is unavailable or slow, each server counts its own posts. */
async function createSharedPostCounts(
	{ db }: Pick<Database, "db">,
	{ log, patienceMs }: { log: Logger; patienceMs: number },
): Promise<CountPost> {
	const { secret } = await db.selectFrom("formPostSecret").select("secret").executeTakeFirstOrThrow();
	const countInMemory = createCountsInMemory();
	let aloneUntil = 0;

	return async function countPost(address, windowMs) {
		// Among 1,000 addresses that post within a minute, one in a thousand shares its limit with another.
		const bucket = findBucket(address, secret);
		const own = countInMemory(bucket, windowMs);
		if (performance.now() < aloneUntil) return own;
		try {
			const shared = await Promise.race([
				countInDatabase(bucket, windowMs),
				sleep(patienceMs, undefined, { ref: false }),
			]);
			if (!shared) throw new Error("The database did not answer in time");
			return shared.count >= own.count ? shared : own;
		} catch (error) {
			if (performance.now() >= aloneUntil)
				log.warn({ err: error }, "form posts cannot be counted together; each server counts its own for now");
			aloneUntil = performance.now() + pauseMs;
			return own;
		}
	};

	/** The database's clock ends a window, so that servers need not agree on the time. A window further ahead began while it was wrong. */
	async function countInDatabase(bucket: number, windowMs: number): Promise<PostCount> {
		const window = sql`${windowMs} * interval '1 millisecond'`;
		const isOpen = sql`known.ends_at > now() and known.ends_at <= now() + ${window}`;
		const { rows } = await sql<{ count: number; ms: string }>`
			insert into form_post_counts as known (bucket, count, ends_at)
			values (${bucket}, 1, now() + ${window})
			on conflict (bucket) do update set
				count = case when ${isOpen} then known.count + 1 else 1 end,
				ends_at = case when ${isOpen} then known.ends_at else excluded.ends_at end
			returning count, extract(epoch from ends_at - now()) * 1000 as ms`.execute(db);
		const [row] = rows;
		if (!row) throw new Error("The database returned no count");
		return { count: row.count, ms: Number(row.ms) };
	}
}

function createCountsInMemory(): (key: string | number, windowMs: number) => PostCount {
	const counts = new Map<string | number, { count: number; endsAt: number }>();
	return function count(key, windowMs) {
		const now = performance.now();
		const known = counts.get(key);
		const current = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs };
		current.count += 1;
		// Moves it behind the addresses counted earlier.
		counts.delete(key);
		counts.set(key, current);
		const [oldest] = counts.keys();
		if (counts.size > maxInMemory && oldest !== undefined) counts.delete(oldest);
		return { count: current.count, ms: current.endsAt - now };
	};
}

/** Deletes counts whose window has ended. */
export async function deleteEndedPostCounts({ db, kind }: Pick<Database, "db" | "kind">): Promise<void> {
	if (kind === "postgres") await sql`delete from form_post_counts where ends_at <= now()`.execute(db);
}
