import { sql } from "kysely";
import type { Connection } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";

/** Tables that name a person's address in this column. */
type TablesWithEmail = { [Name in keyof Tables]: Tables[Name] extends { email: string } ? Name : never }[keyof Tables];

/** Lists the addresses of a table in lower case, each once, in their order from the one after an address on. */
export async function listLowerCaseAddresses(
	db: Connection,
	table: TablesWithEmail,
	{ after, limit }: { after: string; limit: number },
): Promise<string[]> {
	const { rows } = await sql<{ address: string }>`
		select distinct lower(email) as address from ${sql.table(table)}
		where lower(email) > ${after} order by lower(email) limit ${limit}`.execute(db);
	return rows.map(({ address }) => address);
}
