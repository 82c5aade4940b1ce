import { expect, test } from "vitest";
import { readOverlay } from "../features/publishing/releases/release-store.server.ts";
import { openTestDatabase } from "../tests/support/databases.ts";
import { eventually } from "../tests/support/eventually.ts";
import { createTestStudio, readTestContent } from "../tests/support/studios.ts";
import { startTcpProxy, throughProxy } from "../tests/support/tcp-proxy.ts";
import { createTestPages, startTestServer } from "../tests/support/test-server.ts";

const post = "blog/first-page-of-the-month.md";

/** A desk whose PostgreSQL connection can be cut, and a draft; the test itself always reaches the database. */
async function openBehindProxy() {
	const database = await openTestDatabase("postgres");
	const proxy = await startTcpProxy(Number(new URL(database.databaseUrl ?? "").port));
	const { databaseUrl, dataDirectory } = database;
	const html = { headers: { "content-type": "text/html" } };
	const server = await startTestServer("postgres", {
		pages: createTestPages(async () => new Response("<h1>Rendered</h1>", html)),
		databaseConfig: throughProxy({ dataDirectory, databaseUrl }, proxy),
	});
	const desk = await server.openDesk({ roles: ["editor"], base: await readTestContent() });
	const { studio } = await createTestStudio(database, { clock: server.clock });
	const text = (await studio.getDocument(post))?.current?.replace(/^title: .*$/m, "title: After the fault") ?? "";
	const saved = await studio.saveDraft(post, { text, version: 0 }, desk.accountId);
	const draft = `${"version" in saved ? saved.version : 0} ${post}`;
	const press = () =>
		desk.inject({
			method: "POST",
			url: "/studio/publish",
			headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" },
			payload: new URLSearchParams({ draft }).toString(),
		});
	return { database, proxy, server, studio, press };
}

test("without the database the site is served, the desk reports that nothing was stored, and a second press publishes", async () => {
	const { database, proxy, server, studio, press } = await openBehindProxy();
	proxy.cut();
	const refused = await press();
	expect(refused.statusCode).toBe(503);
	expect(refused.body).toMatch(/could not store this just now|cannot show this/i);
	expect((await fetch(`${server.url}/page`)).status).toBe(200);
	await proxy.restore();
	expect((await readOverlay(database.db)).edition).toBe(0);
	expect((await studio.getDocument(post))?.draft).toBeDefined();
	await eventually(async () => expect((await press()).headers.location).toBe("/studio"));
	expect((await readOverlay(database.db)).edition).toBe(1);
});

test.each([
	["in the middle of it", 'insert into "content_revisions"', 0],
	["while it is committed", "commit\0", 1],
])(
	"a database that goes %s leaves all of a publication or nothing, and a second press is answered by what there is",
	async (_when, statement, releases) => {
		const { database, proxy, studio, press } = await openBehindProxy();
		proxy.cutResponseTo(statement);
		const refused = await press();
		expect([refused.statusCode, refused.body.includes("could not make sure")]).toEqual([503, releases === 1]);
		await proxy.restore();
		// The database's server may still be working when the connection is gone.
		await eventually(async () => expect((await readOverlay(database.db)).edition).toBe(releases));
		expect((await studio.getDocument(post))?.draft === undefined).toBe(releases === 1);
		await eventually(async () => expect((await press()).statusCode).toBe(releases === 1 ? 409 : 303));
		expect((await studio.listHistory(post)).map(({ edition }) => edition)).toEqual([1]);
	},
);
