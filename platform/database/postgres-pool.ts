import { createRequire } from "node:module";
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type pg from "pg";
import type { Logger } from "../log.ts";
import { listHostUrls } from "./postgres-hosts.ts";
import { losesConnection, NoWritableServerError } from "./storage-errors.ts";

/** Loads the driver with the first pool: an installation on SQLite never needs it. */
const loadDriver = () => createRequire(import.meta.url)("pg") as typeof pg;

/** A connection that has been silent for longer is checked: its server must respond and take writes. */
const trustedMs = 1_000;
/** Time limit of that check. */
const greetingTimeoutMs = 2_000;
/** Age at which a connection is replaced, so that connections to a server that is being retired end by themselves. */
const maxLifetimeSeconds = 10 * 60;
/** A connection is probed by TCP after this much silence, and closed about ten seconds later. */
const keepAliveDelayMs = 5_000;
/** The driver's message that all connections were busy for too long, which says nothing about a server. */
const poolIsBusy = /^timeout exceeded when trying to connect/;

/**
 * Opens a pool of connections to the server that takes writes.
 *
 * A server may vanish without closing its connections, or become a standby while they stay open. The driver alone would return such
 * connections to the pool. Here, a connection is never reused after a time-out of the driver, a break, or a refused write; connections
 * that have been silent since then are checked too. A new connection is used if its server takes writes; if not, the next server is
 * tried.
 *
 * @param databaseUrl may name several servers; limits of time that it sets replace those of `options`, its `connect_timeout` (in seconds)
 *   that of a check too
 * @param options the driver's options
 */
export function createPostgresPool(databaseUrl: string, options: pg.PoolConfig, log: Logger): PostgresPool {
	const hosts = listHostUrls(databaseUrl);
	// The driver reads the other limits of a URL itself.
	const connectTimeoutMs = Number(URL.parse(hosts[0] ?? "")?.searchParams.get("connect_timeout")) * 1_000;
	const greeting = { text: "show transaction_read_only", query_timeout: connectTimeoutMs || greetingTimeoutMs };
	let current = 0;
	const driver = loadDriver();
	class CurrentHostClient extends driver.Client {
		constructor(clientOptions?: pg.ClientConfig) {
			super({ ...clientOptions, connectionString: hosts[current] });
		}
	}
	const pool = new driver.Pool({
		...options,
		...(connectTimeoutMs > 0 && { connectionTimeoutMillis: connectTimeoutMs }),
		Client: CurrentHostClient,
		keepAlive: true,
		keepAliveInitialDelayMillis: keepAliveDelayMs,
		maxLifetimeSeconds,
	});
	// The pool replaces a broken connection. Without these listeners it would end the process: on the pool for idle connections, on the
	// connection between two statements of a transaction.
	pool.on("error", (error) => log.warn({ err: error }, "an idle database connection broke"));
	pool.on("connect", (client) => client.on("error", () => undefined));

	/** When each connection's server last responded. */
	const heardAt = new WeakMap<pg.PoolClient, number>();
	/** Connections that have been silent since then are checked. */
	let checkedIfSilentSince = 0;

	/** @throws the driver's error if no server can be reached; NoWritableServerError if none takes writes */
	async function connect(): Promise<PostgresPoolClient> {
		for (let failedHosts = 0; ;) {
			const host = current;
			try {
				const client = await pool.connect();
				if (await isUseful(client)) return guard(client);
			} catch (error) {
				failedHosts++;
				if (poolIsBusy.test((error as Error).message)) throw error;
				if (current === host) current = (host + 1) % hosts.length;
				if (failedHosts >= hosts.length) throw error;
			}
		}
	}

	/**
	 * Tells whether a connection may be used, and closes it if not.
	 *
	 * @throws if the connection is new, so its server is at fault
	 */
	async function isUseful(client: pg.PoolClient): Promise<boolean> {
		const heard = heardAt.get(client);
		if (heard !== undefined && heard < checkedIfSilentSince) {
			client.release(true);
			return false;
		}
		const begun = performance.now();
		if (heard !== undefined && begun - heard < trustedMs) return true;
		try {
			const { rows } = await client.query<{ transaction_read_only: string }>(greeting);
			if (rows[0]?.transaction_read_only !== "off") throw new NoWritableServerError();
			heardAt.set(client, performance.now());
			return true;
		} catch (error) {
			client.release(true);
			if (heard === undefined) throw error;
			doubt(begun, error);
			return false;
		}
	}

	function doubt(since: number, error: unknown): void {
		checkedIfSilentSince = Math.max(checkedIfSilentSince, since);
		log.warn({ err: error }, "a database connection was lost");
	}

	/** Wraps a connection so that it is closed instead of returned to the pool once its server may be gone. */
	function guard(client: pg.PoolClient): PostgresPoolClient {
		let lost: { error: unknown } | undefined;
		async function query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
			// Kysely would roll back, and wait once more for a server that does not respond.
			if (lost) throw lost.error;
			const begun = performance.now();
			try {
				const result = await client.query(sql, [...parameters]);
				heardAt.set(client, performance.now());
				return result as unknown as PostgresQueryResult<Row>;
			} catch (error) {
				if (losesConnection(error)) {
					lost = { error };
					doubt(begun, error);
				} else heardAt.set(client, performance.now());
				throw error;
			}
		}
		return {
			query,
			release: (destroy) => client.release(destroy === true || lost !== undefined),
		} as PostgresPoolClient;
	}

	return { connect, end: () => pool.end(), options: pool.options, Client: CurrentHostClient };
}
