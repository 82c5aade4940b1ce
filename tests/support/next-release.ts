import { PostgresAdapter, sql, type Kysely } from "kysely";
import type { Migrations } from "../../platform/database/migrate.ts";
import { migrations } from "../../server/migrations.ts";

/**
 * The migrations of an imagined next release, with everything allowed beside a running release: a table, and in every table a nullable
 * column, one with a default, and an index.
 */
export const nextMigrations: Migrations = {
	...migrations,
	"9000-add-everywhere": {
		async up(db) {
			const { rows: derived } = isSqlite(db)
				? await sql<{ name: string }>`select name from pragma_table_list where type <> 'table'`.execute(db)
				: { rows: [] };
			const tables = (await db.introspection.getTables()).filter(
				({ name }) => !derived.some((table) => table.name === name),
			);
			for (const { name } of tables) {
				await db.schema.alterTable(name).addColumn("added_later", "text").execute();
				await db.schema
					.alterTable(name)
					.addColumn("counted_later", "integer", (column) => column.notNull().defaultTo(0))
					.execute();
				await db.schema.createIndex(`${name}_by_later`).on(name).column("added_later").execute();
			}
			await db.schema
				.createTable("added_tables")
				.addColumn("id", "text", (column) => column.primaryKey())
				.execute();
		},
	},
};

/** The migrations of a release that removes what this one uses. */
export const contractedMigrations: Migrations = {
	...nextMigrations,
	"9001-drop-messages": {
		contracts: true,
		up: (db) => sql`alter table enquiries drop column message`.execute(db).then(() => undefined),
	},
};

function isSqlite(db: Kysely<unknown>): boolean {
	return !(db.getExecutor().adapter instanceof PostgresAdapter);
}
