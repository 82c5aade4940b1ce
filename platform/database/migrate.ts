import { sql, type Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import type { Tables } from "./tables.ts";

/**
 * Every migration by name, in the order of the names.
 *
 * A migration that `contracts` removes or changes something that older releases use; they cannot use the database afterwards. All others
 * only add (docs/decisions/0021-expand-then-contract.md).
 */
export type Migrations = Record<string, Migration & { contracts?: true }>;

type RequiredMigrationsTable = { name: string };

declare module "./tables.ts" {
	interface Tables {
		requiredMigrations: RequiredMigrationsTable;
	}
}

/** A newer release has changed the database so that this one cannot use it. */
export class DatabaseTooNewError extends Error {
	/** @param names the migrations that this release lacks */
	constructor(names: readonly string[]) {
		super(
			`A newer version has changed the database (${names.join(", ")}), and this version cannot use it. Start that version or a later one`,
		);
		this.name = "DatabaseTooNewError";
	}
}

/** How many newer releases, migrating one after the other, to wait for. */
const maxTurns = 5;

/**
 * Migrates the tables. A database to which a newer release has only added stays as it is.
 *
 * @returns the names of its migrations that this release does not know
 * @throws DatabaseTooNewError if one of those removes something this release uses; otherwise a migration's error
 */
export async function migrate(db: Kysely<Tables>, migrations: Migrations): Promise<string[]> {
	for (let turn = 1; ; turn++) {
		const unknown = await listUnknown(db, migrations);
		if (await hasTable(db, "required_migrations")) await assertKnown(db, migrations);
		const { error } = await new Migrator({
			db,
			provider: {
				getMigrations: async () => ({
					...Object.fromEntries(Object.entries(migrations).map(([name, one]) => [name, withMark(name, one)])),
					// Kysely refuses a database with migrations that it was not given.
					...Object.fromEntries(unknown.map((name) => [name, { up: () => Promise.resolve() }])),
				}),
			},
		}).migrateToLatest();
		if (error === undefined) return unknown;
		// A newer release may have migrated since the list was read.
		const more = (await listUnknown(db, migrations)).length > unknown.length;
		if (!more || turn === maxTurns) throw error;
	}
}

/** Records in the database, in the migration's own transaction, that releases must know this migration. */
function withMark(name: string, { contracts, ...migration }: Migrations[string]): Migration {
	if (!contracts) return migration;
	return {
		...migration,
		async up(db) {
			await migration.up(db);
			await (db as Kysely<Tables>).insertInto("requiredMigrations").values({ name }).execute();
		},
	};
}

/**
 * Checks that the database has every migration, and none that removes something this release uses.
 *
 * @throws DatabaseTooNewError, or an Error that names the missing migrations
 */
export async function assertUpToDate(db: Kysely<Tables>, migrations: Migrations): Promise<void> {
	const done = new Set(await listDone(db));
	const missing = Object.keys(migrations).filter((name) => !done.has(name));
	if (missing.length > 0) throw new Error(`Migrations are missing: ${missing.join(", ")}`);
	await assertKnown(db, migrations);
}

/** @throws DatabaseTooNewError if the database requires a migration that this release does not know */
async function assertKnown(db: Kysely<Tables>, migrations: Migrations): Promise<void> {
	const required = await db.selectFrom("requiredMigrations").select("name").orderBy("name").execute();
	const unknown = required.map(({ name }) => name).filter((name) => !(name in migrations));
	if (unknown.length > 0) throw new DatabaseTooNewError(unknown);
}

async function listUnknown(db: Kysely<Tables>, migrations: Migrations): Promise<string[]> {
	if (!(await hasTable(db, "kysely_migration"))) return [];
	return (await listDone(db)).filter((name) => !(name in migrations));
}

async function listDone(db: Kysely<Tables>): Promise<string[]> {
	const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
	return rows.map(({ name }) => name);
}

async function hasTable(db: Kysely<Tables>, name: string): Promise<boolean> {
	const found = (await db.introspection.getTables({ withInternalKyselyTables: true })).filter(
		(table) => table.name === name,
	);
	// Another schema of PostgreSQL may hold tables from earlier.
	if (found.every(({ schema }) => schema === undefined)) return found.length > 0;
	const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
	return found.some(({ schema }) => schema === rows[0]?.schema);
}
