import { describe, expect, test } from "vitest";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { readTables } from "../../tests/support/stored-data.ts";
import { createLog } from "../log.ts";
import { createUploadLimit } from "./upload-limit.ts";

const mb = 1_024 * 1_024;

async function setUp(kind: DatabaseKind, options: { maxNetworks?: number; bytesPerDay?: number } = {}) {
	const database = await openTestDatabase(kind);
	const clock = createTestClock("2026-11-23T18:00:00Z");
	const lines: string[] = [];
	const log = createLog({ logLevel: "info" }, { write: (line) => void lines.push(line) });
	/** One of several servers. */
	const createServer = () => createUploadLimit({ database, clock, log, bytesPerDay: 30 * mb, ...options });
	return { database, clock, lines, createServer, budget: createServer() };
}

describe.each(databaseKinds)("the budget of uploads on %s", (kind) => {
	test("is spent by a network on all servers together, and is whole again on the next day", async () => {
		const { clock, createServer } = await setUp(kind);
		const [one, other] = [createServer(), createServer()];
		await one.spend("203.0.113.7", 10 * mb);
		await other.spend("203.0.113.7", 20 * mb);
		await expect(one.spend("203.0.113.7", 1)).rejects.toMatchObject({
			statusCode: 429,
			message: expect.stringContaining("Send it again tomorrow"),
			headers: { "retry-after": String(6 * 3_600) },
		});
		await one.spend("203.0.113.8", 30 * mb);
		clock.advance({ hours: 6 });
		await other.spend("203.0.113.7", 30 * mb);
	});

	test("does not count refused uploads", async () => {
		const { budget } = await setUp(kind);
		await budget.spend("203.0.113.7", 25 * mb);
		await expect(budget.spend("203.0.113.7", 10 * mb)).rejects.toThrow("Too much");
		await budget.spend("203.0.113.7", 5 * mb);
		await expect(budget.spend("203.0.113.9", 31 * mb)).rejects.toThrow("Too much");
	});

	test("is one for a whole /56 of IPv6, and for an IPv4 address in either form", async () => {
		const { budget } = await setUp(kind);
		await budget.spend("2001:db8:1:200::1", 30 * mb);
		await expect(budget.spend("2001:db8:1:2ff:ffff::9", 1)).rejects.toThrow("Too much");
		await budget.spend("2001:db8:1:300::1", 1);
		await budget.spend("::ffff:203.0.113.7", 30 * mb);
		await expect(budget.spend("203.0.113.7", 1)).rejects.toThrow("Too much");
	});

	test("is never overspent by uploads that come at once", async () => {
		const { createServer } = await setUp(kind);
		const servers = [createServer(), createServer(), createServer()];
		const outcomes = await Promise.allSettled(
			Array.from({ length: 12 }, async (_, index) => servers[index % 3]?.spend("203.0.113.7", 5 * mb)),
		);
		expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(6);
	});

	test("stores no address, and a day's hash reveals nothing about the next day's", async () => {
		const { database, clock, budget } = await setUp(kind);
		const readHashes = async () =>
			(await database.db.selectFrom("uploadCounts").select("networkHash").execute()).map((row) => row.networkHash);
		await budget.spend("203.0.113.7", 1);
		const [first] = await readHashes();
		expect(await readTables(database)).not.toContain("203.0.113");
		clock.advance({ hours: 24 });
		await budget.spend("203.0.113.7", 1);
		const hashes = await readHashes();
		expect(hashes).toHaveLength(1);
		expect(hashes[0]).not.toBe(first);
		expect(await database.db.selectFrom("uploadDays").select("day").execute()).toEqual([{ day: "2026-11-24" }]);
	});
});

test("a full table lets further networks upload, and is reported once", async () => {
	const { budget, lines } = await setUp("sqlite", { maxNetworks: 2 });
	for (const address of ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4"])
		await budget.spend(address, 30 * mb);
	await expect(budget.spend("203.0.113.1", 1)).rejects.toThrow("Too much");
	expect(lines.filter((line) => line.includes("more networks today"))).toHaveLength(1);
	expect(lines.join("")).not.toContain("203.0.113");
});

test("without a limit, nothing is counted", async () => {
	const { database, budget } = await setUp("sqlite", { bytesPerDay: 0 });
	await budget.spend("203.0.113.1", 1_000_000 * mb);
	expect(await database.db.selectFrom("uploadCounts").selectAll().execute()).toEqual([]);
});
