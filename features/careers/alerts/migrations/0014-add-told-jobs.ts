import type { Migration } from "kysely/migration";

/**
 * JSON array of the job ids that each alert was told about during an announcement.
 * So several processes can write the e-mails in parts, each once.
 */
export const addToldJobs: Migration = {
	async up(db) {
		await db.schema
			.alterTable("job_alerts")
			.addColumn("told_jobs", "text", (column) => column.notNull().defaultTo("[]"))
			.execute();
	},
};
