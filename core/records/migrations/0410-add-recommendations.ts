import type { Migration } from "kysely/migration";

/** A reviewer's recommendation, the same in each row of a scorecard; null in scorecards of earlier releases. */
export const addRecommendations: Migration = {
	async up(db) {
		await db.schema.alterTable("scorecards").addColumn("recommendation", "text").execute();
	},
};
