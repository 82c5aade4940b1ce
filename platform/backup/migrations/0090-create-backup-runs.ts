import type { Migration } from "kysely/migration";

/** Backups and trial restores. */
export const createBackupRuns: Migration = {
	async up(db) {
		await db.schema
			.createTable("backup_runs")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("kind", "text", (column) => column.notNull())
			.addColumn("at", "text", (column) => column.notNull())
			.addColumn("archive", "text", (column) => column.notNull())
			.addColumn("archive_made_at", "text", (column) => column.notNull())
			.addColumn("bytes", "bigint", (column) => column.notNull())
			.execute();
	},
};
