import type { Migration } from "kysely/migration";

/** The name of the criterion when its score was given; null in scorecards of earlier releases. */
export const addCriterionLabels: Migration = {
	async up(db) {
		await db.schema.alterTable("scorecards").addColumn("label", "text").execute();
	},
};
