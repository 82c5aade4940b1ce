import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** When a sender agreed to be kept for later, and until when. A release that does not know it keeps such records as long as any other. */
export const addTalentPool: Migration = {
	async up(db) {
		await db.schema.alterTable("records").addColumn("pool_since", "text").execute();
		await db.schema.alterTable("records").addColumn("pool_until", "text").execute();
		await db.schema
			.createIndex("records_by_pool")
			.on("records")
			.columns(["pool_until", "id"])
			.where(sql.ref("pool_until"), "is not", null)
			.execute();
	},
};
