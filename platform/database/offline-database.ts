import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import pRetry from "p-retry";
import type { Config } from "../config.ts";
import { PlainError } from "../plain-error.ts";
import type { Logger } from "../log.ts";
import { createKysely, type Connection, type Database } from "./database.ts";
import { migrate, type Migrations } from "./migrate.ts";
import { createPostgresMigrationDialect, serverApplicationName } from "./postgres.ts";
import { NodeSqliteDialect, openSqliteFile, sqliteFileName } from "./sqlite.ts";
import {
	createRowSum,
	currentSchema,
	insertPortableRows,
	listMigrationsDone,
	listStoredTables,
	readPortableRows,
	type PortableRow,
	type RowSum,
	type StoredTable,
} from "./table-rows.ts";

type DatabaseConfig = Pick<Config, "dataDirectory" | "databaseUrl">;

/** How long a lock of another process on SQLite's file is waited for. */
const busyTimeoutMs = 5_000;
/** A lock that tells whether a server uses the file is not waited for. */
const inUseTimeoutMs = 200;

/** SQLITE_CORRUPT and SQLITE_NOTADB (sqlite.org/rescode.html). */
const damagedCodes = new Set([11, 26]);

/** A database at one moment, whatever is written to it meanwhile. */
export type DatabaseSnapshot = {
	kind: Database["kind"];
	/** The names of the migrations that have run. */
	migrations: string[];
	tables: StoredTable[];
	/** For queries of the features. */
	db: Connection;
	readRows(table: StoredTable): AsyncGenerator<PortableRow[]>;
};

/** Servers use a database that has to rest. */
export class DatabaseInUseError extends PlainError {
	constructor(message: string) {
		super(message);
		this.name = "DatabaseInUseError";
	}
}

/** Tells whether there is a database with any table; looks only. */
export async function hasDatabase(config: DatabaseConfig, log: Logger): Promise<boolean> {
	if (config.databaseUrl === undefined) return existsSync(join(config.dataDirectory, sqliteFileName));
	return withPostgres(config.databaseUrl, log, async (db) => (await listOwnTables(db)).length > 0);
}

/**
 * Lets `work` read a database at one moment, in one transaction that only reads. Servers go on writing meanwhile.
 *
 * @param alone waits for nobody: throws DatabaseInUseError when a server uses the database; on SQLite none can begin to until `work` has ended
 */
export async function withSnapshot<Result>(
	config: DatabaseConfig,
	{ log, alone = false }: { log: Logger; alone?: boolean },
	work: (snapshot: DatabaseSnapshot) => Promise<Result>,
): Promise<Result> {
	if (config.databaseUrl !== undefined)
		return withPostgres(config.databaseUrl, log, async (pool) => {
			if (alone) await assertNobodyElse(pool);
			return pool
				.transaction()
				.setIsolationLevel("repeatable read")
				.setAccessMode("read only")
				.execute((db) => readSnapshot(db, "postgres", work));
		});
	const connection = new DatabaseSync(join(config.dataDirectory, sqliteFileName), {
		timeout: alone ? inUseTimeoutMs : busyTimeoutMs,
	});
	const db = createKysely(new NodeSqliteDialect(connection));
	try {
		if (alone) lockSqlite(connection, config.dataDirectory);
		// A deferred transaction: it reads what was there at its first query, and keeps nobody from writing.
		else connection.exec("begin");
		return await readSnapshot(db, "sqlite", work);
	} finally {
		await db.destroy();
	}
}

async function readSnapshot<Result>(
	db: Connection,
	kind: Database["kind"],
	work: (snapshot: DatabaseSnapshot) => Promise<Result>,
): Promise<Result> {
	const migrations = await listMigrationsDone(db, kind);
	const tables = await listStoredTables(db, kind);
	return work({ kind, migrations, tables, db, readRows: (table) => readPortableRows(db, kind, table) });
}

/** Keeps everybody else out of SQLite's file until the connection is closed. */
function lockSqlite(connection: DatabaseSync, dataDirectory: string): void {
	try {
		// In this mode the lock is on the file itself, which every open connection holds a share of.
		connection.exec("pragma locking_mode = exclusive; begin exclusive");
	} catch (error) {
		if ((error as { errcode?: number }).errcode !== 5) throw error;
		throw new DatabaseInUseError(
			`A server, or another program, uses the database in ${dataDirectory}. Stop it, and run this again`,
		);
	}
}

/** A server that has just stopped is still listed for a moment, so it is looked for more than once. */
function assertNobodyElse(db: Connection): Promise<void> {
	return pRetry(
		async () => {
			const { rows } = await sql<{ count: string }>`select count(*) as count from pg_stat_activity
				where datname = current_database() and application_name = ${serverApplicationName}`.execute(db);
			if (Number(rows[0]?.count) > 0)
				throw new DatabaseInUseError("A server uses the PostgreSQL database. Stop every server, and run this again");
		},
		{ retries: 10, factor: 1, minTimeout: 200, shouldRetry: ({ error }) => error instanceof DatabaseInUseError },
	);
}

/**
 * Makes sure that nobody uses a database, where there is one.
 *
 * @throws DatabaseInUseError
 */
export async function assertUnused(config: DatabaseConfig, log: Logger): Promise<void> {
	if (!(await hasDatabase(config, log))) return;
	try {
		await withSnapshot(config, { log, alone: true }, async () => undefined);
	} catch (error) {
		if (!isDamagedSqlite(error)) throw error;
	}
}

/** Tells whether an error says that SQLite's file is damaged, or is none of SQLite's. */
export function isDamagedSqlite(error: unknown): boolean {
	const { code, errcode } = error as { code?: unknown; errcode?: unknown };
	return code === "ERR_SQLITE_ERROR" && typeof errcode === "number" && damagedCodes.has(errcode & 0xff);
}

/** What a database shall hold. */
export type DatabaseContent = {
	kind: Database["kind"];
	/** The names of the migrations that its tables come from. */
	migrations: readonly string[];
	/** The sums of the tables that it has. */
	sums: ReadonlyMap<string, RowSum>;
	/** Gives the rows, table after table. */
	readAll(): AsyncIterable<{ table: string; rows: PortableRow[] }>;
};

/** What became of the tables: those carried, and those of one kind of database alone, which were left out. */
export type FilledTables = { sums: Map<string, RowSum>; leftOut: string[] };

/** There are tables where none may be. */
class DatabaseNotEmptyError extends PlainError {
	constructor(names: readonly string[]) {
		super(
			`The PostgreSQL database is not empty: it has the tables ${names.slice(0, 5).join(", ")}${names.length > 5 ? " and others" : ""}`,
		);
		this.name = "DatabaseNotEmptyError";
	}
}

/** The database did not take what it was given. */
class DatabaseDiffersError extends PlainError {
	constructor(table: string, wanted: RowSum | undefined, found: RowSum | undefined) {
		super(
			`The table ${table} differs from what it was made of: ${describe(found)} instead of ${describe(wanted)}. Nothing was changed`,
		);
		this.name = "DatabaseDiffersError";
	}
}

function describe(sum: RowSum | undefined): string {
	return sum ? `${sum.rows} rows with the hash ${sum.sha256.slice(0, 12)}…` : "no table";
}

/**
 * Writes a SQLite file below a folder where none is yet, and compares every table with what it was made of.
 *
 * @throws DatabaseDiffersError; the file is of no use then
 */
export async function createSqliteCopy(
	dataDirectory: string,
	content: DatabaseContent,
	migrations: Migrations,
): Promise<FilledTables> {
	const db = createKysely(new NodeSqliteDialect(openSqliteFile(dataDirectory)));
	try {
		await migrate(db, pick(migrations, content.migrations));
		return await db.transaction().execute((transaction) => fill(transaction, "sqlite", content));
	} finally {
		await db.destroy();
	}
}

/**
 * Makes the tables of a PostgreSQL database and fills them, in one transaction: whatever interrupts it, all is there or nothing.
 *
 * @param aside name of a schema that takes the tables that are there; without one, there must be none
 * @throws DatabaseNotEmptyError when there are; DatabaseDiffersError when a table is not what it was made of; DatabaseInUseError when servers use the database
 */
export async function createPostgresCopy(
	databaseUrl: string,
	content: DatabaseContent,
	{ migrations, log, aside }: { migrations: Migrations; log: Logger; aside?: string },
): Promise<FilledTables> {
	return withPostgres(databaseUrl, log, async (pool) => {
		await assertNobodyElse(pool);
		return pool.transaction().execute(async (db) => {
			// Two that do this at the same time would take each other's tables for those that were there.
			await sql`select pg_advisory_xact_lock(hashtextextended('copy', 0))`.execute(db);
			const names = await listOwnTables(db);
			if (names.length > 0 && aside === undefined) throw new DatabaseNotEmptyError(names);
			if (names.length > 0 && aside !== undefined) await moveTablesAside(db, names, aside);
			await migrate(db, pick(migrations, content.migrations));
			return fill(db, "postgres", content);
		});
	});
}

/** Lists every table of the schema that is used. */
async function listOwnTables(db: Connection): Promise<string[]> {
	const schema = await currentSchema(db);
	return (await db.introspection.getTables({ withInternalKyselyTables: true }))
		.filter((table) => table.schema === schema)
		.map(({ name }) => name);
}

async function moveTablesAside(db: Connection, names: readonly string[], aside: string): Promise<void> {
	const schema = await currentSchema(db);
	await sql`create schema ${sql.id(aside)}`.execute(db);
	for (const name of names) {
		await sql`alter table ${sql.id(schema, name)} set schema ${sql.id(aside)}`.execute(db);
		// Kysely would take them for its own, whatever schema they are in.
		if (name.startsWith("kysely_"))
			await sql`alter table ${sql.id(aside, name)} rename to ${sql.id(`replaced_${name}`)}`.execute(db);
	}
}

async function fill(
	db: Connection,
	kind: Database["kind"],
	{ kind: sourceKind, sums, readAll }: DatabaseContent,
): Promise<FilledTables> {
	const tables = new Map((await listStoredTables(db, kind)).map((table) => [table.name, table]));
	const leftOut = [...sums.keys()].filter((name) => !tables.has(name));
	// Some tables are of one kind of database alone; between two of a kind, all are carried.
	const missing = kind === sourceKind ? [...leftOut, ...[...tables.keys()].filter((name) => !sums.has(name))] : [];
	if (missing[0] !== undefined) throw new DatabaseDiffersError(missing[0], sums.get(missing[0]), undefined);
	// A migration may have put rows into a table that it made.
	for (const name of tables.keys()) if (sums.has(name)) await sql`delete from ${sql.table(name)}`.execute(db);
	for await (const { table: name, rows } of readAll()) {
		const table = tables.get(name);
		if (table) await insertPortableRows(db, kind, table, rows);
	}
	const filled = new Map<string, RowSum>();
	for (const [name, wanted] of sums) {
		const table = tables.get(name);
		if (!table) continue;
		const found = await sumTable(readPortableRows(db, kind, table));
		if (found.rows !== wanted.rows || found.sha256 !== wanted.sha256)
			throw new DatabaseDiffersError(name, wanted, found);
		filled.set(name, found);
	}
	return { sums: filled, leftOut };
}

/** Counts and hashes the rows of a table. */
export async function sumTable(pages: AsyncIterable<PortableRow[]>): Promise<RowSum> {
	const sum = createRowSum();
	for await (const rows of pages) for (const row of rows) sum.add(JSON.stringify(row));
	return sum.result();
}

/** @throws Error when one of the names is of a newer release */
function pick(migrations: Migrations, names: readonly string[]): Migrations {
	return Object.fromEntries(
		names.map((name) => {
			const migration = migrations[name];
			if (!migration) throw new Error(`This release does not know the migration ${name}`);
			return [name, migration];
		}),
	);
}

async function withPostgres<Result>(
	databaseUrl: string,
	log: Logger,
	work: (db: Connection) => Promise<Result>,
): Promise<Result> {
	const db: Connection = createKysely(createPostgresMigrationDialect(databaseUrl, log));
	try {
		return await work(db);
	} finally {
		await db.destroy();
	}
}
