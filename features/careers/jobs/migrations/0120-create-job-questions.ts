import type { Migration } from "kysely/migration";

/**
 * Jobs that are written in the browser: drafts, the Markdown that a description was made from, a job's own questions and stages.
 *
 * A draft counts as closed too, so that a release that knows no drafts keeps it off the site. A job without stages of its own has those of
 * the company.
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
