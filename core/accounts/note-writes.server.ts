import { z } from "zod";
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

/** The result of creating something; undefined when nothing was created. */
const createdSchema = z.object({ reference: z.string(), isNew: z.boolean() }).optional();

/** As noteWrites, for creating something, whose reference is the entry's subject; a repeated request creates nothing and adds no entry. */
export function noteNew(database: Database, entry: Omit<AuditEntry, "subject">, now: Temporal.Instant): Database {
	return noteWrites(
		database,
		(result) => {
			const created = createdSchema.parse(result);
			return created?.isNew ? { ...entry, subject: created.reference } : undefined;
		},
		now,
	);
}
