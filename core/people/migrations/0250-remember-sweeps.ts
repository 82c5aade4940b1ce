import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** When records were last erased at the end of their term, and how many on that day; one row. */
export const rememberSweeps: Migration = {
	async up(db) {
		await db.schema
			.createTable("last_sweep")
			.addColumn("id", "integer", (column) => column.primaryKey())
			.addColumn("at", "text", (column) => column.notNull())
			.addColumn("day", "text", (column) => column.notNull())
			.addColumn("erased", "integer", (column) => column.notNull())
			.execute();
		// An installation that swept before it could remember: its newest e-mail tells that its clock had come so far.
		await sql`insert into last_sweep (id, at, day, erased)
			select 1, max(queued_at), '', 0 from emails having max(queued_at) is not null`.execute(db);
	},
};
