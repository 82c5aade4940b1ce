import type { Migration } from "kysely/migration";

/** Several hosts can take a call together: those besides the first, as a JSON array. */
export const addCoHosts: Migration = {
	async up(db) {
		await db.schema
			.alterTable("bookings")
			.addColumn("co_host_ids", "text", (column) => column.notNull().defaultTo("[]"))
			.execute();
	},
};
