import { sql, type KyselyPlugin } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** Resolves once a piece of work has ended, or waits for a lock that another transaction has. */
export async function settlesOrWaits(database: Database, work: Promise<unknown>): Promise<void> {
	const settled = work.then(
		() => true,
		() => true,
	);
	const isWaiting = async () => {
		// One transaction at a time writes to SQLite: the other has begun to wait when it was called.
		if (database.kind === "sqlite") return true;
		const { rows } =
			await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
				database.db,
			);
		return rows.length > 0;
	};
	while (!(await Promise.race([settled, isWaiting()]))) await new Promise((resolve) => setImmediate(resolve));
}

/** The same database, where something happens before the next write is there for others. */
export function beforeNextCommit(database: Database, happen: () => Promise<unknown>): Database {
	let hasHappened = false;
	return {
		...database,
		write: (work) =>
			database.write(async (transaction) => {
				const result = await work(transaction);
				if (!hasHappened) {
					hasHappened = true;
					await happen();
				}
				return result;
			}),
	};
}

/**
 * The same database, where something happens once, after a table was read outside of a transaction.
 *
 * @param times how often it is read before that
 */
export function afterReading(
	database: Database,
	{ table, times = 1 }: { table: string; times?: number },
	happen: () => Promise<unknown>,
): Database {
	let reads = 0;
	const read = new WeakSet<object>();
	const plugin: KyselyPlugin = {
		transformQuery({ node, queryId }) {
			if (node.kind === "SelectQueryNode" && JSON.stringify(node.from ?? null).includes(`"${table}"`))
				read.add(queryId);
			return node;
		},
		async transformResult({ result, queryId }) {
			if (read.has(queryId) && ++reads === times) await happen();
			return result;
		},
	};
	return { ...database, db: database.db.withPlugin(plugin) };
}
