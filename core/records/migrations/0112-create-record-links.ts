import type { Migration } from "kysely/migration";

/** Related records, such as a call and the enquiry that came of it; each pair is stored in both directions. */
export const createRecordLinks: Migration = {
	async up(db) {
		await db.schema
			.createTable("record_links")
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("other", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("record_links_pkey", ["reference", "other"])
			.execute();
	},
};
