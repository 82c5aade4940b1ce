import type { Migration } from "kysely/migration";

/** Notifications of assigned records, and the choice of e-mails about mentions. */
export const extendNotifications: Migration = {
	async up(db) {
		await db.schema
			.alterTable("notifications")
			.addColumn("kind", "text", (column) => column.notNull().defaultTo("mention"))
			.execute();
		await db.schema
			.createTable("notification_settings")
			.addColumn("account_id", "text", (column) => column.primaryKey())
			.addColumn("mention_emails", "integer", (column) => column.notNull())
			.execute();
	},
};
