import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestDatabaseConfig } from "../../tests/support/databases.ts";
import { startTcpProxy, throughProxy } from "../../tests/support/tcp-proxy.ts";
import { startTestServer } from "../../tests/support/test-server.ts";

const environment = { RATE_LIMIT_PER_MINUTE: "4", TRUSTED_PROXIES: "127.0.0.0/8" };

/** Sends a form post that stores nothing, from an address. */
async function post(url: string, from = "203.0.113.7"): Promise<number> {
	const response = await fetch(`${url}/failures`, {
		method: "POST",
		headers: { "content-type": "application/json", "x-forwarded-for": from },
		body: JSON.stringify({ route: "/", error: "TypeError" }),
	});
	if (response.status === 429) expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
	return response.status;
}

test(
	"servers that share a PostgreSQL count the posts of an address together, and keep no address",
	{ tags: "all" },
	async () => {
		const databaseConfig = await createTestDatabaseConfig("postgres");
		const options = { environment, databaseConfig, countPatienceMs: 60_000 };
		const { url: first, database } = await startTestServer("postgres", options);
		const { url: second } = await startTestServer("postgres", options);
		expect([await post(first), await post(second), await post(first), await post(second)]).toEqual([
			204, 204, 204, 204,
		]);
		expect([await post(first), await post(second)]).toEqual([429, 429]);
		expect([await post(first, "203.0.113.8"), await post(second, "2001:db8::1")]).toEqual([204, 204]);

		const { rows } = await sql<Record<string, unknown>>`select * from form_post_counts`.execute(database.db);
		expect(rows.map(({ count }) => count).toSorted()).toEqual([1, 1, 6]);
		expect(rows.map((row) => Object.keys(row).toSorted())).toEqual(rows.map(() => ["bucket", "count", "endsAt"]));
		// A bucket or a time may contain such digits by chance, but no separators of an address.
		expect(JSON.stringify(rows)).not.toMatch(/203\.0|2001:/);
		await sql`update form_post_counts set ends_at = now()`.execute(database.db);
		expect(await post(first)).toBe(204);
	},
);

test.each(["swallow", "cut"] as const)(
	"while the database is away (%s) each server counts for itself, without keeping anybody waiting",
	async (fault) => {
		const { databaseUrl, dataDirectory } = await createTestDatabaseConfig("postgres");
		const proxy = await startTcpProxy(Number(new URL(databaseUrl as string).port));
		const databaseConfig = throughProxy({ databaseUrl, dataDirectory }, proxy);
		const { url, lines, database } = await startTestServer("postgres", { environment, databaseConfig });
		expect(await post(url)).toBe(204);
		proxy[fault]();
		let isDatabaseAway = true;
		void sql`select 1`.execute(database.db).then(
			() => undefined,
			// Waiting for an unresponsive database ends after five seconds.
			() => (isDatabaseAway = fault === "cut"),
		);
		expect([await post(url), await post(url), await post(url)]).toEqual([204, 204, 204]);
		expect(await post(url)).toBe(429);
		expect(isDatabaseAway).toBe(true);
		expect(lines.filter(({ msg }) => String(msg).includes("cannot be counted together"))).toHaveLength(1);
	},
);

test("with SQLite, which one process uses, posts are counted in its memory", async () => {
	const { url } = await startTestServer("sqlite", { environment });
	for (let count = 0; count < 4; count++) expect(await post(url)).toBe(204);
	expect(await post(url)).toBe(429);
	expect(await post(url, "203.0.113.8")).toBe(204);
});
