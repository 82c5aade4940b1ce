import type { Migration } from "kysely/migration";

/** Interviews of applicants, their private links and their events: docs/decisions/0140-interviews-by-private-link.md. */
export const createInterviews: Migration = {
	async up(db) {
		await db.schema
			.createTable("interviews")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull().unique())
			.addColumn("application", "text", (column) => column.notNull())
			.addColumn("state", "text", (column) => column.notNull())
			.addColumn("outcome", "text")
			.addColumn("duration_minutes", "integer", (column) => column.notNull())
			.addColumn("place", "text", (column) => column.notNull())
			.addColumn("host_ids", "text", (column) => column.notNull())
			.addColumn("first_date", "text", (column) => column.notNull())
			.addColumn("last_date", "text", (column) => column.notNull())
			.addColumn("starts", "text")
			.addColumn("time_zone", "text", (column) => column.notNull())
			.addColumn("starts_at", "text")
			.addColumn("video_url", "text")
			.addColumn("sequence", "integer", (column) => column.notNull())
			.addColumn("moves", "integer", (column) => column.notNull())
			.addColumn("offered_by", "text", (column) => column.notNull())
			.addColumn("sender_name", "text", (column) => column.notNull())
			.addColumn("subject", "text", (column) => column.notNull())
			.addColumn("text", "text", (column) => column.notNull())
			.addColumn("message_id", "text", (column) => column.notNull())
			.addColumn("offered_at", "text", (column) => column.notNull())
			.addColumn("sends_at", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("interviews_by_application").on("interviews").column("application").execute();
		await db.schema.createIndex("interviews_by_start").on("interviews").column("starts_at").execute();
		await db.schema
			.createTable("interview_links")
			.addColumn("token_hash", "text", (column) => column.primaryKey())
			.addColumn("interview_id", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("interview_links_by_interview").on("interview_links").column("interview_id").execute();
		await db.schema
			.createTable("interview_events")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("interview_id", "text", (column) => column.notNull())
			.addColumn("at", "text", (column) => column.notNull())
			.addColumn("kind", "text", (column) => column.notNull())
			.addColumn("actor_id", "text")
			.addColumn("detail", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createIndex("interview_events_by_interview")
			.on("interview_events")
			.column("interview_id")
			.execute();
	},
};
