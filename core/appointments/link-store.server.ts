import type { Kysely } from "kysely";
import type { WriteTransaction } from "../../platform/database/database.ts";
import type { Appointment } from "./appointment.ts";

/** Where a kind keeps private links: a table of its feature, and its column with the id of the appointment. */
export type LinksTable = { table: string; owner: string };

function open(transaction: WriteTransaction, { table }: LinksTable) {
	const db = transaction as unknown as Kysely<{ links: { tokenHash: string } & Record<string, string> }>;
	return { db, table: table as "links" };
}

/** Gives an appointment one more private link; those that it has go on working. */
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

/** Makes a private link worthless that nobody was told. */
export async function deleteLink(transaction: WriteTransaction, links: LinksTable, tokenHash: string): Promise<void> {
	const { db, table } = open(transaction, links);
	await db.deleteFrom(table).where("tokenHash", "=", tokenHash).execute();
}
