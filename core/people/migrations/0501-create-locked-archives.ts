import { PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Encrypted archives of erased records, which nobody reads until their terms end; in parts, so that reading many rows takes little memory. */
export const createLockedArchives: Migration = {
	async up(db) {
		await db.schema
			.createTable("locked_archives")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("kind", "text", (column) => column.notNull())
			.addColumn("locked_at", "text", (column) => column.notNull())
			.addColumn("ends_at", "text", (column) => column.notNull())
			.addColumn("bytes", "integer", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("locked_archives_by_end").on("locked_archives").column("ends_at").execute();
		await db.schema
			.createTable("locked_archive_parts")
			.addColumn("archive", "text", (column) => column.notNull())
			.addColumn("part", "integer", (column) => column.notNull())
			.addColumn("body", db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : "blob", (column) =>
				column.notNull(),
			)
			.addPrimaryKeyConstraint("locked_archive_parts_in_order", ["archive", "part"])
			.execute();
	},
};
