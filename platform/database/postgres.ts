import { CompiledQuery, PostgresDialect } from "kysely";
import type { Logger } from "../log.ts";
import { createPostgresPool } from "./postgres-pool.ts";

/** How long a request waits for a connection, and how long a statement runs, before the response is 503. */
const connectionTimeoutMs = 3_000;
const statementTimeoutMs = 5_000;

/** The application name of servers and commands in PostgreSQL's list of connections. */
export const serverApplicationName = "front-office";

/** Creates Kysely's PostgreSQL dialect over a connection pool, with a time limit for every step. */
export function createPostgresDialect(
	databaseUrl: string,
	log: Logger,
	{ connections = 10 }: { connections?: number } = {},
): PostgresDialect {
	const options = {
		max: connections,
		connectionTimeoutMillis: connectionTimeoutMs,
		statement_timeout: statementTimeoutMs,
		// The server's own limit does not help when the server does not respond.
		query_timeout: statementTimeoutMs + 1_000,
		idle_in_transaction_session_timeout: 10_000,
		application_name: serverApplicationName,
	};
	return new PostgresDialect({ pool: createPostgresPool(databaseUrl, options, log) });
}

/** The limits of managed databases are for a server's statements; a migration may take longer. */
const withoutLimits = ["set statement_timeout = 0", "set idle_in_transaction_session_timeout = 0"];

/** The same with one connection and no statement limit: a second process waits while the first migrates. */
export function createPostgresMigrationDialect(databaseUrl: string, log: Logger): PostgresDialect {
	const options = {
		max: 1,
		connectionTimeoutMillis: connectionTimeoutMs,
		application_name: "front-office migrations",
	};
	return new PostgresDialect({
		pool: createPostgresPool(databaseUrl, options, log),
		async onCreateConnection(connection) {
			for (const statement of withoutLimits) await connection.executeQuery(CompiledQuery.raw(statement));
		},
	});
}
