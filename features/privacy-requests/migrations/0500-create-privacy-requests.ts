import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Requests of people about their own data, the forms that wait for a confirmation, and what is left of erased requests. */
export const createPrivacyRequests: Migration = {
	async up(db) {
		await db.schema
			.createTable("privacy_requests")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull().unique())
			.addColumn("received_at", "text", (column) => column.notNull())
			.addColumn("request_kind", "text", (column) => column.notNull())
			.addColumn("name", "text", (column) => column.notNull())
			.addColumn("email", "text", (column) => column.notNull())
			.addColumn("phone", "text", (column) => column.notNull())
			.addColumn("message", "text", (column) => column.notNull())
			.addColumn("state", "text", (column) => column.notNull().check(sql`state in ('received', 'quarantined')`))
			.addColumn("source", "text", (column) => column.notNull())
			.addColumn("consent", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("privacy_requests_by_time").on("privacy_requests").column("received_at").execute();
		await db.schema
			.createTable("privacy_request_wishes")
			.addColumn("reference", "text", (column) => column.primaryKey())
			.addColumn("email", "text", (column) => column.notNull())
			.addColumn("request_kind", "text", (column) => column.notNull())
			.addColumn("name", "text", (column) => column.notNull())
			.addColumn("message", "text", (column) => column.notNull())
			.addColumn("asked_at", "text", (column) => column.notNull())
			.addColumn("confirmed_at", "text")
			.addColumn("expires_at", "text", (column) => column.notNull())
			.addColumn("record", "text")
			.execute();
		await db.schema
			.createIndex("privacy_request_wishes_by_email")
			.on("privacy_request_wishes")
			.column("email")
			.execute();
		await db.schema
			.createTable("privacy_request_links")
			.addColumn("token_hash", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createIndex("privacy_request_links_by_reference")
			.on("privacy_request_links")
			.column("reference")
			.execute();
		await db.schema
			.createTable("settled_requests")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("request_kind", "text", (column) => column.notNull())
			.addColumn("received_on", "text", (column) => column.notNull())
			.addColumn("stage", "text", (column) => column.notNull())
			.addColumn("stage_on", "text")
			.addColumn("erased_on", "text", (column) => column.notNull())
			.execute();
	},
};
