import { PostgresAdapter, sql } from "kysely";
import type { WriteTransaction } from "./database.ts";

/**
 * Holds a named lock until the transaction ends, across processes, for rules about rows that do not exist yet. Does nothing on SQLite,
 * where writes never overlap.
 *
 * @throws the driver's error if waiting takes longer than a statement may
 */
export async function takeLock(transaction: WriteTransaction, name: string): Promise<void> {
	if (isOnPostgres(transaction))
		await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}

/** Holds a named lock as takeLock does, but together with others that share it; only takeLock waits for them, and they for it. */
export async function shareLock(transaction: WriteTransaction, name: string): Promise<void> {
	if (isOnPostgres(transaction))
		await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(transaction);
}

function isOnPostgres(transaction: WriteTransaction): boolean {
	return transaction.getExecutor().adapter instanceof PostgresAdapter;
}
