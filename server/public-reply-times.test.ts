import { describe, expect, test } from "vitest";
import { keepPublicReplyTimes, publicReplyTimesChangeKey } from "../core/records/public-reply-times.server.ts";
import { jobChangeKey } from "../features/careers/jobs/jobs-store.server.ts";
import { createCareersPageSources } from "../features/careers/page-source.server.ts";
import { contentContext } from "../features/publishing/content-context.server.ts";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import { listAddresses, listPrerenderedPaths } from "../features/publishing/site-paths.ts";
import { toInstantText } from "../platform/database/instant-text.ts";
import { createLog } from "../platform/log.ts";
import { createPageSourceFinder } from "../platform/pages/page-source.ts";
import type { Role } from "../shared/roles.ts";
import { loader as loadContact } from "../site/routes/contact.tsx";
import { testCareers } from "../tests/support/careers.ts";
import { createTestClock } from "../tests/support/clock.ts";
import { serverDatabaseKinds, openTestDatabase, type DatabaseKind } from "../tests/support/databases.ts";
import { storeEnquiry } from "../tests/support/enquiries.ts";
import { createTestKinds } from "../tests/support/records.ts";
import { publishTexts } from "../tests/support/releases.ts";
import { readTestContent } from "../tests/support/studios.ts";
import { createTestPages, startTestServer, testCompany, type TestServer } from "../tests/support/test-server.ts";
import { createContentPageSource } from "./content-page-source.ts";
import { createReleases } from "./releases.ts";

const shown = { enquiries: true, applications: true };

/** A server whose contact page is its data, and whose company shows its reply times or does not. */
function start(kind: DatabaseKind, publicReplyTimes?: typeof shown): Promise<TestServer> {
	const pages = createTestPages(async (_request, context) => {
		const content = context.get(contentContext);
		context.set(contentContext, { ...content, company: { ...content.company, publicReplyTimes } });
		const data = await loadContact({ context, params: {} } as never);
		return new Response(JSON.stringify(data), { headers: { "content-type": "text/html" } });
	});
	return startTestServer(kind, { pages, company: { ...testCompany, publicReplyTimes } });
}

/** Stores enquiries of the weeks before, each with a reply after two hours. */
async function answerMany({ database }: TestServer, count: number): Promise<void> {
	const receivedAt = Temporal.Instant.from("2026-11-03T06:00:00Z");
	for (let index = 0; index < count; index++)
		await storeEnquiry(database, { reference: `ENQ-${String(index).padStart(8, "0")}`, receivedAt });
	await database.db
		.updateTable("records")
		.set({ answeredAt: toInstantText(receivedAt.add({ hours: 2 })) })
		.execute();
}

const measure = ({ database, clock }: TestServer) =>
	keepPublicReplyTimes({ database, clock, kinds: createTestKinds(), company: testCompany });

const sentence =
	"In the last 90 days, we replied to half of all enquiries within 2 business hours, and to all of them within 24.";

describe.each(serverDatabaseKinds)("reply times on the site, on %s", (kind) => {
	test("come with the contact page once enough enquiries are measured", async () => {
		const server = await start(kind, shown);
		const read = async () => (await fetch(`${server.url}/contactUs`)).text();
		const before = await read();
		expect(before).not.toContain("In the last 90 days");
		await answerMany(server, 19);
		await measure(server);
		expect(await read()).toBe(before);
		await storeEnquiry(server.database, {
			reference: "ENQ-LATE0000",
			receivedAt: Temporal.Instant.from("2026-11-03T07:00:00Z"),
		});
		server.clock.advance({ hours: 24 });
		await measure(server);
		const after = await read();
		expect(after).toContain(
			"In the last 90 days, we replied to half of all enquiries within 2 business hours, and to 95% within 24.",
		);
		// No count is public.
		expect(after).not.toMatch(/"(?:due|kept|median)"/);
	});

	test("do not come with the contact page of a company that does not show them", async () => {
		const server = await start(kind);
		const read = async () => (await fetch(`${server.url}/contactUs`)).text();
		const before = await read();
		await answerMany(server, 30);
		await measure(server);
		expect(await read()).toBe(before);
	});
});

test("staff see in analytics what visitors read, from how many records, and why visitors read nothing", async () => {
	const server = await start("sqlite", { enquiries: true, applications: false });
	const read = async (...roles: Role[]) => {
		const desk = await server.openDesk({ roles });
		const { body } = await desk.inject({ url: "/numbers", headers: { host: "localhost:3001" } });
		return body
			.replaceAll(/<script[^>]*>.*?<\/script>/gs, "")
			.replaceAll(/<[^>]+>/g, " ")
			.replaceAll(/\s+/g, " ");
	};
	expect(await read("sales")).toContain(
		"Reply times of enquiries are not measured yet Not shown on the contact page yet.",
	);
	await answerMany(server, 30);
	await measure(server);
	const sales = await read("sales");
	expect(sales).toContain(
		`${sentence.slice(0, -1)} Shown on the contact page, from the last 90 days. 30 of 30 had a reply within 24 business hours; those still in that time are left out.`,
	);
	expect(sales).not.toContain("applicants");
	const recruiter = await read("recruiter");
	expect(recruiter).toContain(
		"Too few applications to show reply times on the site Not shown on the pages of positions: “Reply times on the site” is off. 0 of 0 had a reply within 14 days; those still in that time are left out. The site says nothing about fewer than 20.",
	);
	expect(recruiter).not.toContain("we replied to");
	expect(await read("editor")).not.toContain("reply times");
});

test("the contact page is rendered again with the figures where it shows them, and is a page of the build elsewhere", async () => {
	const base = await readTestContent();
	const built = await createContentBuilder().build(base);
	const database = await openTestDatabase("sqlite");
	const releases = createReleases({ built, base, log: createLog({ logLevel: "silent" }) });
	await releases.follow(database);
	const jobs = { changeKeys: ["jobs"], findGoodUntil: () => 0 };
	const replyTimes = { changeKeys: [publicReplyTimesChangeKey], findGoodUntil: () => 1 };
	const source = createContentPageSource(releases, { jobs, replyTimes });
	const describePage = () => source.describe({ path: "/contactUs" }, new URLSearchParams());
	expect(describePage()?.changeKeys).not.toContain(publicReplyTimesChangeKey);
	expect(listPrerenderedPaths(built)).toContain("/contactUs");

	const text = `${base.documents.get("company.yml")}\npublicReplyTimes:\n  enquiries: true\n`;
	await publishTexts(database, { "company.yml": text });
	await releases.settle();
	const { content } = releases.current();
	expect(content.company.publicReplyTimes).toEqual({ enquiries: true, applications: false });
	expect(describePage()).toMatchObject({
		changeKeys: expect.arrayContaining([publicReplyTimesChangeKey]),
		kind: "page",
	});
	expect(describePage()?.findGoodUntil?.(0)).toBe(1);
	expect(listPrerenderedPaths(content)).not.toContain("/contactUs");
	expect(listAddresses(content).has("/contactUs")).toBe(true);
	releases.close();
});

test("the page of a position is rendered again with the figures where it shows them", async () => {
	const database = await openTestDatabase("sqlite");
	const describePage = (publicReplyTimes: typeof shown | undefined, path: string) =>
		createPageSourceFinder(
			createCareersPageSources({
				jobs: {
					list: async () => [],
					listChanges: async () => [],
					search: async () => [],
					find: async () => undefined,
				},
				database,
				clock: createTestClock(),
				company: { ...testCompany, publicReplyTimes },
				careers: testCareers,
			}),
		)(path)?.changeKeys;
	for (const path of ["/career/jobs/weaver", "/career/jobs/weaver.data"]) {
		expect(describePage(shown, path)).toEqual([jobChangeKey("weaver"), publicReplyTimesChangeKey]);
		expect(describePage(undefined, path)).toEqual([jobChangeKey("weaver")]);
	}
	expect(describePage(shown, "/career/apply/weaver")).toEqual([jobChangeKey("weaver")]);
});
