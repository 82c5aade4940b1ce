import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import pRetry from "p-retry";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import { PlainError } from "../plain-error.ts";
import { createKysely, emptyWriteAheadLog, type Connection, type Database } from "./database.ts";
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

/** How long to wait for another process's lock on SQLite's file. */
const busyTimeoutMs = 5_000;
/** Shorter for the lock that tells whether a server uses the file. */
const inUseTimeoutMs = 200;

/** SQLITE_CORRUPT and SQLITE_NOTADB (sqlite.org/rescode.html). */
const damagedCodes = new Set([11, 26]);

/** A database as of one moment, unaffected by later writes. */
export type DatabaseSnapshot = {
	kind: Database["kind"];
	/** Names of the migrations that have run. */
	migrations: string[];
	tables: StoredTable[];
	/** For the features' queries. */
	db: Connection;
	readRows(table: StoredTable): AsyncGenerator<PortableRow[]>;
};

/** Servers use a database that must be idle. */
export class DatabaseInUseError extends PlainError {
	override name = "DatabaseInUseError";
}

/** Tells whether a database with any table exists; changes nothing. */
export async function hasDatabase(config: DatabaseConfig, log: Logger): Promise<boolean> {
	if (config.databaseUrl === undefined) return existsSync(join(config.dataDirectory, sqliteFileName));
	return withPostgres(config.databaseUrl, log, async (db) => (await listOwnTables(db)).length > 0);
}

/**
 * Lets `work` read a database as of one moment, in one read-only transaction. Servers keep writing meanwhile.
 *
 * @param alone throws DatabaseInUseError if a server uses the database; on SQLite, keeps servers from starting until `work` has ended
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
		// A deferred transaction: it reads the state at its first query, and blocks no writer.
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

/** Locks SQLite's file until the connection is closed. */
function lockSqlite(connection: DatabaseSync, dataDirectory: string): void {
	try {
		// In this mode the lock is on the file itself, which every open connection shares.
		connection.exec("pragma locking_mode = exclusive; begin exclusive");
	} catch (error) {
		if ((error as { errcode?: number }).errcode !== 5) throw error;
		throw new DatabaseInUseError(
			`A server or another program is using the database in ${dataDirectory}. Stop it and run this again`,
		);
	}
}

/** A server that has just stopped is still listed for a moment, hence several looks. */
function assertNobodyElse(db: Connection): Promise<void> {
	return pRetry(
		async () => {
			const { rows } = await sql<{ count: string }>`select count(*) as count from pg_stat_activity
				where datname = current_database() and application_name = ${serverApplicationName}`.execute(db);
			if (Number(rows[0]?.count) > 0)
				throw new DatabaseInUseError("A server is using the PostgreSQL database. Stop every server and run this again");
		},
		{ retries: 10, factor: 1, minTimeout: 200, shouldRetry: ({ error }) => error instanceof DatabaseInUseError },
	);
}

/**
 * Checks that no server uses the database, if there is one.
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

/** Tells whether an error means that SQLite's file is damaged, or not SQLite's. */
export function isDamagedSqlite(error: unknown): boolean {
	const { code, errcode } = error as { code?: unknown; errcode?: unknown };
	return code === "ERR_SQLITE_ERROR" && typeof errcode === "number" && damagedCodes.has(errcode & 0xff);
}

/** The content of a database to create. */
export type DatabaseContent = {
	kind: Database["kind"];
	/** Names of the migrations that created its tables. */
	migrations: readonly string[];
	/** The sums of its tables. */
	sums: ReadonlyMap<string, RowSum>;
	/** Yields the rows, table by table. */
	readAll(): AsyncIterable<{ table: string; rows: PortableRow[] }>;
	/** Changes rows after they were compared, in the transaction that writes them. */
	finish?: ((db: Connection, tables: ReadonlySet<string>) => Promise<void>) | undefined;
};

/** The sums of copied tables, and the names of tables that only the other kind of database has. */
export type FilledTables = { sums: Map<string, RowSum>; leftOut: string[] };

/** The target has tables and must have none. */
class DatabaseNotEmptyError extends PlainError {
	constructor(names: readonly string[]) {
		super(
			`The PostgreSQL database is not empty. It contains ${names.slice(0, 5).join(", ")}${names.length > 5 ? " and more" : ""}`,
		);
		this.name = "DatabaseNotEmptyError";
	}
}

/** The database does not hold what was written. */
class DatabaseDiffersError extends PlainError {
	constructor(table: string, wanted: RowSum | undefined, found: RowSum | undefined) {
		super(
			`Nothing changed: the table ${table} differs from its source: ${describe(found)} instead of ${describe(wanted)}`,
		);
		this.name = "DatabaseDiffersError";
	}
}

function describe(sum: RowSum | undefined): string {
	return sum ? `${sum.rows} rows with the hash ${sum.sha256.slice(0, 12)}…` : "no table";
}

/**
 * Writes a SQLite file into a folder that has none, and compares every table with its source.
 *
 * @returns once everything is in the file itself, without a write-ahead log
 * @throws DatabaseDiffersError, or an error of SQLite when the disk is full; the file is useless then
 */
export async function createSqliteCopy(
	dataDirectory: string,
	content: DatabaseContent,
	migrations: Migrations,
): Promise<FilledTables> {
	const db = createKysely(new NodeSqliteDialect(openSqliteFile(dataDirectory)));
	try {
		await migrate(db, pick(migrations, content.migrations));
		const filled = await db.transaction().execute((transaction) => fill(transaction, "sqlite", content));
		// Closing would do so too, but says nothing when it fails.
		await emptyWriteAheadLog(db);
		return filled;
	} finally {
		await db.destroy();
	}
}

/**
 * Creates and fills the tables of a PostgreSQL database in one transaction: after an interruption there is everything or nothing.
 *
 * @param aside name of a schema that takes the present tables; without it, there must be none
 * @throws DatabaseNotEmptyError if there are; DatabaseDiffersError if a table differs from its source; DatabaseInUseError if servers use
 * the database
 */
export async function createPostgresCopy(
	databaseUrl: string,
	content: DatabaseContent,
	{ migrations, log, aside }: { migrations: Migrations; log: Logger; aside?: string },
): Promise<FilledTables> {
	return withPostgres(databaseUrl, log, async (pool) => {
		await assertNobodyElse(pool);
		return pool.transaction().execute(async (db) => {
			// Two copies at the same time would take each other's tables for previous ones.
			await sql`select pg_advisory_xact_lock(hashtextextended('copy', 0))`.execute(db);
			const names = await listOwnTables(db);
			if (names.length > 0 && aside === undefined) throw new DatabaseNotEmptyError(names);
			if (names.length > 0 && aside !== undefined) await moveTablesAside(db, names, aside);
			await migrate(db, pick(migrations, content.migrations));
			return fill(db, "postgres", content);
		});
	});
}

/** Lists every table of the schema in use. */
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
		// Kysely would use them, whatever schema they are in.
		if (name.startsWith("kysely_"))
			await sql`alter table ${sql.id(aside, name)} rename to ${sql.id(`replaced_${name}`)}`.execute(db);
	}
}

async function fill(
	db: Connection,
	kind: Database["kind"],
	{ kind: sourceKind, sums, readAll, finish }: DatabaseContent,
): Promise<FilledTables> {
	const tables = new Map((await listStoredTables(db, kind)).map((table) => [table.name, table]));
	const leftOut = [...sums.keys()].filter((name) => !tables.has(name));
	// Some tables exist in one kind of database only; between two of the same kind, all are copied.
	const missing = kind === sourceKind ? [...leftOut, ...[...tables.keys()].filter((name) => !sums.has(name))] : [];
	if (missing[0] !== undefined) throw new DatabaseDiffersError(missing[0], sums.get(missing[0]), undefined);
	// A migration may have inserted rows into its table.
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
	await finish?.(db, new Set(tables.keys()));
	return { sums: filled, leftOut };
}

/** Counts and hashes the rows of a table. */
export async function sumTable(pages: AsyncIterable<PortableRow[]>): Promise<RowSum> {
	const sum = createRowSum();
	for await (const rows of pages) for (const row of rows) sum.add(JSON.stringify(row));
	return sum.result();
}

/** @throws Error if one of the names is of a newer release */
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
