import type { Migration } from "kysely/migration";

/**
 * A call keeps time free before and after it, for its hosts or, without hosts, for the company; and it may take place elsewhere than in a
 * video call. Calls of a release before have no such time and are video calls.
 */
export const addCallLimits: Migration = {
	async up(db) {
		for (const table of ["bookings", "host_reservations"])
			for (const column of ["buffer_before_minutes", "buffer_after_minutes"])
				await db.schema
					.alterTable(table)
					.addColumn(column, "integer", (definition) => definition.notNull().defaultTo(0))
					.execute();
		await db.schema
			.alterTable("bookings")
			.addColumn("place", "text", (column) => column.notNull().defaultTo(""))
			.execute();
	},
};
