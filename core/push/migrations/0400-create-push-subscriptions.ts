import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Members' devices that get notifications, the topics that they turned off, and the keys that sign the installation's messages. */
export const createPushSubscriptions: Migration = {
	async up(db) {
		await db.schema
			.createTable("push_subscriptions")
			.addColumn("id", "text", (column) => column.primaryKey())
			.addColumn("account_id", "text", (column) => column.notNull())
			.addColumn("session_id", "text", (column) => column.notNull())
			.addColumn("device_hash", "text", (column) => column.notNull())
			.addColumn("device", "text", (column) => column.notNull())
			.addColumn("endpoint", "text", (column) => column.notNull().unique())
			.addColumn("p256dh", "text", (column) => column.notNull())
			.addColumn("auth", "text", (column) => column.notNull())
			.addColumn("created_at", "text", (column) => column.notNull())
			.addColumn("renewed_at", "text", (column) => column.notNull())
			.execute();
		await db.schema
			.createIndex("push_subscriptions_by_account")
			.on("push_subscriptions")
			.column("account_id")
			.execute();
		await db.schema
			.alterTable("notification_settings")
			.addColumn("push_off", "text", (column) => column.notNull().defaultTo(""))
			.execute();
		await sql`create table push_keys (public_key text not null, private_key text not null)`.execute(db);
		const { default: webPush } = await import("web-push");
		const { publicKey, privateKey } = webPush.generateVAPIDKeys();
		await sql`insert into push_keys (public_key, private_key) values (${publicKey}, ${privateKey})`.execute(db);
	},
};
