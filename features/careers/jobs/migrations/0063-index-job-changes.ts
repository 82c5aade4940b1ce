import type { Migration } from "kysely/migration";

/** Whether any job has changed is asked twice a second, and told by this index alone. */
export const indexJobChanges: Migration = {
	async up(db) {
		await db.schema.createIndex("jobs_by_version").on("jobs").columns(["changed_at", "closed_at"]).execute();
		await db.schema.dropIndex("jobs_by_change").execute();
	},
};
