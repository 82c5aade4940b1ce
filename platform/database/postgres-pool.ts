import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import pg from "pg";
import type { Logger } from "../log.ts";
import { listHostUrls } from "./postgres-hosts.ts";
import { losesConnection, NoWritableServerError } from "./storage-errors.ts";

/** A connection that nobody has heard of for this long is asked whether its server is there and takes writes. */
const trustedMs = 1_000;
/** How long the answer to that may take. */
const greetingTimeoutMs = 2_000;
/** After this long a connection is replaced, so that those to a server that is to be left end by themselves. */
const maxLifetimeSeconds = 10 * 60;
/** A connection on which nothing comes is asked by TCP from then on, and given up about ten seconds later. */
const keepAliveDelayMs = 5_000;
/** How the driver says that all connections were busy for too long, which says nothing about a server. */
const poolIsBusy = /^timeout exceeded when trying to connect/;

const greeting = { text: "show transaction_read_only", query_timeout: greetingTimeoutMs };

/**
 * Opens a pool of connections to the server that takes writes.
 *
 * A server may vanish without closing a connection, or be demoted to a standby while connections stay open. The driver alone would
 * put such connections back into the pool. Here a connection is never used again after any time-out of the driver, a break, or a refusal
 * to write; those that have been silent since then are not trusted either. A new one is used when its server takes writes, and
 * of several hosts the next is tried when one does not.
 *
 * @param options the driver's own; its address is `databaseUrl`, which may name several hosts
 */
export function createPostgresPool(databaseUrl: string, options: pg.PoolConfig, log: Logger): PostgresPool {
	const hosts = listHostUrls(databaseUrl);
	let current = 0;
	class CurrentHostClient extends pg.Client {
		constructor(clientOptions?: pg.ClientConfig) {
			super({ ...clientOptions, connectionString: hosts[current] });
		}
	}
	const pool = new pg.Pool({
		...options,
		Client: CurrentHostClient,
		keepAlive: true,
		keepAliveInitialDelayMillis: keepAliveDelayMs,
		maxLifetimeSeconds,
	});
	// The pool replaces a connection that breaks. Without listeners it would end the process: on the pool while nobody uses it, on the
	// connection between two statements of a transaction.
	pool.on("error", (error) => log.warn({ err: error }, "an idle database connection broke"));
	pool.on("connect", (client) => client.on("error", () => undefined));

	/** When each connection's server was last heard of. */
	const heardAt = new WeakMap<pg.PoolClient, number>();
	/** Connections that were not heard of since then are not trusted. */
	let doubtedBefore = 0;

	/** @throws the driver's error when no host of those that were tried can be reached; NoWritableServerError when none takes writes */
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
	 * Tells whether a connection may be used; one that may not is closed.
	 *
	 * @throws when that is a new one, so that its host is to blame
	 */
	async function isUseful(client: pg.PoolClient): Promise<boolean> {
		const heard = heardAt.get(client);
		if (heard !== undefined && heard < doubtedBefore) {
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
		doubtedBefore = Math.max(doubtedBefore, since);
		log.warn({ err: error }, "a database connection was lost");
	}

	/** Gives a connection that is closed rather than put back once its server cannot be trusted. */
	function guard(client: pg.PoolClient): PostgresPoolClient {
		let lost: { error: unknown } | undefined;
		async function query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
			// Kysely rolls back what failed, which would wait once more for a server that does not answer.
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
