import { randomUUID } from "node:crypto";
import { copyFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";
import { sqliteFileName } from "../../platform/database/sqlite.ts";
import { createTestDatabaseConfig, databaseKinds, withTestDatabase, type DatabaseKind } from "../support/databases.ts";
import { eventually } from "../support/eventually.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

// A fault lasts until the server has refused and taken posts again.
vi.setConfig({ testTimeout: 120_000 });

const clients = 8;
/** Posts that are waited for before, during and after a fault. */
const postsAtLeast = 30;

/** Lets clients send enquiries, without a pause, while `work` goes on; returns how many were acknowledged and are not stored. */
async function countLost(
	kind: DatabaseKind,
	work: (server: TestServer, file: string, wait: (status: 200 | 503) => Promise<void>) => Promise<void>,
): Promise<{ lost: number; unexpected: number[] }> {
	const databaseConfig = await createTestDatabaseConfig(kind);
	const server = await startTestServer(kind, { databaseConfig });
	const acknowledged: string[] = [];
	const statuses: number[] = [];
	const working = new AbortController();

	async function post(): Promise<void> {
		const response = await fetch(`${server.url}/contactus/submit`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({
				firstName: "Asha",
				lastName: "Rao",
				email: `${randomUUID()}@visitor.example`,
				message: "Please call.",
			}),
		});
		const { data } = (await response.json()) as { data?: { reference: string } };
		statuses.push(response.status);
		if (data) acknowledged.push(data.reference);
	}

	async function send(): Promise<void> {
		while (!working.signal.aborted) await post();
	}

	/** Waits for as many responses of a kind as show that the clients have met it. */
	async function wait(status: 200 | 503): Promise<void> {
		const before = statuses.length;
		await eventually(() =>
			expect(statuses.slice(before).filter((one) => one === status).length).toBeGreaterThanOrEqual(postsAtLeast),
		);
	}

	const sending = Array.from({ length: clients }, send);
	try {
		await wait(200);
		await work(server, join(databaseConfig.dataDirectory, sqliteFileName), wait);
		await wait(200);
	} finally {
		working.abort();
		await Promise.all(sending);
	}
	const stored = new Set<string>();
	await withTestDatabase(databaseConfig, async ({ db }) => {
		for (const { reference } of await db.selectFrom("enquiries").select("reference").execute()) stored.add(reference);
	});
	return {
		lost: acknowledged.filter((reference) => !stored.has(reference)).length,
		unexpected: statuses.filter((status) => status !== 200 && status !== 503),
	};
}

const nothing = { lost: 0, unexpected: [] };

describe.each(databaseKinds)("every acknowledged record survives, under load on %s,", (kind) => {
	test("a clock that jumps by ten years, forwards and back", async () => {
		const outcome = await countLost(kind, async ({ clock }, _file, wait) => {
			for (const hours of [87_648, -87_648, -87_648, 87_648]) {
				clock.advance({ hours });
				await wait(200);
			}
		});
		expect(outcome).toEqual(nothing);
	});
});

describe("every acknowledged record survives, under load on sqlite,", () => {
	test("a database file that is moved and comes back", async () => {
		const outcome = await countLost("sqlite", async (_server, file, wait) => {
			await rename(file, `${file}.moved`);
			await wait(503);
			await rename(`${file}.moved`, file);
		});
		expect(outcome).toEqual(nothing);
	});

	test("a database file that is replaced by its copy and comes back", async () => {
		const outcome = await countLost("sqlite", async (_server, file, wait) => {
			await copyFile(file, `${file}.copy`);
			await rename(file, `${file}.moved`);
			await rename(`${file}.copy`, file);
			await wait(503);
			await rename(`${file}.moved`, file);
		});
		expect(outcome).toEqual(nothing);
	});

	test.each([
		// As SQLite reports it: no page can be added.
		["a disk that is full", "max_page_count = 1", "max_page_count = 1000000"],
		["a database that is read-only", "query_only = on", "query_only = off"],
	])("%s for a while", async (_what, begin, end) => {
		const outcome = await countLost("sqlite", async ({ database }, _file, wait) => {
			await sql.raw(`pragma ${begin}`).execute(database.db);
			await wait(503);
			await sql.raw(`pragma ${end}`).execute(database.db);
		});
		expect(outcome).toEqual(nothing);
	});
});
