import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
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

const record = (config: DatabaseConfig, changeKey: string) =>
	withTestDatabase(config, (other) => other.write((transaction) => recordChange(transaction, [changeKey])));

test("on postgres, changes while the listening connection is lost are noticed within the poll's interval, and at once after its return", async () => {
	const config = await createTestDatabaseConfig("postgres");
	const address = new URL(config.databaseUrl ?? "");
	const proxy = await startTcpProxy(Number(address.port));
	const database = await openTestDatabase("postgres", config);
	address.host = `127.0.0.1:${proxy.port}`;
	const heard: string[] = [];
	onTestFinished(database.changes.listen((changeKeys) => void heard.push(...changeKeys)));
	// The poll happens when the test says so: whatever else is heard has come through the connection that listens.
	vi.useFakeTimers({ toFake: ["setInterval"] });
	onTestFinished(() => void vi.useRealTimers());
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
	const recordAndHear = async (changeKey: string, { byPoll = false } = {}) => {
		await record(config, changeKey);
		if (byPoll) vi.advanceTimersToNextTimer();
		await eventually(() => expect(heard).toContain(changeKey));
	};

	await eventually(async () => expect(await isListening()).toBe(true));
	await recordAndHear("before");
	proxy.cut();
	await eventually(async () => expect(await isListening()).toBe(false));
	for (const changeKey of ["during-1", "during-2", "during-3"]) await recordAndHear(changeKey, { byPoll: true });
	expect(await isListening()).toBe(false);

	await proxy.restore();
	await eventually(async () => expect(await isListening()).toBe(true));
	for (const changeKey of ["after-1", "after-2", "after-3"]) await recordAndHear(changeKey);
	expect(heard).toEqual([...new Set(heard)]);
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
