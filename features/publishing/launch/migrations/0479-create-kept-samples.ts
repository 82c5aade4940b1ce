import type { Migration } from "kysely/migration";

/** Sample texts that a company keeps as its own. */
export const createKeptSamples: Migration = {
	async up(db) {
		await db.schema
			.createTable("kept_samples")
			.addColumn("path", "text", (column) => column.notNull())
			// As the launch check shows it: its beginning.
			.addColumn("text", "text", (column) => column.notNull())
			.addColumn("by", "text", (column) => column.notNull())
			.addColumn("at", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("kept_samples_key", ["path", "text"])
			.execute();
	},
};
