import { describe, expect, test } from "vitest";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase } from "../../tests/support/databases.ts";
import {
	respondOnce,
	deleteExpiredKeys,
	deleteKeysOf,
	IdempotencyKeyReusedError,
	isIdempotencyKey,
} from "./idempotency.ts";
import { addIdempotencyReference } from "./migrations/0013-add-idempotency-reference.ts";

describe.each(databaseKinds)("idempotency keys on %s", (kind) => {
	async function setUp() {
		const database = await openTestDatabase(kind);
		const clock = createTestClock();
		let count = 0;
		const work = async () => ({ reference: String(++count) });
		const ask = (
			key: string | undefined,
			{ route = "enquiries", body = "same" }: { route?: string; body?: unknown } = {},
		) => database.write((transaction) => respondOnce(transaction, { route, key, body }, clock.now(), work));
		return { database, clock, ask };
	}

	test("give the first answer again for the same route, key and body", async () => {
		const { ask } = await setUp();
		expect([await ask("a"), await ask("a"), await ask("b"), await ask("a", { route: "bookings" })]).toEqual([
			{ reference: "1" },
			{ reference: "1" },
			{ reference: "2" },
			{ reference: "3" },
		]);
	});

	test("are not needed", async () => {
		const { ask } = await setUp();
		expect([await ask(undefined), await ask(undefined)]).toEqual([{ reference: "1" }, { reference: "2" }]);
	});

	test("refuse another body", async () => {
		const { ask } = await setUp();
		await ask("a");
		await expect(ask("a", { body: "other" })).rejects.toThrow(IdempotencyKeyReusedError);
	});

	test("keep nothing when the work fails, so that it can be tried again", async () => {
		const { database, clock, ask } = await setUp();
		const failing = database.write((transaction) =>
			respondOnce(transaction, { route: "enquiries", key: "a", body: "same" }, clock.now(), () =>
				Promise.reject(new Error("no")),
			),
		);
		await expect(failing).rejects.toThrow("no");
		expect(await ask("a")).toEqual({ reference: "1" });
	});

	test("are deleted when they have expired, and not before", async () => {
		const { database, clock, ask } = await setUp();
		await ask("a");
		clock.advance({ hours: 12 });
		await ask("b");
		expect(await deleteExpiredKeys(database.db, clock.now())).toBe(0);
		clock.advance({ hours: 12 });
		expect(await deleteExpiredKeys(database.db, clock.now())).toBe(1);
		expect(await ask("b")).toEqual({ reference: "2" });
	});

	test("are deleted with the record that their answer names", async () => {
		const { database, ask } = await setUp();
		await ask("a");
		await ask("b");
		expect(await database.write((transaction) => deleteKeysOf(transaction, ["1"]))).toBe(1);
		expect([await ask("a"), await ask("b")]).toEqual([{ reference: "3" }, { reference: "2" }]);
	});

	test("of before the column name their record too", async () => {
		const { database } = await setUp();
		await database.db.schema.alterTable("idempotencyKeys").dropColumn("reference").execute();
		const fresh = { route: "bookings", bodyHash: "", expiresAt: "" };
		await database.db
			.insertInto("idempotencyKeys")
			.values([
				{ ...fresh, key: "a", answer: '{"reference":"BKG-7K3F9QXM","date":"2026-11-30"}' },
				{ ...fresh, key: "b", answer: "" },
			])
			.execute();
		await addIdempotencyReference.up(database.db);
		expect(
			await database.db.selectFrom("idempotencyKeys").select(["key", "reference"]).orderBy("key").execute(),
		).toEqual([
			{ key: "a", reference: "BKG-7K3F9QXM" },
			{ key: "b", reference: null },
		]);
	});
});

test.each([
	["0f3c", true],
	["x".repeat(200), true],
	["", false],
	["x".repeat(201), false],
	["a b", false],
	["ä", false],
	["a\n", false],
])("%j is a key: %s", (text, expected) => {
	expect(isIdempotencyKey(text)).toBe(expected);
});
