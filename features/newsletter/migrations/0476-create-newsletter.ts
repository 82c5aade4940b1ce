import type { Migration } from "kysely/migration";

/** Subscriptions to the newsletter with their private links, its issues, and which subscription got which issue. */
export const createNewsletter: Migration = {
	async up(db) {
		await db.schema
			.createTable("newsletter_subscriptions")
			.addColumn("reference", "text", (column) => column.primaryKey())
			.addColumn("email", "text", (column) => column.notNull())
			.addColumn("topics", "text", (column) => column.notNull())
			.addColumn("asked_at", "text", (column) => column.notNull())
			.addColumn("asked_by", "text", (column) => column.notNull())
			.addColumn("consent", "text", (column) => column.notNull())
			.addColumn("confirmed_at", "text")
			.addColumn("expires_at", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createIndex("newsletter_subscriptions_by_email")
			.on("newsletter_subscriptions")
			.column("email")
			.execute();
		await db.schema
			.createTable("newsletter_links")
			.addColumn("token_hash", "text", (column) => column.primaryKey())
			.addColumn("reference", "text", (column) => column.notNull())
			.addColumn("issue", "text")
			.execute();
		await db.schema.createIndex("newsletter_links_by_reference").on("newsletter_links").column("reference").execute();
		await db.schema
			.createTable("newsletter_issues")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("article", "text", (column) => column.notNull().unique())
			.addColumn("topic", "text", (column) => column.notNull())
			.addColumn("title", "text", (column) => column.notNull())
			.addColumn("html", "text", (column) => column.notNull())
			.addColumn("subject", "text", (column) => column.notNull())
			.addColumn("preheader", "text", (column) => column.notNull())
			.addColumn("state", "text", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("created_by", "text", (column) => column.notNull())
			.addColumn("due_at", "text")
			.addColumn("started_at", "text")
			.addColumn("written_at", "text")
			.addColumn("ended_at", "text")
			.addColumn("written_to", "text", (column) => column.notNull().defaultTo(""))
			.execute();
		await db.schema.createIndex("newsletter_issues_by_state").on("newsletter_issues").column("state").execute();
		await db.schema
			.createTable("newsletter_deliveries")
			.addColumn("issue", "text", (column) => column.notNull())
			.addColumn("subscription", "text", (column) => column.notNull())
			.addColumn("message_id", "text", (column) => column.notNull().unique())
			.addColumn("sent", "integer", (column) => column.notNull().defaultTo(0))
			.addColumn("outcome", "text")
			.addPrimaryKeyConstraint("newsletter_deliveries_once", ["issue", "subscription"])
			.execute();
		await db.schema
			.createIndex("newsletter_deliveries_by_subscription")
			.on("newsletter_deliveries")
			.column("subscription")
			.execute();
	},
};
