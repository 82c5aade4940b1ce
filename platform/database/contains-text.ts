import { sql, type Expression, type RawBuilder, type SqlBool } from "kysely";

/** The condition that a text contains another, in any case; SQLite tells the cases of ASCII characters alone. */
export function containsText(text: Expression<string>, part: string): RawBuilder<SqlBool> {
	const pattern = `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
	return sql<SqlBool>`lower(${text}) like lower(${pattern}) escape '\\'`;
}
