import { sql } from "kysely";
import type { Connection } from "../../platform/database/database.ts";
import type { Tables } from "../../platform/database/tables.ts";

/** Tables with an e-mail address in this column. */
type TablesWithEmail = { [Name in keyof Tables]: Tables[Name] extends { email: string } ? Name : never }[keyof Tables];

/** Lists a table's addresses in lower case, distinct and sorted, after a given one. */
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
