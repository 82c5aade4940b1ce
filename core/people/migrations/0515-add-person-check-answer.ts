import type { Migration } from "kysely/migration";

/** Whether the sender of a record has said that a person sent it. An earlier release deletes such a check instead. */
export const addPersonCheckAnswer: Migration = {
	async up(db) {
		await db.schema.alterTable("person_checks").addColumn("answer", "text").execute();
	},
};
