import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "./database.ts";
import { takeLock } from "./take-lock.ts";

/** Rows of one transaction. */
const rowsAtOnce = 200;

/** About as long as SQLite takes for one batch. */
const restBetweenMs = 20;

/** A column computed from another one of its row. It is null where a release that does not know it has stored the row. */
export type ComputedColumn = {
	/** Its table, by its name in the database, as the columns. An index begins with the column, or holds the rows without it. */
	table: string;
	/** Primary key of the table, a text. */
	key: string;
	column: string;
	source: string;
	compute(source: string): string;
};

/**
 * Fills in a computed column of rows that the release before stored.
 * It works in separate transactions, so that it can stop and continue at any time, and pauses between them, because SQLite serves nothing
 * else meanwhile. Safe on several servers at once.
 * @param signal ends it after a batch
 */
export async function fillColumn(database: Database, column: ComputedColumn, signal: AbortSignal): Promise<void> {
	let after = (await isMissing(database, column)) ? "" : undefined;
	while (after !== undefined) {
		after = await fillSome(database, column, after);
		if (signal.aborted) return;
		await sleep(restBetweenMs);
	}
}

async function isMissing({ db }: Database, { table, column }: ComputedColumn): Promise<boolean> {
	const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} is null limit 1`.execute(db);
	return rows.length > 0;
}

/** @returns the last key of the batch; undefined once no row is left after it */
async function fillSome(
	database: Database,
	{ table, key, column, source, compute }: ComputedColumn,
	after: string,
): Promise<string | undefined> {
	return database.write(async (transaction) => {
		// Two servers would take the same rows and wait for each other.
		await takeLock(transaction, `${table}.${column}`);
		// After those already seen, because an index of a column that is null in every row finds none faster.
		const { rows } = await sql<{
			key: string;
			source: string;
		}>`select ${sql.ref(key)} as key, ${sql.ref(source)} as source
			from ${sql.table(table)} where ${sql.ref(key)} > ${after} and ${sql.ref(column)} is null
			order by ${sql.ref(key)} limit ${rowsAtOnce}`.execute(transaction);
		if (rows.length === 0) return undefined;
		const values = rows.map((row) => sql`(${row.key}, ${compute(row.source)})`);
		await sql`with computed (of, value) as (values ${sql.join(values)})
			update ${sql.table(table)} set ${sql.ref(column)} = computed.value
			from computed where ${sql.ref(`${table}.${key}`)} = computed.of`.execute(transaction);
		return rows.length === rowsAtOnce ? rows.at(-1)?.key : undefined;
	});
}
