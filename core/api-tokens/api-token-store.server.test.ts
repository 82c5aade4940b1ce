import { describe, expect, test } from "vitest";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import {
	addApiToken,
	findApiToken,
	findTokenOfSecret,
	listApiTokens,
	maxApiTokens,
	revokeApiToken,
} from "./api-token-store.server.ts";

async function setUp(databaseKind: DatabaseKind) {
	const database = await openTestDatabase(databaseKind);
	const clock = createTestClock();
	const add = (name: string, { days = 30 } = {}) =>
		database.write((transaction) =>
			addApiToken(
				transaction,
				{
					name,
					scopes: ["enquiries:change", "jobs:read"],
					by: "an-account",
					endsAt: clock.now().add({ hours: 24 * days }),
				},
				clock.now(),
			),
		);
	return {
		database,
		clock,
		add,
		async addOne(name: string) {
			const added = await add(name);
			if (!added.ok) throw new Error(added.why);
			return added;
		},
		use: (secret: string) => findTokenOfSecret(database.db, secret, clock.now()),
	};
}

describe.each(databaseKinds)("a token of the API on %s", (databaseKind) => {
	test("is found by its secret, of which only a hash is stored", async () => {
		const { database, addOne, use } = await setUp(databaseKind);
		const { id, secret } = await addOne("CRM sync");
		expect(secret).toMatch(/^fo_[\w-]{43}$/);
		expect(await use(secret)).toMatchObject({ id, name: "CRM sync", scopes: ["enquiries:change", "jobs:read"] });
		const stored = JSON.stringify(await database.db.selectFrom("apiTokens").selectAll().execute());
		expect(stored).not.toContain(secret);
		expect(stored).not.toContain(secret.slice(3));
		for (const other of ["", "fo_", secret.slice(0, -1), `${secret}a`, `fo_${"a".repeat(43)}`, `${secret}\0`])
			expect([other, await use(other)]).toEqual([other, undefined]);
	});

	test("tells when it was last used, to the minute", async () => {
		const { database, clock, addOne, use } = await setUp(databaseKind);
		const { id, secret } = await addOne("CRM sync");
		const usedAt = async () => (await findApiToken(database.db, id))?.usedAt?.toString();
		expect(await usedAt()).toBeUndefined();
		const first = clock.now().toString({ smallestUnit: "millisecond" });
		await use(secret);
		const noted = await usedAt();
		expect(Temporal.Instant.from(noted ?? "").toString({ smallestUnit: "millisecond" })).toBe(first);
		clock.advance({ seconds: 59 });
		await use(secret);
		expect(await usedAt()).toBe(noted);
		clock.advance({ seconds: 1 });
		await use(secret);
		expect(await usedAt()).not.toBe(noted);
	});

	test("opens nothing once it has ended or is revoked, and keeps its name for histories", async () => {
		const { database, clock, addOne, add, use } = await setUp(databaseKind);
		const revoked = await addOne("Old sync");
		const revoke = () => database.write((transaction) => revokeApiToken(transaction, revoked.id, clock.now()));
		expect([await revoke(), await revoke()]).toEqual([true, false]);
		expect(await use(revoked.secret)).toBeUndefined();
		const ended = await addOne("CRM sync");
		expect(await add("CRM sync")).toEqual({ ok: false, why: "taken" });
		clock.advance({ hours: 24 * 30 });
		expect(await use(ended.secret)).toBeUndefined();
		expect(await add("CRM sync")).toMatchObject({ ok: true });
		expect((await listApiTokens(database.db)).map(({ name }) => name)).toEqual(["CRM sync", "CRM sync", "Old sync"]);
	});

	test("is one of a limited number", async () => {
		const { add } = await setUp(databaseKind);
		for (let number = 1; number <= maxApiTokens; number += 1)
			expect(await add(`Program ${number}`)).toMatchObject({ ok: true });
		expect(await add("One more")).toEqual({ ok: false, why: "full" });
	});
});
