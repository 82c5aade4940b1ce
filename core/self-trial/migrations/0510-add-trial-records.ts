import type { Migration } from "kysely/migration";

/** The call and the application of a trial, which are erased like its enquiry. */
export const addTrialRecords: Migration = {
	async up(db) {
		for (const column of ["call_reference", "application_reference"])
			await db.schema.alterTable("self_trials").addColumn(column, "text").execute();
	},
};
