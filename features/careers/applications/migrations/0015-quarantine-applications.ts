import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Applications can be quarantined. SQLite cannot change a column's constraint, so a new table replaces the old one. */
export const quarantineApplications: Migration = {
	async up(db) {
		await db.schema
			.alterTable("applications")
			.addColumn("next_state", "text", (column) =>
				column
					.notNull()
					.defaultTo("received")
					.check(sql`next_state in ('received', 'quarantined', 'withdrawn')`),
			)
			.execute();
		await sql`update applications set next_state = state`.execute(db);
		await db.schema.alterTable("applications").dropColumn("state").execute();
		await db.schema.alterTable("applications").renameColumn("next_state", "state").execute();
	},
};
