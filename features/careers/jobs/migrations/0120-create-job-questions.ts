import type { Migration } from "kysely/migration";

/**
 * Jobs written in the browser: drafts, Markdown sources, a job's own questions and stages.
 * A draft also counts as closed, so that a release without drafts keeps it off the site. A job without its own stages has the company's.
 */
export const createJobQuestions: Migration = {
	async up(db) {
		await db.schema.alterTable("jobs").addColumn("markdown", "text").execute();
		await db.schema.alterTable("jobs").addColumn("draft_since", "text").execute();
		await db.schema
			.createTable("job_questions")
			.addColumn("job_id", "text", (column) => column.notNull())
			.addColumn("key", "text", (column) => column.notNull())
			.addColumn("position", "integer", (column) => column.notNull())
			.addColumn("kind", "text", (column) => column.notNull())
			.addColumn("label", "text", (column) => column.notNull())
			.addColumn("required", "integer", (column) => column.notNull())
			.addColumn("options", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("job_questions_by_key", ["job_id", "key"])
			.execute();
		await db.schema
			.createTable("job_stages")
			.addColumn("job_id", "text", (column) => column.notNull())
			.addColumn("key", "text", (column) => column.notNull())
			.addColumn("position", "integer", (column) => column.notNull())
			.addColumn("label", "text", (column) => column.notNull())
			.addColumn("open", "integer", (column) => column.notNull())
			.addColumn("sender_reads", "text")
			.addPrimaryKeyConstraint("job_stages_by_key", ["job_id", "key"])
			.execute();
	},
};
