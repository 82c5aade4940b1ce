import type { Migration } from "kysely/migration";

/** The latest changes of all kinds of records, and those of one sender, for the list of contacts. */
export const indexContacts: Migration = {
	async up(db) {
		await db.schema.createIndex("records_by_any_change").on("records").columns(["changed_at", "id"]).execute();
		await db.schema
			.createIndex("records_by_sender_change")
			.on("records")
			.columns(["sender_email", "changed_at", "id"])
			.execute();
	},
};
