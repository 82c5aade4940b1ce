import type { Migration } from "kysely/migration";

/** How many applicants withdrew on a day, by the reason that they gave. A withdrawn application is erased within a day, so its reason is counted apart from it. */
export const createWithdrawalCounts: Migration = {
	async up(db) {
		await db.schema
			.createTable("withdrawal_counts")
			.addColumn("day", "text", (column) => column.notNull())
			.addColumn("reason", "text", (column) => column.notNull())
			.addColumn("count", "integer", (column) => column.notNull())
			.addPrimaryKeyConstraint("withdrawal_counts_by_day", ["day", "reason"])
			.execute();
	},
};
