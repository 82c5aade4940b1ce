import type { Migration } from "kysely/migration";

/** The service whose form an enquiry came by, and the answers to the company's own questions; null without. */
export const addEnquiryAnswers: Migration = {
	async up(db) {
		await db.schema.alterTable("enquiries").addColumn("service", "text").execute();
		await db.schema.alterTable("enquiries").addColumn("answers", "text").execute();
	},
};
