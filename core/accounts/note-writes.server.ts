import type { Database } from "../../platform/database/database.ts";
import { writeAuditEntry, type AuditEntry } from "./audit-log.server.ts";

/**
 * Returns a database whose writes add an entry to the audit log in the same transaction.
 * @param entryOf returns the entry for a write's result, or undefined for none
 */
export function noteWrites(
	database: Database,
	entryOf: (result: unknown) => AuditEntry | undefined,
	now: Temporal.Instant,
): Database {
	return {
		...database,
		write: (work) =>
			database.write(async (transaction) => {
				const result = await work(transaction);
				const entry = entryOf(result);
				if (entry) await writeAuditEntry(transaction, entry, now);
				return result;
			}),
	};
}
