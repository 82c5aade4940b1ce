import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Until when a record is snoozed. A release that does not know it leaves it null, and lists snoozed records with all others. */
export const addSnooze: Migration = {
	async up(db) {
		await db.schema.alterTable("records").addColumn("snoozed_until", "text").execute();
		await db.schema
			.createIndex("records_by_snooze")
			.on("records")
			.columns(["snoozed_until", "id"])
			.where(sql.ref("snoozed_until"), "is not", null)
			.execute();
	},
};
