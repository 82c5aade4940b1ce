import type { Migration } from "kysely/migration";

/** Where an enquiry came from, and how its sender agreed to the storage; null for those of earlier releases, which came by the site. */
export const addEnquirySource: Migration = {
	async up(db) {
		await db.schema.alterTable("enquiries").addColumn("source", "text").execute();
		await db.schema.alterTable("enquiries").addColumn("consent", "text").execute();
	},
};
