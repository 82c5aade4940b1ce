import type { Migration } from "kysely/migration";

/** A booked call has a type. Calls of a release before are demo calls. */
export const addCallTypes: Migration = {
	async up(db) {
		await db.schema
			.alterTable("bookings")
			.addColumn("call_type", "text", (column) => column.notNull().defaultTo("demo"))
			.execute();
		await db.schema
			.alterTable("bookings")
			.addColumn("call_title", "text", (column) => column.notNull().defaultTo(""))
			.execute();
	},
};
