import { sql, type Expression, type RawBuilder, type SqlBool } from "kysely";

/** A condition: that a text contains another, in which % and _ stand for themselves. SQLite takes A to Z for a to z. */
export function containsText(text: Expression<unknown>, part: string): RawBuilder<SqlBool> {
	const pattern = `%${part.replaceAll(/[\\%_]/g, "\\$&")}%`;
	return sql<SqlBool>`${text} like ${pattern} escape '\\'`;
}
