import type { Database } from "../../platform/database/database.ts";
import { fillColumn } from "../../platform/database/fill-column.ts";
import { toNameKey } from "./name-key.ts";
import { toDomainKey } from "./sender-domain.ts";

/**
 * Fills in the domains of senders, and the keys of their names, of records that the release before stored.
 * @param signal ends it after a batch
 */
export async function fillSenderColumns(database: Database, signal: AbortSignal): Promise<void> {
	const ofRecords = { table: "records", key: "reference" };
	const domains = { ...ofRecords, column: "sender_domain", source: "sender_email", compute: toDomainKey };
	const names = { ...ofRecords, column: "name_key", source: "sender_name", compute: toNameKey };
	await fillColumn(database, domains, signal);
	if (!signal.aborted) await fillColumn(database, names, signal);
}
