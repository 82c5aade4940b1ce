import { PostgresAdapter, sql, type Kysely } from "kysely";
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
		const done = await listDone(db);
		const unknown = done.filter((name) => !(name in migrations));
		if (await hasTable(db, "required_migrations")) await assertKnown(db, migrations);
		// Kysely describes every column of the database several times first, which takes longer than the rest of opening it.
		if (done.length > 0 && listMissing(done, migrations).length === 0) return unknown;
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
		const more = (await listDone(db)).some((name) => !(name in migrations) && !unknown.includes(name));
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
	const missing = listMissing(await listDone(db), migrations);
	if (missing.length > 0) throw new Error(`Migrations are missing: ${missing.join(", ")}`);
	await assertKnown(db, migrations);
}

/** @throws DatabaseTooNewError if the database requires a migration that this release does not know */
async function assertKnown(db: Kysely<Tables>, migrations: Migrations): Promise<void> {
	const required = await db.selectFrom("requiredMigrations").select("name").orderBy("name").execute();
	const unknown = required.map(({ name }) => name).filter((name) => !(name in migrations));
	if (unknown.length > 0) throw new DatabaseTooNewError(unknown);
}

function listMissing(done: readonly string[], migrations: Migrations): string[] {
	return Object.keys(migrations).filter((name) => !done.includes(name));
}

/** Lists the names of the migrations that the database has. */
async function listDone(db: Kysely<Tables>): Promise<string[]> {
	if (!(await hasTable(db, "kysely_migration"))) return [];
	const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
	return rows.map(({ name }) => name);
}

/** In PostgreSQL, another schema may hold tables from earlier. */
async function hasTable(db: Kysely<Tables>, name: string): Promise<boolean> {
	const { rows } =
		db.getExecutor().adapter instanceof PostgresAdapter
			? await sql`select from pg_tables where schemaname = current_schema() and tablename = ${name}`.execute(db)
			: await sql`select name from sqlite_master where type = 'table' and name = ${name}`.execute(db);
	return rows.length > 0;
}
