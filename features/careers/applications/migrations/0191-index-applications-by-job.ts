import type { Migration } from "kysely/migration";

/** Lists and counts applications by position without reading them. */
export const indexApplicationsByJob: Migration = {
	async up(db) {
		await db.schema
			.createIndex("applications_by_job")
			.on("applications")
			.columns(["job_id", "received_at", "state"])
			.execute();
	},
};
