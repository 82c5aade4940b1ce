import { sql } from "kysely";
import type { Connection, WriteTransaction } from "../database/database.ts";
import { otherKinds } from "./emails-table.ts";

/** Deletes every e-mail about these records, sent or not, and returns how many; an e-mail being sent still goes. */
export async function deleteEmailsOf(transaction: WriteTransaction, references: readonly string[]): Promise<number> {
	const result = await transaction.deleteFrom("emails").where("reference", "in", references).executeTakeFirst();
	return Number(result.numDeletedRows);
}

/** Lists the references of records with e-mails to an address, or with replies to it; ignores case. */
export async function listReferencesOfAddress(db: Connection, address: string): Promise<string[]> {
	const rows = await db
		.selectFrom("emails")
		.select("reference")
		.distinct()
		.where((where) =>
			where.or([
				where(sql`lower(recipient)`, "=", address.toLowerCase()),
				where(sql`lower(reply_to)`, "=", address.toLowerCase()),
			]),
		)
		.execute();
	return rows.map(({ reference }) => reference);
}

/** Lists distinct recipients in lower case, in alphabetical order, starting after a given address. */
export async function listRecipients(
	db: Connection,
	{ after, limit }: { after: string; limit: number },
): Promise<string[]> {
	const { rows } = await sql<{ address: string }>`
		select distinct lower(recipient) as address from emails
		where lower(recipient) > ${after} and kind not in (${sql.join(otherKinds)}) order by lower(recipient) limit ${limit}`.execute(
		db,
	);
	return rows.map(({ address }) => address);
}
