import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { toDomainKey } from "./sender-domain.ts";

/** Records of one transaction. */
const recordsAtOnce = 200;

/** About as long as SQLite takes for one batch. */
const restBetweenMs = 20;

/**
 * Fills in the domains of senders of records that the release before stored.
 * It works in separate transactions, so that it can stop and continue at any time, and pauses between them, because SQLite serves nothing
 * else meanwhile. Safe on several servers at once.
 * @param signal ends it after a batch
 */
export async function fillSenderDomains(database: Database, signal: AbortSignal): Promise<void> {
	while (!signal.aborted && (await fillSome(database))) await sleep(restBetweenMs);
}

/** @returns whether there may be more */
async function fillSome(database: Database): Promise<boolean> {
	return database.write(async (transaction) => {
		// Two servers would take the same rows and wait for each other.
		await takeLock(transaction, "records.sender_domain");
		const rows = await transaction
			.selectFrom("records")
			.select(["reference", "senderEmail"])
			.where("senderDomain", "is", null)
			.limit(recordsAtOnce)
			.execute();
		if (rows.length === 0) return false;
		const domains = rows.map(({ reference, senderEmail }) => sql`(${reference}, ${toDomainKey(senderEmail)})`);
		await sql`with domains (reference, sender_domain) as (values ${sql.join(domains)})
			update records set sender_domain = domains.sender_domain
			from domains where records.reference = domains.reference`.execute(transaction);
		return rows.length === recordsAtOnce;
	});
}
