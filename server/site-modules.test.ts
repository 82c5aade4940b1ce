import { expect, test } from "vitest";
import { contentContext } from "../features/publishing/content-context.server.ts";
import { listSitemapPages } from "../features/publishing/sitemap.server.ts";
import type { SiteModule } from "../shared/site-modules.ts";
import { loader as writeRobots } from "../site/routes/robots.ts";
import { eventually } from "../tests/support/eventually.ts";
import { publishTexts } from "../tests/support/releases.ts";
import { startSiteServer } from "../tests/support/site-server.ts";
import { readTestContent } from "../tests/support/studios.ts";
import { startTestServer, testCompany } from "../tests/support/test-server.ts";

const post = "blog/first-page-of-the-month.md";

/** The newsletter is off until it is turned on, and its page is in no sitemap. */
type UsualModule = Exclude<SiteModule, "newsletter">;

/** Addresses of each site module: pages, documents and API. */
const belongings: Record<UsualModule, { paths: string[]; api?: string }> = {
	booking: { paths: ["/demo"], api: "/demo/book" },
	careers: { paths: ["/career"], api: "/api/jobs" },
	blog: { paths: ["/blog", "/blog/first-page-of-the-month", "/blog/feed.xml"] },
	portfolio: { paths: ["/portfolio"] },
};

const siteModules: readonly UsualModule[] = ["booking", "careers", "blog", "portfolio"];

/** Starts a server on the second company's content with an article that links to each site module. */
async function startSite() {
	const content = await readTestContent();
	const links = Object.values(belongings).map(({ paths: [path] }) => `[${path} in words](${path})`);
	const documents = new Map(content.documents).set(post, `${content.documents.get(post)}\n\n${links.join(" and ")}\n`);
	const { server, database, releases, getText } = await startSiteServer("sqlite", { base: { ...content, documents } });
	const text = getText("company.yml");
	return {
		url: server.url,
		database,
		text,
		releases,
		async switchOff(...off: UsualModule[]) {
			const parts = siteModules.map((part) => `  ${part}: ${!off.includes(part)}\n`).join("");
			await publishTexts(database, { "company.yml": `${text}\nparts:\n${parts}` });
		},
	};
}

type Site = Awaited<ReturnType<typeof startSite>>;

/** Collects every visible trace of a site module. */
async function look({ url, releases }: Site, part: UsualModule) {
	const { paths, api } = belongings[part];
	const { content, paths: known } = releases.current();
	const html = releases.contents
		.createContext()
		.get(contentContext)
		.posts.map((one) => one.html)
		.join("");
	const openApi = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, unknown> };
	return {
		pages: paths.map((path) => known.has(path)),
		routes: paths.map((path) => releases.contents.isOffered(path)),
		inSitemap: listSitemapPages(content).some(({ path }) => path === paths[0]),
		// Private links still need it.
		api: api && Object.hasOwn(openApi.paths, api),
		links: html.includes(`<a href="${paths[0]}"`),
		words: html.includes(`${paths[0]} in words`),
	};
}

test(
	"each part goes alone, with its pages, documents, sitemap, API and links, and comes back with them",
	{ tags: "all" },
	async () => {
		const site = await startSite();
		for (const part of siteModules) {
			const { paths, api } = belongings[part];
			const expectThere = (isThere: boolean) =>
				eventually(async () =>
					expect(await look(site, part), part).toEqual({
						pages: paths.map(() => isThere),
						routes: paths.map(() => isThere),
						inSitemap: isThere,
						api: api && isThere,
						links: isThere,
						// The text of a link stays readable.
						words: true,
					}),
				);
			const others = siteModules.filter((one) => one !== part);
			const lookAtOthers = () => Promise.all(others.map((one) => look(site, one)));
			await expectThere(true);
			const before = await lookAtOthers();
			await site.switchOff(part);
			await expectThere(false);
			expect(await lookAtOthers(), part).toEqual(before);
			await site.switchOff();
			await expectThere(true);
		}
	},
);

test("robots.txt names the sitemap of positions while there are careers", async () => {
	const site = await startSite();
	const listSitemaps = async () =>
		(await writeRobots({ context: site.releases.contents.createContext() }).text()).match(/\/sitemap.*$/gm);
	expect(await listSitemaps()).toEqual(["/sitemap.xml", "/sitemap-jobs.xml"]);
	await site.switchOff("careers");
	await eventually(async () => expect(await listSitemaps()).toEqual(["/sitemap.xml"]));
});

test("the newsletter's page is there once the company turns it on", async () => {
	const { database, releases, text } = await startSite();
	const isThere = () => releases.current().paths.has("/newsletter");
	expect(isThere()).toBe(false);
	await publishTexts(database, { "company.yml": `${text}\nparts:\n  newsletter: true\n` });
	await eventually(async () => expect(isThere()).toBe(true));
	expect(listSitemapPages(releases.current().content).some(({ path }) => path === "/newsletter")).toBe(false);
});

test("a module that is off is off however its addresses are written", async () => {
	const parts = { booking: false, careers: false, blog: false, portfolio: false, newsletter: false };
	const { url } = await startTestServer("sqlite", { company: { ...testCompany, parts } });
	const ask = async (path: string, method = "GET") => (await fetch(url + path, { method })).status;
	expect(await ask("/api/%6aobs")).toBe(404);
	expect(await ask("/demo/%61vailability")).toBe(404);
	expect(await ask("/api/job-alerts", "POST")).toBe(404);
	expect(await ask("/Newsletter", "POST")).toBe(404);
	expect(await ask("/%6eewsletter", "POST")).toBe(404);
	expect(await ask("/Career/Apply/weaver", "POST")).toBe(404);
});
