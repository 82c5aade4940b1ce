import type { Migration } from "kysely/migration";

/** Trials of the public site by an invented visitor, and how they went. */
export const createSelfTrials: Migration = {
	async up(db) {
		await db.schema
			.createTable("self_trials")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("asked_at", "text", (column) => column.notNull())
			.addColumn("started_at", "text")
			.addColumn("ended_at", "text")
			.addColumn("reference", "text")
			// Its confirmation, as it came back by IMAP.
			.addColumn("arrived_at", "text")
			.addColumn("authentication", "text")
			.addColumn("steps", "text")
			.execute();
		await db.schema.createIndex("self_trials_by_reference").on("self_trials").column("reference").execute();
	},
};
