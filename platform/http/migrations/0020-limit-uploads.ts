import type { Migration } from "kysely/migration";

/** Upload bytes of each network today. A network is stored as a hash, whose key is deleted at the end of its day. */
export const limitUploads: Migration = {
	async up(db) {
		await db.schema
			.createTable("upload_days")
			.addColumn("day", "text", (column) => column.primaryKey())
			.addColumn("hash_key", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("upload_counts")
			.addColumn("day", "text", (column) => column.notNull())
			.addColumn("network_hash", "text", (column) => column.notNull())
			.addColumn("bytes", "bigint", (column) => column.notNull())
			.addPrimaryKeyConstraint("upload_counts_key", ["day", "network_hash"])
			.execute();
	},
};
