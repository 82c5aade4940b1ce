import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Job applications, without the self-identification: that is only counted, in a table without application or day.
 * `answers` is JSON of what was typed beyond the columns; `resume_file` is a name below DATA_DIR/files.
 */
export const createApplications: Migration = {
	async up(db) {
		await db.schema
			.createTable("applications")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull().unique())
			.addColumn("received_at", "text", (column) => column.notNull())
			.addColumn("job_id", "text", (column) => column.notNull())
			.addColumn("job_title", "text", (column) => column.notNull())
			.addColumn("full_name", "text", (column) => column.notNull())
			.addColumn("email", "text", (column) => column.notNull())
			.addColumn("phone", "text", (column) => column.notNull())
			.addColumn("answers", "text", (column) => column.notNull())
			.addColumn("resume_file", "text", (column) => column.notNull().unique())
			.addColumn("resume_name", "text", (column) => column.notNull())
			.addColumn("resume_bytes", "integer", (column) => column.notNull())
			.addColumn("resume_sha256", "text", (column) => column.notNull())
			.addColumn("token_hash", "text", (column) => column.notNull().unique())
			.addColumn("state", "text", (column) => column.notNull().check(sql`state in ('received', 'withdrawn')`))
			.execute();
		await db.schema.createIndex("applications_by_email").on("applications").column("email").execute();
		await db.schema
			.createTable("self_identification_counters")
			.addColumn("quarter", "text", (column) => column.notNull())
			.addColumn("question", "text", (column) => column.notNull())
			.addColumn("option", "text", (column) => column.notNull())
			.addColumn("count", "integer", (column) => column.notNull())
			.addPrimaryKeyConstraint("self_identification_counters_key", ["quarter", "question", "option"])
			.execute();
	},
};
