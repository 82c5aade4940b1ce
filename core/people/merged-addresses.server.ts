import { sql } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import type { RecordDeclaration } from "../records/record-kind.ts";
import type { PersonalRecords } from "./personal-records.ts";

type MergedAddressesTable = {
	/** The same for both directions of a merge. */
	id: string;
	/** Both in lower case. */
	address: string;
	other: string;
	accountId: string;
	mergedAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		mergedAddresses: MergedAddressesTable;
	}
}

/** Addresses of one person; more would be those of a mailing list. */
export const mostAddresses = 20;

/** A record's page shows all records of its person. */
const everyRecord = ["record:*"];

/** Two addresses that a member merged. */
export type Merge = { id: string; address: string; other: string; accountId: string; at: Temporal.Instant };

/** Lists the addresses of the person who has one of them, in lower case: that one first. */
export async function listAddressesOf(db: Connection, email: string): Promise<string[]> {
	const address = email.toLowerCase();
	const { rows } = await sql<{ address: string }>`with recursive person (address) as (
			select other from merged_addresses where address = ${address}
			union
			select merged_addresses.other from merged_addresses
			inner join person on merged_addresses.address = person.address
		) select address from person order by address`.execute(db);
	return [address, ...rows.map((row) => row.address).filter((other) => other !== address)];
}

/** Lists the merges among a person's addresses, the latest first. */
export async function listMerges(db: Connection, addresses: readonly string[]): Promise<Merge[]> {
	const rows = await db
		.selectFrom("mergedAddresses")
		.selectAll()
		.where("address", "in", addresses)
		.orderBy("mergedAt", "desc")
		.orderBy("id", "desc")
		.execute();
	return rows
		.filter(({ address, other }) => address < other)
		.map(({ mergedAt, ...merge }) => ({ ...merge, at: Temporal.Instant.from(mergedAt) }));
}

/** Finds those of the addresses with records of some kinds, each with the reference of its latest one. */
export async function findReferencesOf(
	db: Connection,
	kinds: readonly Pick<RecordDeclaration, "name">[],
	addresses: readonly string[],
): Promise<Map<string, string>> {
	if (kinds.length === 0 || addresses.length === 0) return new Map();
	const names = sql.join(kinds.map(({ name }) => name));
	const { rows } = await sql<{ address: string; reference: string }>`
		select sender_email as address, reference from records
		where id in (select max(id) from records where sender_email in (${sql.join(addresses)}) and kind in (${names})
			group by sender_email)`.execute(db);
	return new Map(rows.map(({ address, reference }) => [address, reference]));
}

/**
 * Merges two addresses of one person. Addresses that either is merged with already belong to the same person from then on.
 * @param addresses in lower case; both need records of the kinds
 * @returns the id of the merge, with which separateAddresses undoes it; undefined when one address has no record, both are one person's
 * already, or the person would have too many
 */
export async function mergeAddresses(
	transaction: WriteTransaction,
	{
		addresses: [address, other],
		kinds,
		accountId,
	}: { addresses: readonly [string, string]; kinds: readonly RecordDeclaration[]; accountId: string },
	now: Temporal.Instant,
): Promise<string | undefined> {
	await lockMerges(transaction);
	const own = await listAddressesOf(transaction, address);
	if (own.includes(other)) return undefined;
	if (own.length + (await listAddressesOf(transaction, other)).length > mostAddresses) return undefined;
	if ((await findReferencesOf(transaction, kinds, [address, other])).size < 2) return undefined;
	const merge = { id: createOrderedId(), accountId, mergedAt: toInstantText(now) };
	await transaction
		.insertInto("mergedAddresses")
		.values([
			{ ...merge, address, other },
			{ ...merge, address: other, other: address },
		])
		.execute();
	await recordChange(transaction, everyRecord);
	return merge.id;
}

/** Undoes a merge; false when it was undone before. */
export async function separateAddresses(transaction: WriteTransaction, id: string): Promise<boolean> {
	const { numDeletedRows } = await transaction.deleteFrom("mergedAddresses").where("id", "=", id).executeTakeFirst();
	if (numDeletedRows > 0n) await recordChange(transaction, everyRecord);
	return numDeletedRows > 0n;
}

/** Holds merges until the transaction ends, so that none names an address that is being erased. */
export async function lockMerges(transaction: WriteTransaction): Promise<void> {
	await takeLock(transaction, "merged addresses");
}

/** Deletes the merges of an address, in any case; with `before`, only those from before it. */
export async function deleteMergesOf(
	transaction: WriteTransaction,
	email: string,
	before?: Temporal.Instant,
): Promise<void> {
	const address = email.toLowerCase();
	await transaction
		.deleteFrom("mergedAddresses")
		.where((where) => where.or([where("address", "=", address), where("other", "=", address)]))
		.$if(before !== undefined, (query) => query.where("mergedAt", "<", toInstantText(before as Temporal.Instant)))
		.execute();
}

/** Deletes merges in which neither address has a personal record left. */
export async function deleteLostMerges({
	database,
	personalRecords,
}: {
	database: Database;
	personalRecords: readonly PersonalRecords[];
}): Promise<void> {
	const { rows } = await sql<{ id: string; address: string; other: string }>`
		select id, address, other from merged_addresses
		where address < other and not exists (select 1 from records where sender_email in (address, other))`.execute(
		database.db,
	);
	for (const { id, address, other } of rows)
		if (!(await isStored(address)) && !(await isStored(other)))
			await database.write((transaction) => separateAddresses(transaction, id));

	async function isStored(email: string): Promise<boolean> {
		for (const { listOfAddress } of personalRecords)
			if ((await listOfAddress(database.db, email, { limit: 1 })).length > 0) return true;
		return false;
	}
}
