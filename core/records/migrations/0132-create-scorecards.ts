import type { Migration } from "kysely/migration";

/** Reviewers' scores of a record, by criterion. */
export const createScorecards: Migration = {
	async up(db) {
		await db.schema
			.createTable("scorecards")
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("account_id", "text", (column) => column.notNull())
			.addColumn("criterion", "text", (column) => column.notNull())
			.addColumn("score", "integer", (column) => column.notNull())
			.addColumn("text", "text", (column) => column.notNull())
			.addColumn("at", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("scorecards_primary_key", ["reference", "account_id", "criterion"])
			.execute();
	},
};
