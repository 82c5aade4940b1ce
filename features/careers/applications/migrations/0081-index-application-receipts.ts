import type { Migration } from "kysely/migration";

/** For lists of the newest applications, and weekly counts. */
export const indexApplicationReceipts: Migration = {
	async up(db) {
		await db.schema
			.createIndex("applications_by_receipt")
			.on("applications")
			.columns(["received_at", "id", "state"])
			.execute();
	},
};
