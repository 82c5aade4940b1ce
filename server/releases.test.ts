import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { contentContext } from "../features/publishing/content-context.server.ts";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import { readContentFolder, type ContentSource } from "../features/publishing/documents/content-source.server.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import type { Database } from "../platform/database/database.ts";
import { createLog } from "../platform/log.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../tests/support/databases.ts";
import { publishTexts, takeFiles } from "../tests/support/releases.ts";
import { createContentPageSource } from "./content-page-source.ts";
import { createReleases } from "./releases.ts";

let base: ContentSource;
let built: Content;

beforeAll(async () => {
	base = await readContentFolder(fileURLToPath(new URL("../e2e/fixtures/second-company", import.meta.url)));
	built = await createContentBuilder().build(base);
});

async function follow(database: Database) {
	const releases = createReleases({ built, base, log: createLog({ logLevel: "silent" }) });
	await releases.follow(database);
	onTestFinished(() => releases.close());
	return releases;
}

async function start(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	return { database, releases: await follow(database) };
}

function getText(path: string): string {
	const text = base.documents.get(path);
	if (text === undefined) throw new Error(`There is no ${path}`);
	return text;
}

describe.each(databaseKinds)("editions on %s", (kind) => {
	test("a release is served once it is published, as a whole, and the build while nothing differs", async () => {
		const { database, releases } = await start(kind);
		expect([releases.contents.isAsBuilt(), releases.current().content]).toEqual([true, built]);

		const before = releases.contents.createContext();
		await publishTexts(database, {
			"faq.yml": getText("faq.yml").replace(/question: .*/, "question: Do you deliver looms?"),
			"company.yml": getText("company.yml").replace(/^name: .*$/m, "name: Loom and Weft"),
		});
		expect(releases.contents.isAsBuilt()).toBe(false);
		await releases.settle();
		const after = releases.contents.createContext();
		expect([after.get(contentContext).faq[0]?.question, after.get(contentContext).company.name]).toEqual([
			"Do you deliver looms?",
			"Loom and Weft",
		]);
		expect(releases.getSettings().company.name).toBe("Loom and Weft");
		// Requests that began earlier continue with the earlier content.
		expect(before.get(contentContext)).toBe(built);

		await takeFiles(database, ["faq.yml", "company.yml"]);
		await releases.settle();
		expect([releases.contents.isAsBuilt(), releases.current().content]).toEqual([true, built]);
	});

	test("a new server serves earlier releases, and former addresses redirect", async () => {
		const { database } = await start(kind);
		const [post] = built.posts;
		const [project] = built.projects;
		if (!post || !project) throw new Error("The company has no posts or no projects");
		await publishTexts(database, {
			[`blog/${post.slug}.md`]: null,
			"blog/on-looms.md": getText(`blog/${post.slug}.md`),
			[`portfolio/${project.slug}.yml`]: null,
			"portfolio/a-mill.yml": getText(`portfolio/${project.slug}.yml`),
			"redirects.yml": "/Old/: /blog\n/łódź: /faq\n",
		});
		await database.db
			.insertInto("contentRedirects")
			.values([
				{ fromPath: `/blog/${post.slug}`, toPath: "/blog/on-looms", edition: 1 },
				{ fromPath: `/portfolio/${project.slug}`, toPath: "/portfolio/a-mill", edition: 1 },
			])
			.execute();
		const { contents, current } = await follow(database);
		expect([...current().paths].filter((path) => path.startsWith("/blog/")).includes("/blog/on-looms")).toBe(true);
		expect(current().paths.has(`/blog/${post.slug}`)).toBe(false);
		expect(contents.findAddress(`/blog/${post.slug}`)).toBe("/blog/on-looms");
		expect(contents.findAddress(`/blog/${post.slug}.pdf`)).toBeUndefined();
		expect(contents.findAddress(`/portfolio/${project.slug}`)).toBe("/portfolio/a-mill");
		expect(contents.findAddress(`/portfolio/${project.slug}.pdf`), "its PDF file").toBe("/portfolio/a-mill.pdf");
		for (const [asked, path] of [
			["/ABOUTUS", "/aboutUs"],
			["/FAQ", "/faq"],
			["/Old", "/blog"],
			["/old", "/blog"],
			["/%C5%82%C3%B3d%C5%BA", "/faq"],
			["/%c5%82%C3%B3d%c5%ba", "/faq"],
			// As a trailing slash is looked up, which is dropped before.
			["/faq", "/faq"],
			["/hotels", "/hotels"],
			["/Cards/FAQ.png", "/cards/faq.png"],
			["/no/page", undefined],
		] as const)
			expect([asked, contents.findAddress(asked)]).toEqual([asked, path]);
	});

	test("a document that this release does not understand is left out, and everything else is served", async () => {
		const { database, releases } = await start(kind);
		await publishTexts(database, {
			"faq.yml": "- question: Only this?\n  answer: It was enough for another release.\n",
			"home.yml": getText("home.yml").replace(/servicesTitle: .*/, "servicesTitle: What we weave"),
		});
		await releases.settle();
		expect(releases.current().content.faq).toEqual(built.faq);
		expect(releases.current().content.home.servicesTitle).toBe("What we weave");
	});

	test("a thousand pages of sections are all served, and a bounded number is rendered in advance", async () => {
		const { database, releases } = await start(kind);
		const hotels = getText("landing-pages/hotels.yml");
		const pages = Array.from({ length: 1_000 }, (_, index) => `campaigns/page-${index + 1}`);
		await publishTexts(database, Object.fromEntries(pages.map((slug) => [`landing-pages/${slug}.yml`, hotels])));
		// Another connection of PostgreSQL may tell of the release a moment later.
		await expect.poll(() => releases.current().paths.has("/campaigns/page-1"), { timeout: 60_000 }).toBe(true);
		const { paths } = releases.current();
		expect(pages.filter((slug) => !paths.has(`/${slug}`))).toEqual([]);
		const records = { changeKeys: [], findGoodUntil: () => 0 };
		const source = createContentPageSource(releases, { jobs: records, replyTimes: records });
		expect(source.describe({ path: "/campaigns/page-1000" }, new URLSearchParams())).toBeDefined();
		expect(source.describe({ path: "/campaigns/page-1001" }, new URLSearchParams())).toBeUndefined();
		expect((await source.listWarm?.())?.length).toBeLessThanOrEqual(500);
	});

	test("without the database the last release is served, and callers that need the newest get an error", async () => {
		const { database, releases } = await start(kind);
		const lost = createReleases({ built, base, log: createLog({ logLevel: "silent" }) });
		onTestFinished(() => lost.close());
		let isAway = false;
		await lost.follow({
			...database,
			get db() {
				if (isAway) throw new Error("The database is away");
				return database.db;
			},
		});
		isAway = true;
		await publishTexts(database, { "faq.yml": getText("faq.yml").replace(/question: .*/, "question: Anew?") });
		await expect(lost.settle()).rejects.toThrow("away");
		expect([lost.contents.isAsBuilt(), lost.current().content.faq]).toEqual([false, built.faq]);
		isAway = false;
		await lost.settle();
		expect(lost.current().content.faq[0]?.question).toBe("Anew?");
		await releases.settle();
		expect(releases.current().content.faq[0]?.question).toBe("Anew?");
	});
});
