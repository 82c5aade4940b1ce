import type { Migration } from "kysely/migration";

/** The programs that are told of events, and what each was told. */
export const createWebhooks: Migration = {
	async up(db) {
		await db.schema
			.createTable("webhooks")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("url", "text", (column) => column.notNull())
			.addColumn("description", "text", (column) => column.notNull())
			.addColumn("events", "text", (column) => column.notNull())
			.addColumn("format", "text", (column) => column.notNull())
			.addColumn("secret", "text", (column) => column.notNull())
			.addColumn("previous_secret", "text")
			.addColumn("previous_secret_until", "text")
			.addColumn("is_paused", "integer", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createTable("webhook_deliveries")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("webhook_id", "text", (column) => column.notNull())
			.addColumn("event_id", "text", (column) => column.notNull())
			.addColumn("type", "text", (column) => column.notNull())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("data", "text", (column) => column.notNull())
			.addColumn("occurred_at", "text", (column) => column.notNull())
			.addColumn("state", "text", (column) => column.notNull())
			.addColumn("attempts", "integer", (column) => column.notNull())
			.addColumn("tried_at", "text")
			.addColumn("status", "integer")
			.addColumn("duration_ms", "integer")
			.addColumn("error", "text")
			.execute();
		await db.schema
			.createIndex("webhook_deliveries_by_webhook")
			.on("webhook_deliveries")
			.columns(["webhook_id", "id"])
			.execute();
		await db.schema
			.createIndex("webhook_deliveries_by_reference")
			.on("webhook_deliveries")
			.column("reference")
			.execute();
		await db.schema.createIndex("webhook_deliveries_by_time").on("webhook_deliveries").column("occurred_at").execute();
	},
};
