import type { Migration } from "kysely/migration";

/**
 * Which jobs each alert has been told of while they are being announced: JSON array of ids.
 *
 * So the letters about new jobs can be written some at a time, and by several processes, and each is written once.
 */
export const addToldJobs: Migration = {
	async up(db) {
		await db.schema
			.alterTable("job_alerts")
			.addColumn("told_jobs", "text", (column) => column.notNull().defaultTo("[]"))
			.execute();
	},
};
