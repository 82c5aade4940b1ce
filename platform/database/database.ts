import { CamelCasePlugin, Kysely, sql, type Dialect, type Transaction } from "kysely";
import pRetry from "p-retry";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import { beginRecording, createChanges, type Changes } from "./changes.ts";
import { explainPostgresError } from "./explain-postgres.ts";
import { assertUpToDate, migrate, type Migrations } from "./migrate.ts";
import { createPostgresDialect, createPostgresMigrationDialect } from "./postgres.ts";
import { watchSqliteFile, type SqliteFileWatch } from "./sqlite-file-watch.ts";
import { NodeSqliteDialect, openSqliteFile, openSqliteFileForReading, sqliteFileName } from "./sqlite.ts";
import {
	CommitOutcomeUnknownError,
	isContention,
	isStorageUnavailable,
	provesRollback,
	StorageUnavailableError,
	WriteAheadLogBusyError,
} from "./storage-errors.ts";
import type { Tables } from "./tables.ts";

/** How long a write is retried while another writer blocks it. */
const writeRetryMs = 2_000;
/** How long emptying the write-ahead log waits for other reads and writes. */
const overwriteRetryMs = 5_000;
/** As many as programs that read beside the server use at once. */
const readerConnections = 2;
/** How long a start waits for another process's migrations. */
const openRetryMs = 10_000;

/** The parameter of store functions: the database, or a transaction to take part in. */
export type Connection = Kysely<Tables>;
export type WriteTransaction = Transaction<Tables>;

export type Database = {
	db: Connection;
	kind: "sqlite" | "postgres";
	/** Announces changes: those of this process before `write` resolves, those of others where they are followed. */
	changes: Changes;
	/**
	 * Runs `work` in one transaction. When the promise resolves, all of it is on disk; when it rejects, none of it is.
	 *
	 * While another writer blocks it, the whole of `work` runs again, for about two seconds; it must therefore do nothing but use its
	 * transaction.
	 *
	 * On SQLite, concurrent writes share a commit: each promise settles, even with what `work` threw, when all of them are on disk
	 * (docs/decisions/0062-shared-commits.md).
	 *
	 * @throws StorageUnavailableError if nothing can be stored now; CommitOutcomeUnknownError if it may be stored nevertheless; any other
	 * error of `work`, unchanged
	 */
	write<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result>;
	/**
	 * Removes deleted data from the database's own files (docs/decisions/0010-erased-for-good.md).
	 *
	 * SQLite: empties the write-ahead log. PostgreSQL overwrites it in its own time, so this does nothing there.
	 *
	 * @param thoroughly rewrites SQLite's whole file, which blocks writers meanwhile
	 * @throws StorageUnavailableError if others blocked it for five seconds, or the disk is full
	 */
	overwriteDeleted(options: { thoroughly: boolean }): Promise<void>;
	/**
	 * Resolves if the database responds, has every migration, and has none that removes something this release uses, and SQLite's file is in
	 * its place.
	 */
	check(): Promise<void>;
	close(): Promise<void>;
};

/**
 * Opens the configured database and migrates it.
 *
 * SQLite below DATA_DIR, or PostgreSQL if DATABASE_URL is set. Two processes may start at once on either. A database to which a newer
 * release has only added is served as it is (docs/decisions/0021-expand-then-contract.md).
 *
 * @throws PlainError if a setting is at fault; the driver's error if the database cannot be reached, or a migration's error; DatabaseTooNewError if a newer release has
 * removed something this one uses
 */
export async function openDatabase(
	config: Pick<Config, "dataDirectory" | "databaseUrl">,
	{ migrations, log }: { migrations: Migrations; log: Logger },
): Promise<Database> {
	if (config.databaseUrl !== undefined) {
		const migrationDb = createKysely(createPostgresMigrationDialect(config.databaseUrl, log));
		try {
			warnOfNewer(await migrate(migrationDb, migrations));
		} catch (error) {
			throw explainPostgresError(error) ?? error;
		} finally {
			await migrationDb.destroy();
		}
		const db = createKysely(createPostgresDialect(config.databaseUrl, log));
		try {
			await sql`select 1`.execute(db);
		} catch (error) {
			await db.destroy();
			throw explainPostgresError(error) ?? error;
		}
		return createDatabase("postgres", db, migrations);
	}
	const { db, unknown, watch } = await retryOnContention(
		() => openSqlite(config.dataDirectory, migrations),
		openRetryMs,
	);
	warnOfNewer(unknown);
	watch.start(log);
	return createDatabase("sqlite", db, migrations, watch);

	function warnOfNewer(names: string[]): void {
		if (names.length > 0)
			log.warn({ migrations: names }, "a newer version has added to the database; this one can still use it");
	}
}

/**
 * Opens a migrated database for reading only, on connections of its own.
 *
 * @throws the driver's error if it cannot be reached
 */
export function openDatabaseForReading(
	config: Pick<Config, "dataDirectory" | "databaseUrl">,
	{ migrations, log }: { migrations: Migrations; log: Logger },
): Database {
	const { databaseUrl, dataDirectory } = config;
	const database =
		databaseUrl === undefined
			? createDatabase(
					"sqlite",
					createKysely(new NodeSqliteDialect(openSqliteFileForReading(dataDirectory))),
					migrations,
				)
			: createDatabase(
					"postgres",
					createKysely(createPostgresDialect(databaseUrl, log, { connections: readerConnections })),
					migrations,
				);
	return { ...database, write: () => Promise.reject(new Error("This database is open for reading alone")) };
}

async function openSqlite(
	dataDirectory: string,
	migrations: Migrations,
): Promise<{ db: Kysely<Tables>; unknown: string[]; watch: SqliteFileWatch }> {
	const connection = openSqliteFile(dataDirectory);
	try {
		const watch = watchSqliteFile(dataDirectory, sqliteFileName);
		const db = createKysely(new NodeSqliteDialect(connection, watch.assertInPlace));
		return { db, unknown: await migrate(db, migrations), watch };
	} catch (error) {
		connection.close();
		throw error;
	}
}

/** Creates the query builder, with names in camelCase. */
export function createKysely(dialect: Dialect): Kysely<Tables> {
	return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

function createDatabase(
	kind: Database["kind"],
	db: Kysely<Tables>,
	migrations: Migrations,
	watch?: SqliteFileWatch,
): Database {
	const changes = createChanges();
	return {
		db,
		kind,
		changes,
		async write(work) {
			let committing = false;
			let recorded: ReturnType<typeof beginRecording> | undefined;
			const announce = () => recorded && changes.announce([...recorded.changeKeys], recorded.ids);
			const run = () => {
				committing = false;
				return db.transaction().execute(async (transaction) => {
					recorded = beginRecording(transaction, kind);
					const result = await work(transaction);
					committing = true;
					return result;
				});
			};
			try {
				const result = await retryOnContention(run, writeRetryMs);
				announce();
				return result;
			} catch (error) {
				if (committing && !provesRollback(error)) {
					announce();
					throw new CommitOutcomeUnknownError(error);
				}
				throw isStorageUnavailable(error) ? new StorageUnavailableError(error) : error;
			}
		},
		async overwriteDeleted({ thoroughly }) {
			if (kind === "postgres") return;
			try {
				if (thoroughly) await retryOnContention(() => vacuum(db), overwriteRetryMs);
				await retryOnContention(() => emptyWriteAheadLog(db), overwriteRetryMs);
			} catch (error) {
				throw isStorageUnavailable(error) ? new StorageUnavailableError(error) : error;
			}
		},
		async check() {
			watch?.assertInPlace();
			await assertUpToDate(db, migrations);
		},
		close() {
			watch?.stop();
			return db.destroy();
		},
	};
}

/** Rewrites the file through a temporary one, because it may not fit into memory. */
async function vacuum(db: Kysely<Tables>): Promise<void> {
	await db.connection().execute(async (connection) => {
		await sql`pragma temp_store = file`.execute(connection);
		try {
			await sql`vacuum`.execute(connection);
		} finally {
			await sql`pragma temp_store = memory`.execute(connection);
		}
	});
}

/**
 * Writes what the log holds into the database file.
 *
 * @throws WriteAheadLogBusyError while another connection reads or writes; an error of SQLite when the disk is full
 */
export async function emptyWriteAheadLog(db: Kysely<Tables>): Promise<void> {
	const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
	// SQLite reports other users in a row, not as an error.
	if (rows[0]?.busy !== 0) throw new WriteAheadLogBusyError();
}

/** Retries `work` at growing intervals while another writer blocks it. */
function retryOnContention<Result>(work: () => Promise<Result>, maxRetryTime: number): Promise<Result> {
	return pRetry(work, {
		retries: Number.POSITIVE_INFINITY,
		maxRetryTime,
		minTimeout: 25,
		maxTimeout: 250,
		randomize: true,
		shouldRetry: ({ error }) => isContention(error),
	});
}
