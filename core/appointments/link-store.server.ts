import type { Kysely } from "kysely";
import type { WriteTransaction } from "../../platform/database/database.ts";
import type { Appointment } from "./appointment.ts";

/** Where a kind stores private links: its feature's table, and the column with the appointment's id. */
export type LinksTable = { table: string; owner: string };

function open(transaction: WriteTransaction, { table }: LinksTable) {
	const db = transaction as unknown as Kysely<{ links: { tokenHash: string } & Record<string, string> }>;
	return { db, table: table as "links" };
}

/** Adds a private link to an appointment; its earlier links keep working. */
export async function addLink(
	transaction: WriteTransaction,
	links: LinksTable,
	{ id }: Pick<Appointment, "id">,
	tokenHash: string,
): Promise<void> {
	const { db, table } = open(transaction, links);
	await db
		.insertInto(table)
		.values({ tokenHash, [links.owner]: id })
		.execute();
}

/** Deletes a private link that was never sent. */
export async function deleteLink(transaction: WriteTransaction, links: LinksTable, tokenHash: string): Promise<void> {
	const { db, table } = open(transaction, links);
	await db.deleteFrom(table).where("tokenHash", "=", tokenHash).execute();
}
