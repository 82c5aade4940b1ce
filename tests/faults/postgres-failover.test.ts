import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase, type Database } from "../../platform/database/database.ts";
import { StorageUnavailableError } from "../../platform/database/storage-errors.ts";
import { createLog } from "../../platform/log.ts";
import { migrations } from "../../server/migrations.ts";
import { createTestDirectory } from "../support/databases.ts";
import { eventually } from "../support/eventually.ts";
import { findFreePort } from "../support/free-port.ts";
import { startPostgresCluster, type PostgresCluster } from "../support/postgres-cluster.ts";
import { startTcpProxy, throughProxy } from "../support/tcp-proxy.ts";

const log = createLog({ logLevel: "silent" });

let primary: PostgresCluster;
let successor: PostgresCluster;

beforeAll(async () => {
	[primary, successor] = await Promise.all([
		startPostgresCluster({ durable: false }),
		startPostgresCluster({ durable: false }),
	]);
	const dataDirectory = "";
	for (const { url: databaseUrl } of [primary, successor])
		await (await openDatabase({ dataDirectory, databaseUrl }, { migrations, log })).close();
});
afterAll(() => Promise.all([primary, successor].map((cluster) => cluster.stop())));

async function open(databaseUrl: string): Promise<Database> {
	const database = await openDatabase({ dataDirectory: await createTestDirectory(), databaseUrl }, { migrations, log });
	onTestFinished(() => database.close());
	return database;
}

function store(database: Database): Promise<unknown> {
	const row = { route: "fail-over", key: randomUUID(), bodyHash: "", answer: "", expiresAt: "" };
	return database.write((transaction) => transaction.insertInto("idempotencyKeys").values(row).execute());
}

/** Opens the primary through a proxy with twenty writers and twenty readers; each records its last response. */
async function openUnderTraffic() {
	const proxy = await startTcpProxy(Number(new URL(primary.url).port));
	const { databaseUrl } = throughProxy({ databaseUrl: primary.url }, proxy);
	const database = await open(databaseUrl);
	const successes = Array.from({ length: 40 }, () => 0);
	const failures: unknown[] = [];
	const stopping = new AbortController();
	const work = successes.map(async (_, index) => {
		while (!stopping.signal.aborted) {
			try {
				await (index % 2 === 0 ? store(database) : database.check());
				successes[index] = performance.now();
			} catch (error) {
				failures.push(error);
			}
			// The time of a visitor's request and response.
			await sleep(5);
		}
	});
	onTestFinished(async () => {
		stopping.abort();
		await Promise.all(work);
	});
	const everybodySucceedsAfter = (begun: number) =>
		eventually(() => expect(successes.filter((time) => time < begun)).toEqual([]));
	await everybodySucceedsAfter(performance.now());
	return { database, proxy, failures, everybodySucceedsAfter };
}

test("writes are stored again within seconds when the server vanished without closing a connection", async () => {
	const { proxy, failures, everybodySucceedsAfter } = await openUnderTraffic();
	const begun = performance.now();
	proxy.swallow();
	proxy.leadTo(Number(new URL(successor.url).port));
	await everybodySucceedsAfter(begun);
	for (const failure of failures) expect(String(failure)).toMatch(/cannot store|timeout/);
	const known = failures.length;
	await everybodySucceedsAfter(performance.now());
	expect(failures.length).toBe(known);
});

test("a connection that has stood idle is asked first whether its server is still there, so that the write behind it is stored", async () => {
	vi.useFakeTimers({ toFake: ["performance"] });
	onTestFinished(() => void vi.useRealTimers());
	const proxy = await startTcpProxy(Number(new URL(primary.url).port));
	const database = await open(throughProxy({ databaseUrl: primary.url }, proxy).databaseUrl);
	await Promise.all(Array.from({ length: 10 }, () => store(database)));
	proxy.swallow();
	proxy.leadTo(Number(new URL(successor.url).port));
	vi.advanceTimersByTime(1_100);
	await store(database);
	await Promise.all(Array.from({ length: 10 }, () => store(database)));
});

test("connections to a server that was demoted are given up", async () => {
	const { database, proxy, failures, everybodySucceedsAfter } = await openUnderTraffic();
	const administrator = new pg.Client({ connectionString: primary.url });
	await administrator.connect();
	onTestFinished(async () => {
		await administrator.query("alter system reset default_transaction_read_only");
		await administrator.query("select pg_reload_conf()");
		await administrator.end();
	});
	await administrator.query("alter system set default_transaction_read_only = on");
	await administrator.query("select pg_reload_conf()");
	await eventually(() => expect(failures.length).toBeGreaterThan(0));
	await expect(store(database)).rejects.toThrow(StorageUnavailableError);
	const begun = performance.now();
	proxy.leadTo(Number(new URL(successor.url).port));
	await everybodySucceedsAfter(begun);
});

test("of several hosts the one is used that takes writes, and the next when it is lost", async () => {
	const proxies = [await startTcpProxy(Number(new URL(primary.url).port)), await startTcpProxy(await findFreePort())];
	const hosts = [`127.0.0.1:${await findFreePort()}`, ...proxies.map(({ port }) => `127.0.0.1:${port}`)];
	const database = await open(`postgres://postgres@${hosts.join(",")}/postgres`);
	await store(database);
	proxies[1]?.leadTo(Number(new URL(successor.url).port));
	proxies[0]?.cut();
	// The write that finds the broken connection may fail; afterwards its server is known to be lost.
	await store(database).catch(() => undefined);
	await store(database);
});
