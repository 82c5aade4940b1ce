import { sql } from "kysely";
import type pg from "pg";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import { changesChannel, everyChangeKey, nowText } from "./changes.ts";
import type { Connection, Database } from "./database.ts";
import { listHostUrls } from "./postgres-hosts.ts";

/** How often to look for writes of other processes: a microsecond's work with SQLite, a query with PostgreSQL. */
const intervalMs = { sqlite: 200, postgres: 1_000 } as const;
/** Changes become visible at their commit, in any order; no transaction lasts this long. */
const lookBackSeconds = 60;
/** After a longer pause, changes may have been missed. */
const trustedMs = (lookBackSeconds / 2) * 1_000;
/** Older changes are of no use. */
const keptSeconds = 60 * 60;
const reconnectMs = 1_000;
const connectTimeoutMs = 3_000;

/** Detects writes of releases that record no changes; listed by change key. */
export type Watched = { changeKeys: readonly string[]; readVersion(db: Connection): Promise<string> };

export type FollowChangesDeps = {
	database: Database;
	config: Pick<Config, "databaseUrl">;
	watched: readonly Watched[];
	log: Logger;
};

export type ChangeFollower = {
	/** Looks at once. Never rejects. */
	look(): Promise<void>;
	close(): Promise<void>;
};

/** Announces in this process the changes of other processes, within a second. After a gap in following, everything counts as changed. */
export async function followChanges({ database, config, watched, log }: FollowChangesDeps): Promise<ChangeFollower> {
	const { db, kind, changes } = database;
	let versions: string[] | undefined;
	let dataVersion: number | undefined;
	let lookedAt = performance.now();
	let isTrusted = true;
	let looking: Promise<void> | undefined;
	let again = false;

	async function readNew(): Promise<{ ids: string[]; changeKeys: string[] }> {
		const rows = await db
			.selectFrom("changes")
			.select(["id", "fact"])
			.where("at", ">", nowText(kind, lookBackSeconds))
			.execute();
		const unknown = rows.filter(({ id }) => !changes.isKnown(id));
		return { ids: unknown.map(({ id }) => id), changeKeys: [...new Set(unknown.map(({ fact }) => fact))] };
	}

	async function readVersions(): Promise<string[]> {
		const read: string[] = [];
		for (const { readVersion } of watched) read.push(await readVersion(db));
		return read;
	}

	async function lookNow(): Promise<void> {
		if (kind === "sqlite" && isTrusted) {
			const { rows } = await sql<{ dataVersion: number }>`pragma data_version`.execute(db);
			if (rows[0]?.dataVersion === dataVersion) return;
			dataVersion = rows[0]?.dataVersion;
		}
		const { ids, changeKeys } = await readNew();
		const current = await readVersions();
		const byVersion = watched.flatMap((one, index) => (current[index] === versions?.[index] ? [] : one.changeKeys));
		versions = current;
		const told = isTrusted ? [...new Set([...changeKeys, ...byVersion])] : [everyChangeKey];
		isTrusted = true;
		changes.announce(told, ids);
	}

	async function lookSafely(): Promise<void> {
		if (performance.now() - lookedAt > trustedMs) isTrusted = false;
		try {
			await lookNow();
			lookedAt = performance.now();
		} catch (error) {
			if (isTrusted) log.warn({ err: error }, "changes by other processes cannot be followed for now");
			isTrusted = false;
		}
	}

	function look(): Promise<void> {
		// A look that is under way may miss later commits.
		if (looking) again = true;
		looking ??= (async () => {
			do {
				again = false;
				await lookSafely();
			} while (again);
			looking = undefined;
		})();
		return looking;
	}

	// Earlier changes are older than anything that will be shown.
	changes.announce([], (await readNew()).ids);
	versions = await readVersions();
	const timer = setInterval(() => void look(), intervalMs[kind]);
	timer.unref();
	const listener =
		config.databaseUrl === undefined ? undefined : listenToPostgres(config.databaseUrl, { onChange: look, log });
	return {
		look,
		async close() {
			clearInterval(timer);
			await listener?.close();
			await looking;
		},
	};
}

/** Keeps a connection on which PostgreSQL notifies of every change, to the first server that takes writes. */
function listenToPostgres(
	databaseUrl: string,
	{ onChange, log }: { onChange(): unknown; log: Logger },
): { close(): Promise<void> } {
	const hosts = listHostUrls(databaseUrl);
	let current = 0;
	let client: pg.Client | undefined;
	let timer: NodeJS.Timeout | undefined;
	let closed = false;

	function lose(lost: pg.Client, error?: unknown): void {
		if (client !== lost || closed) return;
		client = undefined;
		current = (current + 1) % hosts.length;
		log.debug({ err: error }, "the connection that listens for changes was lost");
		lost.end().catch(() => undefined);
		timer = setTimeout(() => void connect(), reconnectMs);
		timer.unref();
	}

	async function connect(): Promise<void> {
		// An installation on SQLite never loads it.
		const { Client } = (await import("pg")).default;
		if (closed) return;
		const next = new Client({
			connectionString: hosts[current],
			connectionTimeoutMillis: connectTimeoutMs,
			query_timeout: connectTimeoutMs,
			keepAlive: true,
			application_name: "front-office changes",
		});
		client = next;
		next.on("error", (error) => lose(next, error));
		next.on("end", () => lose(next));
		next.on("notification", () => onChange());
		try {
			await next.connect();
			const { rows } = await next.query<{ transaction_read_only: string }>("show transaction_read_only");
			if (rows[0]?.transaction_read_only !== "off") throw new Error("The server takes no writes");
			await next.query(`listen ${changesChannel}`);
			// Without a connection there were no notifications.
			onChange();
		} catch (error) {
			lose(next, error);
		}
	}

	void connect();
	return {
		async close() {
			closed = true;
			clearTimeout(timer);
			await client?.end().catch(() => undefined);
		},
	};
}

/** Deletes changes that every process knows by now. */
export async function deleteOldChanges({ db, kind }: Pick<Database, "db" | "kind">): Promise<void> {
	await db.deleteFrom("changes").where("at", "<", nowText(kind, keptSeconds)).execute();
}
