import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { listPageDates } from "../features/publishing/page-dates/page-dates.server.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { eventually } from "../tests/support/eventually.ts";
import { listen } from "../tests/support/listen.ts";
import { publishTexts } from "../tests/support/releases.ts";
import { startSiteServer } from "../tests/support/site-server.ts";
import { startTestServer } from "../tests/support/test-server.ts";

const post = "blog/first-page-of-the-month.md";
const publicUrl = "https://www.company.example";

/** Starts a server on the second company's content, and a service that takes changed addresses. */
async function startSite(kind: DatabaseKind, { isOn }: { isOn: boolean }) {
	const received: { urlList: string[]; key: string }[] = [];
	const service = await listen(
		createServer((request, response) => {
			void json(request).then((body) => {
				received.push(body as (typeof received)[number]);
				response.writeHead(200).end();
			});
		}),
	);
	const { server, database, getText } = await startSiteServer(kind, {
		environment: {
			PUBLIC_URL: publicUrl,
			...(isOn && { INDEXNOW_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/indexnow` }),
		},
	});
	return { url: server.url, database, received, text: getText(post) };
}

test.each(serverDatabaseKinds)("a publication dates its pages and tells the service, on %s", async (kind) => {
	const { url, database, received, text } = await startSite(kind, { isOn: true });
	const before = await listPageDates(database.db);
	expect(before.get("/blog/first-page-of-the-month")).toBe("2025-11-04");
	await publishTexts(database, { [post]: `${text}\nOne more sentence.\n` });
	await eventually(() => expect(received).toHaveLength(1));
	expect(received[0]?.urlList).toEqual([`${publicUrl}/blog/first-page-of-the-month`]);
	const key = await (await fetch(`${url}/indexnow-key.txt`)).text();
	expect(received[0]?.key).toBe(key);
	const after = await listPageDates(database.db);
	expect(after.get("/blog/first-page-of-the-month")).not.toBe("2025-11-04");
	expect(after.get("/aboutUs")).toBe(before.get("/aboutUs"));
});

test("without the setting, a publication dates its pages, and nothing is queued or served", async () => {
	const { url, database, received, text } = await startSite("sqlite", { isOn: false });
	await publishTexts(database, { [post]: `${text}\nOne more sentence.\n` });
	await eventually(async () =>
		expect((await listPageDates(database.db)).get("/blog/first-page-of-the-month")).not.toBe("2025-11-04"),
	);
	expect(await database.db.selectFrom("indexNowPages").selectAll().execute()).toEqual([]);
	expect(await (await fetch(`${url}/indexnow-key.txt`)).text()).not.toMatch(/^[a-f\d]{32}$/);
	expect(received).toEqual([]);
});

test("the desk tells of a failure, and shows nothing where it is off", async () => {
	const failure = { id: 1, nextAt: "2026-11-23T07:00:00.000Z", sentAt: null, failures: 3 };
	const server = await startTestServer("sqlite", { environment: { INDEXNOW_URL: "https://index.example/indexnow" } });
	await server.database.db
		.insertInto("indexNowState")
		.values({ ...failure, failure: "the service returns status 403" })
		.execute();
	const { inject } = await server.openDesk();
	for (const url of ["/operations", "/"]) {
		const { body } = await inject({ method: "GET", url });
		expect(body, url).toContain("Search engines were not told of changed pages: the service returns status 403.");
	}
	const off = await startTestServer("sqlite");
	expect((await (await off.openDesk()).inject({ method: "GET", url: "/operations" })).body).not.toContain("IndexNow.");
});
