import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import {
	createTestDatabaseConfig,
	openTestDatabase,
	withTestDatabase,
	type DatabaseConfig,
} from "../../tests/support/databases.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { startTcpProxy } from "../../tests/support/tcp-proxy.ts";
import { createLog } from "../log.ts";
import { recordChange } from "./changes.ts";
import { followChanges } from "./follow-changes.ts";

const record = (config: DatabaseConfig, fact: string) =>
	withTestDatabase(config, (other) => other.write((transaction) => recordChange(transaction, [fact])));

test("on postgres, what changes while the connection that listens is lost is known within the interval of the poll, and at once when it is back", async () => {
	const config = await createTestDatabaseConfig("postgres");
	const address = new URL(config.databaseUrl ?? "");
	const proxy = await startTcpProxy(Number(address.port));
	const database = await openTestDatabase("postgres", config);
	address.host = `127.0.0.1:${proxy.port}`;
	const heard: { fact: string; at: number }[] = [];
	onTestFinished(
		database.changes.listen((facts) => {
			for (const fact of facts) heard.push({ fact, at: performance.now() });
		}),
	);
	// Only the connection that listens goes through the proxy.
	const follower = await followChanges({
		database,
		config: { databaseUrl: address.href },
		watched: [],
		log: createLog({ logLevel: "silent" }),
	});
	onTestFinished(() => follower.close());
	const isListening = async () => {
		const { rows } = await countListeners(config);
		return rows[0]?.count === 1;
	};
	const timeUntilHeard = async (fact: string) => {
		await record(config, fact);
		const begun = performance.now();
		await eventually(() => expect(heard.map((one) => one.fact)).toContain(fact));
		return (heard.find((one) => one.fact === fact)?.at ?? Number.NaN) - begun;
	};

	await eventually(async () => expect(await isListening()).toBe(true));
	await timeUntilHeard("before");
	proxy.cut();
	await eventually(async () => expect(await isListening()).toBe(false));
	for (const fact of ["during-1", "during-2", "during-3"]) await timeUntilHeard(fact);
	expect(await isListening()).toBe(false);

	await proxy.restore();
	await eventually(async () => expect(await isListening()).toBe(true));
	// The poll alone would need half its interval on average.
	const times: number[] = [];
	for (let index = 0; index < 9; index++) times.push(await timeUntilHeard(`after-${index}`));
	expect(times.toSorted((a, b) => a - b)[4]).toBeLessThan(250);
	expect(heard.map((one) => one.fact)).toEqual([...new Set(heard.map((one) => one.fact))]);
});

async function countListeners(config: DatabaseConfig) {
	const client = new pg.Client({ connectionString: config.databaseUrl });
	await client.connect();
	try {
		return await client.query<{ count: number }>(
			"select count(*)::int as count from pg_stat_activity where application_name = 'front-office changes' and datname = current_database() and query like 'listen%'",
		);
	} finally {
		await client.end();
	}
}
