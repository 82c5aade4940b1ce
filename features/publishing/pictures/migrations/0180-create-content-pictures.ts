import { PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Pictures of the studio: each version of a path, its cut files, and their bytes by hash.
 * The bytes are in the database, so that a release, a backup and a move have all or nothing; in parts, so that reading many rows takes
 * little memory.
 */
export const createContentPictures: Migration = {
	async up(db) {
		await db.schema
			.createTable("content_pictures")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("path", "text", (column) => column.notNull())
			.addColumn("version", "integer", (column) => column.notNull())
			.addColumn("shape", "text", (column) => column.notNull())
			.addColumn("uploaded_name", "text", (column) => column.notNull())
			.addColumn("uploaded_by", "text", (column) => column.notNull())
			.addColumn("uploaded_at", "text", (column) => column.notNull())
			.addColumn("focal_x", sql`double precision`, (column) => column.notNull())
			.addColumn("focal_y", sql`double precision`, (column) => column.notNull())
			// Null where the picture was removed.
			.addColumn("master_hash", "text")
			.addColumn("master_width", "integer", (column) => column.notNull())
			.addColumn("master_height", "integer", (column) => column.notNull())
			// The release that made it public; null for a draft.
			.addColumn("edition", "integer")
			.addUniqueConstraint("content_pictures_by_path", ["path", "version"])
			.execute();
		await db.schema
			.createTable("content_picture_files")
			.addColumn("picture_id", "text", (column) => column.notNull())
			.addColumn("src", "text", (column) => column.notNull())
			// Empty for a width that the picture no longer has.
			.addColumn("hash", "text", (column) => column.notNull())
			// The beginning of the hash, as in the address.
			.addColumn("address", "text", (column) => column.notNull())
			.addColumn("width", "integer", (column) => column.notNull())
			.addColumn("height", "integer", (column) => column.notNull())
			.addColumn("bytes", "integer", (column) => column.notNull())
			.addPrimaryKeyConstraint("content_picture_files_by_src", ["picture_id", "src"])
			.execute();
		await db.schema
			.createIndex("content_picture_files_by_address")
			.on("content_picture_files")
			.column("address")
			.execute();
		await db.schema
			.createTable("content_picture_bytes")
			.addColumn("hash", "text", (column) => column.notNull())
			.addColumn("part", "integer", (column) => column.notNull())
			.addColumn("body", db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : "blob", (column) =>
				column.notNull(),
			)
			.addPrimaryKeyConstraint("content_picture_bytes_by_hash", ["hash", "part"])
			.execute();
	},
};
