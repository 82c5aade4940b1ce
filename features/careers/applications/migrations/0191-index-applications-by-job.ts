import type { Migration } from "kysely/migration";

/** For the positions that somebody has applied for, and how many did, without reading the applications. */
export const indexApplicationsByJob: Migration = {
	async up(db) {
		await db.schema
			.createIndex("applications_by_job")
			.on("applications")
			.columns(["job_id", "received_at", "state"])
			.execute();
	},
};
