/** The data cannot be stored now; a later attempt can succeed. The response is 503 with Retry-After. */
export class StorageUnavailableError extends Error {
	readonly retryAfterSeconds: number = 5;

	constructor(cause: unknown, message = "The database cannot store anything at the moment") {
		super(message, { cause });
		this.name = "StorageUnavailableError";
	}
}

/**
 * COMMIT was sent and its outcome is unknown: either everything was stored or nothing.
 *
 * Keep everything that a stored record would need. A retry with the same Idempotency-Key settles it.
 */
export class CommitOutcomeUnknownError extends StorageUnavailableError {
	constructor(cause: unknown) {
		super(cause);
		this.name = "CommitOutcomeUnknownError";
	}
}

/** The database file was moved, deleted or replaced while it is open, and the transaction was rolled back. */
export class DatabaseFileGoneError extends StorageUnavailableError {
	constructor(file: string) {
		super(undefined, `The database file ${file} was moved, deleted or replaced while it is open`);
		this.name = "DatabaseFileGoneError";
	}
}

/** No reachable PostgreSQL server takes writes: each is a standby. */
export class NoWritableServerError extends Error {
	constructor() {
		super("The PostgreSQL server takes no writes");
		this.name = "NoWritableServerError";
	}
}

/** Other processes use SQLite's write-ahead log, so it cannot be emptied now. */
export class WriteAheadLogBusyError extends Error {
	constructor() {
		super("The write-ahead log is in use");
		this.name = "WriteAheadLogBusyError";
	}
}

/** Primary result codes of SQLite (sqlite.org/rescode.html) for failures of the disk, the file or a lock. */
const sqliteUnavailable = new Set([
	5, // SQLITE_BUSY
	6, // SQLITE_LOCKED
	7, // SQLITE_NOMEM
	8, // SQLITE_READONLY
	10, // SQLITE_IOERR
	11, // SQLITE_CORRUPT
	13, // SQLITE_FULL
	14, // SQLITE_CANTOPEN
	15, // SQLITE_PROTOCOL
	26, // SQLITE_NOTADB
]);
const sqliteContention = new Set([5, 6]);
/** SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC, extended result codes. */
const sqliteSyncFailures = new Set([1_034, 1_290]);
/** SQLITE_CONSTRAINT_UNIQUE, an extended result code. */
const sqliteUniqueViolation = 2_067;

/** Classes and codes of SQLSTATE (PostgreSQL manual, appendix A): connection, authorisation, resources, operator, system. */
const postgresUnavailable = /^(?:(?:08|28|53|57|58)\w{3}|25006|40001|40P01|55P03)$/;
const postgresContention = /^(?:40001|40P01|55P03)$/;
/** The connection is broken, its session was ended, or its server takes no more writes. */
const postgresLosesConnection = /^(?:08\w{3}|57P0\d|25006|25P03|25P04)$/;
const postgresUniqueViolation = "23505";
/** Constraints, transaction state, conflicts, resources; 40003 says by itself that the outcome is unknown. */
const postgresRollback = /^(?:23|25|40(?!003)|53|54|55)\w{3}$/;

/** Network errors below the PostgreSQL driver. */
const networkUnavailable = new Set([
	"ECONNREFUSED",
	"ECONNRESET",
	"ETIMEDOUT",
	"EPIPE",
	"ENOTFOUND",
	"EAI_AGAIN",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"ENOENT",
]);

/** The driver gives these errors no code. */
const driverUnavailable =
	/^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed)/;

/** Tells whether an error of either database means that storing is impossible now, rather than that the statement is wrong. */
export function isStorageUnavailable(error: unknown): boolean {
	if (
		error instanceof StorageUnavailableError ||
		error instanceof WriteAheadLogBusyError ||
		error instanceof NoWritableServerError
	)
		return true;
	const sqlite = sqliteCode(error);
	if (sqlite !== undefined) return sqliteUnavailable.has(sqlite);
	if (!(error instanceof Error)) return false;
	const { code } = error as { code?: unknown };
	return (
		(typeof code === "string" && (networkUnavailable.has(code) || postgresUnavailable.test(code))) ||
		driverUnavailable.test(error.message)
	);
}

/** Tells whether an error makes its PostgreSQL connection unusable. */
export function losesConnection(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	const { code } = error as { code?: unknown };
	return (
		(typeof code === "string" && (networkUnavailable.has(code) || postgresLosesConnection.test(code))) ||
		driverUnavailable.test(error.message)
	);
}

/** Tells whether another writer blocked a transaction, so that running it again at once can succeed. */
export function isContention(error: unknown): boolean {
	if (error instanceof WriteAheadLogBusyError) return true;
	const sqlite = sqliteCode(error);
	if (sqlite !== undefined) return sqliteContention.has(sqlite);
	const { code } = (error ?? {}) as { code?: unknown };
	return typeof code === "string" && postgresContention.test(code);
}

/**
 * Tells whether an error of COMMIT proves that nothing was stored.
 *
 * A broken connection, a time limit or a server shutdown proves nothing: the response may have been lost after the commit. Nor does a
 * failed sync of SQLite, whose data may be there after a crash.
 */
export function provesRollback(error: unknown): boolean {
	if (error instanceof DatabaseFileGoneError) return true;
	const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
	if (code === "ERR_SQLITE_ERROR" && typeof errcode === "number") return !sqliteSyncFailures.has(errcode);
	return typeof code === "string" && postgresRollback.test(code);
}

/** Tells whether a unique index rejected a row. */
export function isUniqueViolation(error: unknown): boolean {
	const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
	return code === postgresUniqueViolation || (code === "ERR_SQLITE_ERROR" && errcode === sqliteUniqueViolation);
}

/** Returns the primary result code of a SQLite error: the low byte of an extended code. */
function sqliteCode(error: unknown): number | undefined {
	const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
	return code === "ERR_SQLITE_ERROR" && typeof errcode === "number" ? errcode & 0xff : undefined;
}

/** Tells whether PostgreSQL rejected a text because of a null character. */
export function isUnstorableText(error: unknown): boolean {
	return ["22021", "22P05"].includes(String((error as { code?: unknown } | null | undefined)?.code));
}
