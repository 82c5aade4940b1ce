import type { Migration } from "kysely/migration";

/** The server's own backups, and where each went. Columns may be null, because servers of the previous release add rows without them. */
export const createBackupState: Migration = {
	async up(db) {
		await db.schema
			.createTable("backup_state")
			.addColumn("id", "integer", (column) => column.primaryKey())
			// A member wants a backup now.
			.addColumn("asked_at", "text")
			// The process that makes one, and until when no other may.
			.addColumn("runner", "text")
			.addColumn("runner_until", "text")
			.addColumn("succeeded_at", "text")
			// Why the last attempt failed, and when to try again.
			.addColumn("failure", "text")
			.addColumn("failed_at", "text")
			.addColumn("retry_at", "text")
			// The archives that are kept, as JSON.
			.addColumn("kept", "text")
			.execute();
		await db.schema.alterTable("backup_runs").addColumn("location", "text").execute();
		await db.schema.alterTable("backup_runs").addColumn("encrypted", "integer").execute();
		// Of a trial restore.
		await db.schema.alterTable("backup_runs").addColumn("failure", "text").execute();
	},
};
