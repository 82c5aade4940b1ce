import type { Database } from "../../platform/database/database.ts";
import { fillColumn } from "../../platform/database/fill-column.ts";
import { toDomainKey } from "./sender-domain.ts";

/**
 * Fills in the domains of senders of records that the release before stored.
 * @param signal ends it after a batch
 */
export function fillSenderDomains(database: Database, signal: AbortSignal): Promise<void> {
	const domains = { table: "records", key: "reference", column: "sender_domain", source: "sender_email" };
	return fillColumn(database, { ...domains, compute: toDomainKey }, signal);
}
