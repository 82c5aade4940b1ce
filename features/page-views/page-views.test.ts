import { describe, expect, test } from "vitest";
import { createLog } from "../../platform/log.ts";
import { createTestClock } from "../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { createTestDatabaseConfig, withTestDatabase } from "../../tests/support/databases.ts";
import { startInstallation } from "../../tests/support/installations.ts";
import { readTables } from "../../tests/support/stored-data.ts";
import { createPageViewCounter } from "./page-view-counter.server.ts";
import { openedBookingForm, sumPageViews } from "./store.server.ts";

const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const always = { first: "2000-01-01", last: "2100-01-01" };

async function setUp(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const clock = createTestClock("2026-11-23T06:00:00Z");
	const pageViews = createPageViewCounter({
		database,
		clock,
		getTimeZone: () => "Asia/Kolkata",
		publicUrl: "https://narangi.example",
		namePage: (path) => (path.startsWith("/private") ? undefined : path),
		log: createLog({ logLevel: "silent" }),
	});
	pageViews.start();
	const visit = (path: string, headers: Record<string, string> = {}, { method = "GET", status = 200 } = {}) =>
		pageViews.note({
			method,
			path,
			status,
			header: (name) => new Headers({ "user-agent": browser, ...headers }).get(name) ?? undefined,
		});
	return {
		database,
		clock,
		pageViews,
		visit,
		sum: (by: "page" | "source", days = always) => sumPageViews(database.db, by, days),
	};
}

describe.each(databaseKinds)("pageViews on %s", (kind) => {
	test("are summed by day, page and referring site", async () => {
		const { clock, pageViews, visit, sum } = await setUp(kind);
		visit("/");
		visit("/", { referer: "https://www.search.example/find?q=somebody" });
		visit("/demo?date=2026-11-24", { referer: "https://narangi.example/" });
		await pageViews.flush();
		// 23:40 in Kolkata is the same day, 00:10 the next.
		clock.advance({ hours: 12, minutes: 10 });
		visit("/", { referer: "https://search.example/" });
		clock.advance({ minutes: 30 });
		visit("/", {}, { status: 304 });
		visit("/demo", { referer: "https://narangi.example/" });
		await pageViews.close();

		expect(await sum("page")).toEqual([
			{ value: "/", count: 4 },
			{ value: "/demo", count: 2 },
		]);
		expect(await sum("source")).toEqual([
			{ value: "direct", count: 2 },
			{ value: "internal", count: 2 },
			{ value: "search.example", count: 2 },
		]);
		expect(await sum("page", { first: "2026-11-23", last: "2026-11-23" })).toEqual([
			{ value: "/", count: 3 },
			{ value: "/demo", count: 1 },
		]);
		expect(await sum("page", { first: "2026-11-24", last: "2026-11-24" })).toEqual([
			{ value: "/", count: 1 },
			{ value: "/demo", count: 1 },
		]);
	});

	test("begin where no link of the site itself was followed", async () => {
		const { database, pageViews, visit } = await setUp(kind);
		visit("/");
		visit("/demo", { referer: "https://search.example/" });
		visit("/demo", { referer: "https://narangi.example/" });
		await pageViews.close();
		const begun = (by: "page" | "source") => sumPageViews(database.db, by, { ...always, fromOutside: true });
		expect(await begun("page")).toEqual([
			{ value: "/", count: 1 },
			{ value: "/demo", count: 1 },
		]);
		expect(await begun("source")).toEqual([
			{ value: "direct", count: 1 },
			{ value: "search.example", count: 1 },
		]);
	});

	test("hold only these three values and the count", async () => {
		const { database, pageViews, visit } = await setUp(kind);
		visit("/demo?date=2026-11-24&name=Asha", { referer: "https://mail.example/inbox/asha@visitor.example" });
		await pageViews.flush();
		expect(await database.db.selectFrom("visitCounts").selectAll().execute()).toEqual([
			{ day: "2026-11-23", page: "/demo", source: "mail.example", count: 1 },
		]);
		const stored = JSON.stringify(await readTables(database));
		for (const trace of ["Firefox", "Asha", "asha@", "inbox"]) expect(stored).not.toContain(trace);
	});

	test.each<[string, Record<string, string>, { method?: string; status?: number }]>([
		["of a program", { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" }, {}],
		["without a name of a browser", { "user-agent": "" }, {}],
		["that was asked for before anybody wants it", { "sec-purpose": "prefetch" }, {}],
		["whose page was not found", {}, { status: 404 }],
		["of another method", {}, { method: "HEAD" }],
	])("are not those %s", async (_, headers, answer) => {
		const { pageViews, visit, sum } = await setUp(kind);
		visit("/", headers, answer);
		visit("/private/Zb3kQ");
		await pageViews.flush();
		expect(await sum("page")).toEqual([]);
	});

	test("invented by somebody fill neither memory nor table", async () => {
		const { pageViews, visit, sum } = await setUp(kind);
		for (let index = 0; index < 1_500; index++) visit(`/blog/${index}`, { referer: `https://site-${index}.example/` });
		await pageViews.flush();
		expect(await sum("page")).toHaveLength(1_000);
		const sources = await sum("source");
		expect(sources).toHaveLength(201);
		expect(sources[0]).toEqual({ value: "other", count: 800 });
	});

	test("that could not be written are written later", async () => {
		const { database, pageViews, visit, sum } = await setUp(kind);
		visit("/");
		await database.db.schema.alterTable("visitCounts").renameTo("visitCountsAway").execute();
		await pageViews.flush();
		visit("/");
		await database.db.schema.alterTable("visitCountsAway").renameTo("visitCounts").execute();
		await pageViews.flush();
		expect(await sum("page")).toEqual([{ value: "/", count: 2 }]);
	});

	test("of more than 25 months ago are deleted", async () => {
		const { clock, pageViews, visit, sum } = await setUp(kind);
		visit("/");
		await pageViews.flush();
		clock.advance({ hours: 24 * 31 * 26 });
		visit("/demo");
		await pageViews.flush();
		expect(await sum("page")).toEqual([{ value: "/demo", count: 1 }]);
	});
});

test("a server counts its pages and navigations, and no files", async () => {
	const config = await createTestDatabaseConfig("sqlite");
	const server = await startInstallation(config);
	const headers = { "user-agent": browser };
	for (const path of ["/", "/aboutUs", "/aboutUs/", "/favicon.ico", "/demo/availability", "/healthz"])
		await fetch(server.url + path, { headers });
	await fetch(`${server.url}/demo/booking/secret-token`, { headers });
	for (const path of ["/faq.data", "/_.data"]) await fetch(server.url + path, { headers });
	await server.stop();
	await withTestDatabase(config, async ({ db }) => {
		const pages = await sumPageViews(db, "page", always);
		expect(await sumPageViews(db, "page", { ...always, ofBookingForm: true })).toEqual([
			{ value: openedBookingForm, count: 1 },
		]);
		expect(pages).toEqual([
			{ value: "/", count: 2 },
			{ value: "/aboutUs", count: 2 },
			{ value: "/faq", count: 1 },
		]);
	});
});
