import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Lets an application be quarantined. SQLite cannot change what a column accepts, so another takes its place. */
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
