import { describe, expect, test } from "vitest";
import { contentContext } from "../features/publishing/content-context.server.ts";
import { readValues } from "../features/publishing/documents/document-text.server.ts";
import { deleteEndedPreviewLinks } from "../features/publishing/preview-links/preview-link-store.server.ts";
import type { PreviewLinks } from "../features/publishing/preview-links/preview-links.server.ts";
import { serverDatabaseKinds, type DatabaseKind } from "../tests/support/databases.ts";
import { createDeskBrowser } from "../tests/support/desk-forms.ts";
import { followToSecret } from "../tests/support/read-new-secret.ts";
import { readTestContent } from "../tests/support/studios.ts";
import { createTestPages, startTestServer } from "../tests/support/test-server.ts";

const post = "blog/first-page-of-the-month.md";
const page = "/blog/first-page-of-the-month";
const home = "home.yml";
const inAWeek = (now: Temporal.Instant) => now.add({ hours: 24 * 7 });

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** A server whose pages show the titles of the content, and the desk beside it. */
async function open(kind: DatabaseKind) {
	const links: { ofDesk?: PreviewLinks } = {};
	const rendered: string[] = [];
	const server = await startTestServer(kind, {
		environment: { PUBLIC_URL: "https://weave.example" },
		previewLinks: { open: async (token) => links.ofDesk?.open(token) },
		pages: createTestPages(async (request, context) => {
			const { pathname, search } = new URL(request.url);
			rendered.push(pathname + search);
			const { posts, home: first } = context.get(contentContext);
			const titles = posts.map(({ slug, title }) => `<a class="x" href="/blog/${slug}?from=a#b">${escape(title)}</a>`);
			return new Response(
				`<html><head><title>A page</title><script>count()</script></head><body class="a"><a href="#content" class="skip">Skip</a><header class="fixed"></header><main id="content"><h1>${escape(first.hero.title)}</h1>${titles.join("")}<a href="/demo/by-form">Book</a><a href="https://else.example/">Else</a><a href="//else.example/blog">Else</a><form method="post" action="/contactUs"><button>Send</button></form><form action="/portfolio"></form><form action="/search"></form></main><script type="module">run()</script></body></html>`,
				{ headers: { "content-type": "text/html" } },
			);
		}),
	});
	const desk = await server.openDesk({ roles: ["editor"], base: await readTestContent() });
	const site = desk.site;
	if (!site) throw new Error("The desk has no studio");
	links.ofDesk = site.previewLinks;
	const by = desk.accountId;
	const { studio, previewLinks } = site;
	return {
		...server,
		desk,
		studio,
		previewLinks,
		rendered,
		by,
		get: (url: string) => server.app.inject({ url, headers: { accept: "text/html" } }),
		/** Writes the title of the post or of the first screen. */
		async write(path: string, title: string, change = (text: string) => text) {
			const found = await studio.getDocument(path);
			const text = found?.draft?.text ?? found?.current ?? "";
			const written =
				path === home
					? text.replace((readValues(text, false) as { fields: { hero: { title: string } } }).fields.hero.title, title)
					: text.replace(/^title: .*$/m, `title: ${title}`);
			expect(
				await studio.saveDraft(path, { text: change(written), version: found?.draft?.version ?? 0 }, by),
			).toHaveProperty("version");
		},
		async share(paths: string[]) {
			const result = await previewLinks.create({ paths, endsAt: inAWeek(server.clock.now()) }, by);
			if (!("token" in result)) throw new Error(result.problem);
			return `/preview/${result.token}`;
		},
	};
}

describe.each(serverDatabaseKinds)("preview links on %s", (kind) => {
	test("a link shows the site with the chosen drafts and no others, in its own addresses, without scripts", async () => {
		const { write, share, get, rendered } = await open(kind);
		await write(post, "Shown early");
		await write(home, "Kept for later");
		const link = await share([post]);
		for (const address of [link, `${link}/`, link + page]) {
			const { statusCode, body, headers } = await get(address);
			expect(statusCode).toBe(200);
			expect(body).toContain(`href="${link}${page}?from=a#b">Shown early`);
			expect(body).not.toContain("Kept for later");
			expect(body).not.toContain("<script");
			expect(body).toContain('href="/demo/by-form"');
			expect(body).toContain('href="https://else.example/"');
			expect(body).toContain('href="//else.example/blog"');
			expect(body).toMatch(/<p class="preview-off">.*<\/p><form inert method="post"/s);
			expect(body).toContain(`<form action="${link}/portfolio">`);
			expect(body).toContain('<form action="/search">');
			expect(body).toMatch(/Skip<\/a><aside class="preview-bar" aria-label="Preview">/);
			expect(headers).toMatchObject({
				"cache-control": "no-store",
				"referrer-policy": "no-referrer",
				"x-robots-tag": "noindex, nofollow, noarchive",
			});
			expect(headers["set-cookie"]).toBeUndefined();
			expect(headers["content-security-policy"]).toMatch(/script-src 'none'.*sandbox allow-same-origin allow-forms/);
		}
		expect(rendered).toEqual(["/", "/", page]);
		await get(`${link}/portfolio?category=a&x=%22`);
		expect(rendered.at(-1)).toBe("/portfolio?category=a&x=%22");
		// The index of the search is of the public pages.
		for (const path of ["/search", "/no-such-page", "/sitemap.xml", "/career/application/a", "/%2e%2e/blog", "//blog"])
			expect([path, (await get(link + path)).statusCode]).toEqual([path, 404]);
	});

	test("an ended, an expired, an unknown and a malformed link get one and the same answer", async () => {
		const { write, share, get, clock, previewLinks, by, database } = await open(kind);
		await write(post, "Shown early");
		const [ended, expired] = [await share([post]), await share([post])];
		expect((await get(ended)).statusCode).toBe(200);
		const opened = await previewLinks.list();
		const seen = opened.find(({ lastOpenedOn }) => lastOpenedOn);
		expect(seen?.lastOpenedOn?.toString()).toBe("2026-11-23");
		expect(await previewLinks.end(seen?.id ?? "", by)).toBe(true);
		expect(await previewLinks.end(seen?.id ?? "", by)).toBe(false);
		expect((await get(expired)).statusCode).toBe(200);
		clock.advance({ hours: 24 * 7 });
		const answer = async (url: string) => {
			const { statusCode, body, headers } = await get(url);
			const { date: _date, ...rest } = headers;
			return { statusCode, body, rest };
		};
		const reference = await answer(`/preview/${"0".repeat(40)}`);
		expect(reference.statusCode).toBe(404);
		for (const token of ["a", "0".repeat(39), "%00", "'; drop table", "%F0%9F%A7%B6"])
			expect([token, await answer(`/preview/${token}/`)]).toEqual([token, reference]);
		for (const url of [ended, expired, ended + page, `${expired}/pictures/0123456789abcdef/a.avif`])
			expect([url, await answer(url)]).toEqual([url, reference]);
		await deleteEndedPreviewLinks(database.db, clock.now());
		expect(await database.db.selectFrom("previewLinks").selectAll().execute()).toEqual([]);
	});

	test("a draft with errors shows its last valid version, also on another server, and a discarded one what is public", async () => {
		const { write, share, get, studio, by, desk } = await open(kind);
		await write(post, "A valid title");
		const link = await share([post]);
		await write(post, "A better title");
		expect((await get(link)).body).toContain("A better title");
		await write(post, "Faulty", (text) => text.replace(/^category: .*$/m, "category: no such category"));
		expect((await get(link)).body).toContain("A better title");
		const other = (await desk.site?.previewLinks.open(link.slice("/preview/".length)))?.content;
		expect(other?.posts.map(({ title }) => title)).toContain("A better title");
		await studio.discardDraft(post, by);
		const { body } = await get(link);
		expect(body).not.toContain("A better title");
		expect(body).toContain("all is public");
	});

	test("once its drafts are published, a link shows the then current site", async () => {
		const { write, share, get, studio, by } = await open(kind);
		await write(post, "Public soon");
		const link = await share([post]);
		expect(await studio.publish({ paths: [post] }, by)).toHaveProperty("edition");
		await write(post, "The next one");
		// The document stays chosen.
		expect((await get(link)).body).toContain("The next one");
	});

	test("the desk shows an address once, lists and ends links, and notes it in the audit log", async () => {
		const { write, desk, database, get, clock } = await open(kind);
		await write(post, "Shown early");
		const { post: sendForm } = createDeskBrowser(desk);
		const send = (fields: Record<string, string>) => sendForm("/studio/previews", fields);
		const created = await send({ path: post, term: "7" });
		const { secret, load, hide } = await followToSecret(
			created,
			desk,
			/https:\/\/weave\.example\/preview\/[0-9a-f]{40}/,
		);
		expect(await load()).toBe(secret);
		await hide();
		expect(await load()).toBeUndefined();
		const link = new URL(secret).pathname;
		expect((await get(link)).statusCode).toBe(200);
		const stored = await database.db.selectFrom("previewLinks").selectAll().executeTakeFirstOrThrow();
		expect(JSON.stringify(stored)).not.toContain(link.slice("/preview/".length));
		expect(stored.endsAt).toBe(inAWeek(clock.now()).toString({ smallestUnit: "millisecond" }));
		const list = (await desk.inject({ url: "/studio/previews" })).body;
		expect(list).toContain("Shown early");
		expect(list).not.toContain(link);
		for (const refused of [
			{ path: post, term: "8" },
			{ path: post, term: "date", until: "2026-11-22" },
			{ path: post, term: "date", until: "2028-01-01" },
			{ path: "blog/nothing.md", term: "7" },
			{ term: "7" },
		])
			expect([refused, (await send({ ...refused })).statusCode]).toEqual([refused, 422]);
		expect((await send({ do: "end", id: stored.id })).statusCode).toBe(303);
		expect((await get(link)).statusCode).toBe(404);
		const actions = await database.db.selectFrom("auditLog").select(["action", "subject"]).execute();
		expect(actions).toEqual(
			expect.arrayContaining([
				{ action: "content.share-preview", subject: `preview:${stored.id}` },
				{ action: "content.end-preview", subject: `preview:${stored.id}` },
			]),
		);
	});

	test("pictures of drafts are served to those who have the link alone", async () => {
		const { write, share, get, studio, database, by } = await open(kind);
		const hash = "ab".repeat(32);
		const picture = { id: "picture-1", path: "people/early.avif" };
		await database.db
			.insertInto("contentPictures")
			.values({
				...picture,
				version: 1,
				shape: "portrait",
				uploadedName: "early.jpg",
				uploadedBy: by,
				uploadedAt: "2026-11-23T06:00:00.000Z",
				focalX: 0.5,
				focalY: 0.5,
				masterHash: null,
				masterWidth: 0,
				masterHeight: 0,
				edition: null,
			})
			.execute();
		await database.db
			.insertInto("contentPictureFiles")
			.values({
				pictureId: picture.id,
				src: picture.path,
				hash,
				address: hash.slice(0, 16),
				width: 480,
				height: 600,
				bytes: 3,
			})
			.execute();
		await database.db
			.insertInto("contentPictureBytes")
			.values({ hash, part: 0, body: Buffer.from("abc") })
			.execute();
		await write(post, "Without the picture");
		const address = `/pictures/${hash.slice(0, 16)}/early.avif`;
		const without = await share([post]);
		const team = "team.yml";
		const current = (await studio.getDocument(team))?.current ?? "";
		const [, used = ""] = /src: (people\/[^,]+\.svg)/.exec(current) ?? [];
		expect(used).not.toBe("");
		await studio.saveDraft(team, { text: current.replace(used, picture.path), version: 0 }, by);
		const link = await share([team]);
		const { statusCode, body, headers } = await get(link + address);
		expect([statusCode, body, headers["content-type"]]).toEqual([200, "abc", "image/avif"]);
		expect(headers["cache-control"]).toBe("no-store");
		expect((await get(without + address)).statusCode).toBe(404);
		expect((await get(address)).statusCode).toBe(404);
	});
});
