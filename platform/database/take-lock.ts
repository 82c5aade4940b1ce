import { PostgresAdapter, sql } from "kysely";
import type { WriteTransaction } from "./database.ts";

/**
 * Holds a named lock until the transaction ends, so that one write at a time goes on from here of those that ask for the same name, in
 * whatever process they run; for a rule about rows that are not there yet. SQLite has no two writes at once, so nothing is done there.
 *
 * @throws the driver's error when waiting takes longer than a statement may
 */
export async function takeLock(transaction: WriteTransaction, name: string): Promise<void> {
	if (transaction.getExecutor().adapter instanceof PostgresAdapter)
		await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
