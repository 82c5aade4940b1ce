import { CamelCasePlugin, Kysely, sql, type Dialect, type Transaction } from "kysely";
import pRetry from "p-retry";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import { beginRecording, createChanges, type Changes } from "./changes.ts";
import { assertUpToDate, migrate, type Migrations } from "./migrate.ts";
import { createPostgresDialect, createPostgresMigrationDialect } from "./postgres.ts";
import { NodeSqliteDialect, openSqliteFile, openSqliteFileForReading } from "./sqlite.ts";
import {
	CommitOutcomeUnknownError,
	isContention,
	isStorageUnavailable,
	provesRollback,
	StorageUnavailableError,
	WriteAheadLogBusyError,
} from "./storage-errors.ts";
import type { Tables } from "./tables.ts";

/** How long a write is tried again while another writer stands in its way. */
const writeRetryMs = 2_000;
/** How long emptying the write-ahead log waits for others' reads and writes. */
const overwriteRetryMs = 5_000;
/** As many as whoever reads beside the server asks for at once. */
const readerConnections = 2;
/** How long a start waits for another process that runs the migrations. */
const openRetryMs = 10_000;

/** What a store's functions take: the database, or the transaction that they shall be part of. */
export type Connection = Kysely<Tables>;
export type WriteTransaction = Transaction<Tables>;

export type Database = {
	db: Connection;
	kind: "sqlite" | "postgres";
	/** Who is told of changes: of this process's before `write` resolves, of others' where they are followed. */
	changes: Changes;
	/**
	 * Runs `work` in one transaction that is on disk when the promise resolves, or leaves no trace.
	 *
	 * While another writer stands in the way the whole of `work` runs again, for about two seconds; it must therefore
	 * do nothing but use its transaction.
	 *
	 * On SQLite, writes that come together share a commit: the promise of each settles, even with what `work` threw, when all of them are on
	 * disk (docs/decisions/0062-writes-share-commits.md).
	 *
	 * @throws StorageUnavailableError when nothing can be stored now, CommitOutcomeUnknownError when it may be stored nevertheless; whatever
	 * else `work` throws, as it is
	 */
	write<Result>(work: (transaction: WriteTransaction) => Promise<Result>): Promise<Result>;
	/**
	 * Takes what has been deleted out of the database's own files (docs/decisions/0010-erased-for-good.md).
	 *
	 * SQLite: empties the write-ahead log. PostgreSQL overwrites by itself in its own time, so nothing is done.
	 *
	 * @param thoroughly writes SQLite's whole file anew, which keeps writers waiting for as long as that takes
	 * @throws StorageUnavailableError when others stood in the way for five seconds, or the disk is full
	 */
	overwriteDeleted(options: { thoroughly: boolean }): Promise<void>;
	/** Resolves when the database answers, holds every migration, and none that takes away what this release uses. */
	check(): Promise<void>;
	close(): Promise<void>;
};

/**
 * Opens the database that the configuration names and brings its tables up to date.
 *
 * SQLite below DATA_DIR, or PostgreSQL when DATABASE_URL is set. Two processes may start at once on either. A database to which a newer
 * release has only added is served as it is (docs/decisions/0021-expand-then-contract.md).
 *
 * @throws the driver's error when the database cannot be reached, or a migration's; DatabaseTooNewError when a newer release has taken
 * away what this one uses
 */
export async function openDatabase(
	config: Pick<Config, "dataDirectory" | "databaseUrl">,
	{ migrations, log }: { migrations: Migrations; log: Logger },
): Promise<Database> {
	if (config.databaseUrl !== undefined) {
		const migrationDb = createKysely(createPostgresMigrationDialect(config.databaseUrl, log));
		try {
			warnOfNewer(await migrate(migrationDb, migrations));
		} finally {
			await migrationDb.destroy();
		}
		return createDatabase("postgres", createKysely(createPostgresDialect(config.databaseUrl, log)), migrations);
	}
	const { db, unknown } = await retryOnContention(() => openSqlite(config.dataDirectory, migrations), openRetryMs);
	warnOfNewer(unknown);
	return createDatabase("sqlite", db, migrations);

	function warnOfNewer(names: string[]): void {
		if (names.length > 0)
			log.warn({ migrations: names }, "a newer release has added to the database; this one works with it all the same");
	}
}

/**
 * Opens a database that is up to date already for reading alone, on connections of its own.
 *
 * @throws the driver's error when it cannot be reached
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
): Promise<{ db: Kysely<Tables>; unknown: string[] }> {
	const connection = openSqliteFile(dataDirectory);
	try {
		const db = createKysely(new NodeSqliteDialect(connection));
		return { db, unknown: await migrate(db, migrations) };
	} catch (error) {
		connection.close();
		throw error;
	}
}

/** Makes what asks a database, in camelCase. */
export function createKysely(dialect: Dialect): Kysely<Tables> {
	return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
}

function createDatabase(kind: Database["kind"], db: Kysely<Tables>, migrations: Migrations): Database {
	const changes = createChanges();
	return {
		db,
		kind,
		changes,
		async write(work) {
			let committing = false;
			let recorded: ReturnType<typeof beginRecording> | undefined;
			const announce = () => recorded && changes.announce([...recorded.facts], recorded.ids);
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
		check: () => assertUpToDate(db, migrations),
		close: () => db.destroy(),
	};
}

/** Writes the file anew by way of a temporary one, for the whole of it may be more than fits into memory. */
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

async function emptyWriteAheadLog(db: Kysely<Tables>): Promise<void> {
	const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
	// SQLite tells of others in the way in a row rather than by an error.
	if (rows[0]?.busy !== 0) throw new WriteAheadLogBusyError();
}

/** Does `work` again, at growing intervals, while another writer stands in its way. */
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
