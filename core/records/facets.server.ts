import { sql, type RawBuilder, type SqlBool } from "kysely";

/** A condition on records: that they have a property. @param facet from writeFacet */
export function whereFacet(facet: string): RawBuilder<SqlBool> {
	const pattern = `%\n${facet.replaceAll(/[\\%_]/g, "\\$&")}\n%`;
	return sql<SqlBool>`facets is not null and facets like ${pattern} escape '\\'`;
}
