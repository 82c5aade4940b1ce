import { sql, type KyselyPlugin } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** Resolves once work has ended, or waits for another transaction's lock. */
export async function settlesOrWaits(database: Database, work: Promise<unknown>): Promise<void> {
	const settled = work.then(
		() => true,
		() => true,
	);
	const isWaiting = async () => {
		// SQLite writes one transaction at a time: the other one waits since it was called.
		if (database.kind === "sqlite") return true;
		const { rows } =
			await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
				database.db,
			);
		return rows.length > 0;
	};
	while (!(await Promise.race([settled, isWaiting()]))) await new Promise((resolve) => setImmediate(resolve));
}

/** The same database, with something happening just before the next commit. */
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
 * The same database, with something happening once, after a table was read outside a transaction.
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
