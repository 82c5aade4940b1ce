import type { Migration } from "kysely/migration";

/** Breaches of personal data, and the notices to the people whose data was touched. */
export const createIncidents: Migration = {
	async up(db) {
		await db.schema
			.createTable("incidents")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("title", "text", (column) => column.notNull())
			.addColumn("actors", "text", (column) => column.notNull())
			.addColumn("from_at", "text", (column) => column.notNull())
			.addColumn("reads_from", "text", (column) => column.notNull())
			.addColumn("until_at", "text")
			.addColumn("aware_at", "text", (column) => column.notNull())
			.addColumn("notes", "text", (column) => column.notNull())
			.addColumn("authority_text", "text")
			.addColumn("authority_state", "text", (column) => column.notNull())
			.addColumn("authority_reason", "text", (column) => column.notNull())
			.addColumn("authority_by", "text")
			.addColumn("authority_at", "text")
			.addColumn("notice_subject", "text")
			.addColumn("notice_text", "text")
			.addColumn("notices_asked_by", "text")
			.addColumn("notices_asked_at", "text")
			.addColumn("notices_written_at", "text")
			.addColumn("version", "integer", (column) => column.notNull())
			.addColumn("created_by", "text", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("incident_notices")
			.addColumn("incident_id", "text", (column) => column.notNull())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("message_id", "text", (column) => column.notNull())
			.addColumn("written_at", "text", (column) => column.notNull())
			.addPrimaryKeyConstraint("incident_notices_key", ["incident_id", "reference"])
			.execute();
	},
};
