import { sql, type Expression, type RawBuilder, type SqlBool } from "kysely";

/** A condition that a text contains another, ignoring case; SQLite ignores it for ASCII characters alone. */
export function containsText(text: Expression<string>, part: string): RawBuilder<SqlBool> {
	const pattern = `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
	return sql<SqlBool>`lower(${text}) like lower(${pattern}) escape '\\'`;
}
