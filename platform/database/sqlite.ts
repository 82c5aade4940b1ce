import { chmodSync, closeSync, openSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
	SqliteAdapter,
	SqliteIntrospector,
	SqliteQueryCompiler,
	type CompiledQuery,
	type DatabaseConnection,
	type DatabaseIntrospector,
	type Dialect,
	type DialectAdapter,
	type Driver,
	type Kysely,
	type QueryCompiler,
	type QueryResult,
} from "kysely";
import { LRUCache } from "lru-cache";
import { giveToFolderOwner, makeFolder } from "../files/make-folder.ts";
import { createSharedCommits, type SharedCommits, type SharedTransaction } from "./shared-commits.ts";

/** Name of the database file below DATA_DIR. */
export const sqliteFileName = "front-office.sqlite";

/** Files that SQLite puts beside its own. */
export const companionEndings = ["-shm", "-wal"];
/** Other entries of ours in DATA_DIR. */
const otherNames = new Set(["backup-scratch", "files", "pages", "replaced", "restoring", "upgrade", ".probe"]);

/**
 * Short, because node:sqlite blocks the event loop while it waits for another process's lock; longer waits are retries, between which
 * other requests run (docs/decisions/0009-waiting-for-sqlite.md).
 */
const busyTimeoutMs = 25;
/** Number of prepared statements to keep. */
const maxStatements = 200;

/**
 * Opens the database file, and creates it and its folder if missing.
 *
 * Only this user may read them: permissions of others are removed from the file, and from the folder if it holds nothing else.
 *
 * Every commit is on disk before it returns: write-ahead log with synchronous=FULL. Deleted data is overwritten with zeros
 * (docs/decisions/0010-erased-for-good.md), and savepoints keep their undo data in memory rather than in a temporary file.
 *
 * @param dataDirectory absolute path
 */
export function openSqliteFile(dataDirectory: string): DatabaseSync {
	const file = join(dataDirectory, sqliteFileName);
	makeFolder(dataDirectory);
	createForOwner(file);
	closeToOthers(dataDirectory);
	const connection = new DatabaseSync(file, {
		timeout: busyTimeoutMs,
		enableForeignKeyConstraints: true,
	});
	try {
		connection.exec(
			"pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on; pragma temp_store = memory",
		);
	} catch (error) {
		connection.close();
		throw error;
	}
	return connection;
}

/** Opens the database file for reading only, beside a connection that keeps it open for writing. */
export function openSqliteFileForReading(dataDirectory: string): DatabaseSync {
	return new DatabaseSync(join(dataDirectory, sqliteFileName), { timeout: busyTimeoutMs, readOnly: true });
}

/** Lists the database's folder and files that other users may still read: files of another user, or a shared folder. */
export function listOpenToOthers(dataDirectory: string): string[] {
	return [dataDirectory, ...listDatabaseFiles(dataDirectory)].filter(isOpenToOthers);
}

/** Left to SQLite, the file would have the permissions of the process's umask, and its companions those and the owner of the file. */
function createForOwner(file: string): void {
	try {
		closeSync(openSync(file, "wx", 0o600));
		giveToFolderOwner(file);
	} catch (error) {
		// Opening and closing an existing file would release this process's locks on it.
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
}

function closeToOthers(dataDirectory: string): void {
	for (const file of listDatabaseFiles(dataDirectory)) if (isOpenToOthers(file)) changeMode(file, 0o600);
	// A folder with other content, such as /tmp, is not ours to close.
	const isOurs = readdirSync(dataDirectory).every((name) => name.startsWith(sqliteFileName) || otherNames.has(name));
	if (isOurs && isOpenToOthers(dataDirectory)) changeMode(dataDirectory, 0o700);
}

function listDatabaseFiles(dataDirectory: string): string[] {
	const file = join(dataDirectory, sqliteFileName);
	return [file, ...companionEndings.map((ending) => file + ending)];
}

function isOpenToOthers(path: string): boolean {
	const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
	return process.platform !== "win32" && (mode & 0o077) !== 0;
}

function changeMode(path: string, mode: number): void {
	try {
		chmodSync(path, mode);
	} catch (error) {
		// Another user's file, or a file system without permissions: the server reports it at its start.
		if (!["EPERM", "EROFS", "ENOTSUP", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
	}
}

/** Kysely's SQLite dialect on node:sqlite. Transactions take the write lock when they begin, and share commits. */
export class NodeSqliteDialect implements Dialect {
	readonly #connection: DatabaseSync;
	readonly #assertInPlace: () => void;

	/** @param assertInPlace throws where what is committed must not be acknowledged */
	constructor(connection: DatabaseSync, assertInPlace: () => void = () => undefined) {
		this.#connection = connection;
		this.#assertInPlace = assertInPlace;
	}

	createDriver(): Driver {
		return new SharingDriver(this.#connection, this.#assertInPlace);
	}

	createQueryCompiler(): QueryCompiler {
		return new SqliteQueryCompiler();
	}

	createAdapter(): DialectAdapter {
		return new SharingAdapter();
	}

	createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
		return new SqliteIntrospector(db);
	}
}

class SharingAdapter extends SqliteAdapter {
	/** Runs all migrations in one transaction, whose lock also keeps a second process out. */
	override get supportsTransactionalDdl(): boolean {
		return true;
	}

	/** The driver itself shares the one connection. */
	override get supportsMultipleConnections(): boolean {
		return true;
	}
}

class SharingDriver implements Driver {
	readonly #connection: DatabaseSync;
	readonly #statements: Statements;
	readonly #commits: SharedCommits;

	constructor(connection: DatabaseSync, assertInPlace: () => void) {
		this.#connection = connection;
		this.#statements = new Statements(connection);
		this.#commits = createSharedCommits(connection, assertInPlace);
	}

	async init(): Promise<void> {}

	async destroy(): Promise<void> {
		this.#connection.close();
	}

	async acquireConnection(): Promise<DatabaseConnection> {
		return new TurnConnection(this.#statements, this.#commits);
	}

	beginTransaction(connection: DatabaseConnection): Promise<void> {
		return (connection as TurnConnection).begin();
	}

	commitTransaction(connection: DatabaseConnection): Promise<void> {
		return (connection as TurnConnection).end("commit");
	}

	rollbackTransaction(connection: DatabaseConnection): Promise<void> {
		return (connection as TurnConnection).end("rollBack");
	}

	async releaseConnection(connection: DatabaseConnection): Promise<void> {
		(connection as TurnConnection).release();
	}
}

/** The connection during one transaction, or one read outside of any. */
class TurnConnection implements DatabaseConnection {
	readonly #statements: Statements;
	readonly #commits: SharedCommits;
	#transaction: SharedTransaction | undefined;
	#state: "new" | "reading" | "writing" | "ended" = "new";

	constructor(statements: Statements, commits: SharedCommits) {
		this.#statements = statements;
		this.#commits = commits;
	}

	async begin(): Promise<void> {
		this.#transaction = await this.#commits.beginTransaction();
		this.#state = "writing";
	}

	/** Kysely also rolls back a failed commit, which has ended already. */
	async end(how: "commit" | "rollBack"): Promise<void> {
		if (this.#state !== "writing") return;
		this.#state = "ended";
		await this.#transaction?.[how]();
	}

	release(): void {
		if (this.#state === "reading") this.#commits.endRead();
		this.#state = "ended";
	}

	async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
		if (this.#state === "new") await this.#beginRead();
		this.#assertTurn();
		try {
			return this.#statements.run<Row>(sql, parameters as SQLInputValue[]);
		} catch (error) {
			this.#transaction?.noteError(error);
			throw error;
		}
	}

	async *streamQuery<Row>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
		if (this.#state === "new") await this.#beginRead();
		this.#assertTurn();
		for (const row of this.#statements.iterate<Row>(sql, parameters as SQLInputValue[])) yield { rows: [row] };
	}

	async #beginRead(): Promise<void> {
		await this.#commits.beginRead();
		this.#state = "reading";
	}

	/** A statement that was not awaited must not become part of another transaction. */
	#assertTurn(): void {
		if (this.#state === "ended") throw new Error("The transaction has ended");
	}
}

/** Prepares each statement once, which takes about as long as running it. */
class Statements {
	readonly #connection: DatabaseSync;
	readonly #known = new LRUCache<string, { statement: StatementSync; returnsRows: boolean }>({ max: maxStatements });

	constructor(connection: DatabaseSync) {
		this.#connection = connection;
	}

	run<Row>(sql: string, parameters: SQLInputValue[]): QueryResult<Row> {
		let known = this.#known.get(sql);
		if (!known) {
			const statement = this.#connection.prepare(sql);
			known = { statement, returnsRows: statement.columns().length > 0 };
			this.#known.set(sql, known);
		}
		if (known.returnsRows) return { rows: known.statement.all(...parameters) as Row[] };
		const { changes, lastInsertRowid } = known.statement.run(...parameters);
		return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
	}

	/** Prepares a statement of its own, because others may run the same one while its rows are read. */
	iterate<Row>(sql: string, parameters: SQLInputValue[]): Iterable<Row> {
		return this.#connection.prepare(sql).iterate(...parameters) as Iterable<Row>;
	}
}
