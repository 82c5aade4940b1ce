import { PostgresDialect } from "kysely";
import pg from "pg";
import type { Logger } from "../log.ts";

/** Longest time a request waits for a connection, and the longest a statement runs, before it is answered with 503. */
const connectionTimeoutMs = 5_000;
const statementTimeoutMs = 5_000;

/** Kysely's PostgreSQL dialect over a connection pool, every step of which has a time limit. */
export function createPostgresDialect(databaseUrl: string, log: Logger): PostgresDialect {
	const pool = new pg.Pool({
		connectionString: databaseUrl,
		max: 10,
		connectionTimeoutMillis: connectionTimeoutMs,
		statement_timeout: statementTimeoutMs,
		// The server's limit does not help when the server itself no longer answers.
		query_timeout: statementTimeoutMs + 2_000,
		idle_in_transaction_session_timeout: 10_000,
		keepAlive: true,
		application_name: "front-office",
	});
	logBrokenConnections(pool, log);
	return new PostgresDialect({ pool });
}

/** The same with one connection and no limit for a statement: a second process waits while the first migrates. */
export function createPostgresMigrationDialect(databaseUrl: string, log: Logger): PostgresDialect {
	const pool = new pg.Pool({
		connectionString: databaseUrl,
		max: 1,
		connectionTimeoutMillis: connectionTimeoutMs,
		application_name: "front-office migrations",
	});
	logBrokenConnections(pool, log);
	return new PostgresDialect({ pool });
}

/**
 * The pool replaces a connection that breaks. Without listeners it would end the process: on the pool while nobody uses
 * it, on the connection between two statements of a transaction.
 */
function logBrokenConnections(pool: pg.Pool, log: Logger): void {
	pool.on("error", (error) => log.warn({ err: error }, "an idle database connection broke"));
	pool.on("connect", (client) => client.on("error", () => undefined));
}
