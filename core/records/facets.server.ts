import { sql, type RawBuilder, type SqlBool } from "kysely";
import { containsText } from "../../platform/database/contains-text.ts";

/** A condition on records: that they have a property. @param facet from writeFacet */
export function whereFacet(facet: string): RawBuilder<SqlBool> {
	return sql<SqlBool>`facets is not null and ${containsText(sql.ref("facets"), `\n${facet}\n`)}`;
}
