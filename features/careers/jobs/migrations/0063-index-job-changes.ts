import type { Migration } from "kysely/migration";

/** Changes of jobs are checked twice a second, by this index alone. */
export const indexJobChanges: Migration = {
	async up(db) {
		await db.schema.createIndex("jobs_by_version").on("jobs").columns(["changed_at", "closed_at"]).execute();
		await db.schema.dropIndex("jobs_by_change").execute();
	},
};
