import type { Migration } from "kysely/migration";

/** Pairs of addresses that belong to one person; each pair is stored in both directions. */
export const createMergedAddresses: Migration = {
	async up(db) {
		await db.schema
			.createTable("merged_addresses")
			.addColumn("id", "text", (column) => column.notNull())
			.addColumn("address", "text", (column) => column.notNull())
			.addColumn("other", "text", (column) => column.notNull())
			.addColumn("account_id", "text", (column) => column.notNull())
			.addColumn("merged_at", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("merged_addresses_pkey", ["address", "other"])
			.execute();
		await db.schema.createIndex("merged_addresses_by_id").on("merged_addresses").column("id").execute();
	},
};
