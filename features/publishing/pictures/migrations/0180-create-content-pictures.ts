import { PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Pictures that the studio took: each version of a path, the files that it is cut into, and their bytes by hash.
 *
 * Bytes lie in the database, so that a publication, a backup and a move have all of it or nothing; in parts, so that whoever reads many
 * rows at once needs little memory.
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
			// The edition that made it public; null in a draft.
			.addColumn("edition", "integer")
			.addUniqueConstraint("content_pictures_by_path", ["path", "version"])
			.execute();
		await db.schema
			.createTable("content_picture_files")
			.addColumn("picture_id", "text", (column) => column.notNull())
			.addColumn("src", "text", (column) => column.notNull())
			// Empty for a width that the picture had before and has no more.
			.addColumn("hash", "text", (column) => column.notNull())
			// The beginning of the hash, by which its address names it.
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
