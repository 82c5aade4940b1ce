import { PostgresDialect } from "kysely";
import type { Logger } from "../log.ts";
import { createPostgresPool } from "./postgres-pool.ts";

/** Longest time a request waits for a connection, and the longest a statement runs, before it is answered with 503. */
const connectionTimeoutMs = 3_000;
const statementTimeoutMs = 5_000;

/** How PostgreSQL lists the connections of a server, and of commands beside it. */
export const serverApplicationName = "front-office";

/** Kysely's PostgreSQL dialect over a connection pool, every step of which has a time limit. */
export function createPostgresDialect(
	databaseUrl: string,
	log: Logger,
	{ connections = 10 }: { connections?: number } = {},
): PostgresDialect {
	const options = {
		max: connections,
		connectionTimeoutMillis: connectionTimeoutMs,
		statement_timeout: statementTimeoutMs,
		// The server's limit does not help when the server itself no longer answers.
		query_timeout: statementTimeoutMs + 1_000,
		idle_in_transaction_session_timeout: 10_000,
		application_name: serverApplicationName,
	};
	return new PostgresDialect({ pool: createPostgresPool(databaseUrl, options, log) });
}

/** The same with one connection and no limit for a statement: a second process waits while the first migrates. */
export function createPostgresMigrationDialect(databaseUrl: string, log: Logger): PostgresDialect {
	const options = {
		max: 1,
		connectionTimeoutMillis: connectionTimeoutMs,
		application_name: "front-office migrations",
	};
	return new PostgresDialect({ pool: createPostgresPool(databaseUrl, options, log) });
}
