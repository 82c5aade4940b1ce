import type { Migration } from "kysely/migration";

/** A job's own scorecard criteria; a job without any has the company's. */
export const createJobCriteria: Migration = {
	async up(db) {
		await db.schema
			.createTable("job_criteria")
			.addColumn("job_id", "text", (column) => column.notNull())
			.addColumn("key", "text", (column) => column.notNull())
			.addColumn("position", "integer", (column) => column.notNull())
			.addColumn("label", "text", (column) => column.notNull())
			.addColumn("question", "text")
			.addPrimaryKeyConstraint("job_criteria_by_key", ["job_id", "key"])
			.execute();
	},
};
