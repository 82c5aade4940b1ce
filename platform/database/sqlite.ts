import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import {
	CompiledQuery,
	SqliteAdapter,
	SqliteDialect,
	SqliteDriver,
	type DatabaseConnection,
	type DialectAdapter,
	type Driver,
	type SqliteDatabase,
} from "kysely";

/** Name of the database file below DATA_DIR. */
export const sqliteFileName = "front-office.sqlite";

/**
 * node:sqlite blocks the event loop while it waits for another process's lock, so it waits briefly; longer waits are
 * retries, between which other requests run (docs/decisions/0009-waiting-for-sqlite.md).
 */
const busyTimeoutMs = 25;

/**
 * Opens the database file, making it and its folder where they are missing.
 *
 * Every commit is on disk before it returns: write-ahead log with synchronous=FULL. What is deleted is overwritten with zeros
 * (docs/decisions/0010-erased-for-good.md).
 *
 * @param dataDirectory absolute path; a new one is readable by this user alone
 */
export function openSqliteFile(dataDirectory: string): DatabaseSync {
	mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
	const connection = new DatabaseSync(join(dataDirectory, sqliteFileName), {
		timeout: busyTimeoutMs,
		enableForeignKeyConstraints: true,
	});
	try {
		connection.exec("pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on");
	} catch (error) {
		connection.close();
		throw error;
	}
	return connection;
}

/** Kysely's SQLite dialect over node:sqlite, with transactions that take the write lock when they begin. */
export class NodeSqliteDialect extends SqliteDialect {
	readonly #connection: DatabaseSync;

	constructor(connection: DatabaseSync) {
		super({ database: adapt(connection) });
		this.#connection = connection;
	}

	override createDriver(): Driver {
		return new ImmediateDriver(this.#connection);
	}

	override createAdapter(): DialectAdapter {
		return new TransactionalAdapter();
	}
}

class TransactionalAdapter extends SqliteAdapter {
	/** Lets all migrations run in one transaction, whose lock also keeps a second process out. */
	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}

class ImmediateDriver extends SqliteDriver {
	readonly #connection: DatabaseSync;

	constructor(connection: DatabaseSync) {
		super({ database: adapt(connection) });
		this.#connection = connection;
	}

	/**
	 * Begins with the write lock: a deferred transaction fails at its first write, without waiting, when another writer
	 * came in between.
	 *
	 * The transactions of one process queue for its connection without the event loop in between, so that many of them
	 * waiting for another process would stop everything else; each lets the event loop turn once.
	 */
	override async beginTransaction(connection: DatabaseConnection): Promise<void> {
		await setImmediate();
		await connection.executeQuery(CompiledQuery.raw("begin immediate"));
	}

	/** SQLite rolls back by itself when the disk is full; a second rollback would hide that error behind its own. */
	override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		if (this.#connection.isTransaction) await super.rollbackTransaction(connection);
	}
}

function adapt(connection: DatabaseSync): SqliteDatabase {
	return {
		close: () => connection.close(),
		prepare: (sql) => {
			const statement = connection.prepare(sql);
			return {
				reader: statement.columns().length > 0,
				all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
				run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
				iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
			};
		},
	};
}
