import { expect, test } from "vitest";
import { postsPerPage } from "../features/publishing/blog-pages.ts";
import { contentContext } from "../features/publishing/content-context.server.ts";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import { loader as loadBlogPage } from "../site/routes/blog-page.tsx";
import { loader as loadBlog } from "../site/routes/blog.tsx";
import { readTestContent } from "../tests/support/studios.ts";
import { createTestPages } from "../tests/support/test-server.ts";
import { createChangedPages } from "./changed-pages.ts";

/** Shared, because it caches rendered texts. */
const builder = createContentBuilder();
const post = "blog/first-page-of-the-month.md";
const page = "/blog/first-page-of-the-month";

/** Lists the changes; each post's page holds its text, and every other page one of all texts. */
async function listChanges(change: (documents: Map<string, string>) => void) {
	const rendered: string[] = [];
	const pages = createTestPages(async (request, context) => {
		const { pathname } = new URL(request.url);
		rendered.push(pathname);
		const { posts } = context.get(contentContext);
		const shown = posts.find(({ slug }) => pathname.replace(/\.data$/, "") === `/blog/${slug}`);
		return new Response(`<body>${shown?.html ?? posts.map(({ title }) => `<p>${title}</p>`).join("")}</body>`);
	});
	const base = await readTestContent();
	const documents = new Map(base.documents);
	change(documents);
	const [before, after] = [await builder.build(base), await builder.build({ ...base, documents })];
	const listChangedPages = createChangedPages({ pages, publicUrl: "https://weave.example" });
	const list = () => listChangedPages(before, after, new Map([[post, 1]]));
	return { changes: await list(), rendered, listAgain: list };
}

const lengthen = (text: string) => (documents: Map<string, string>) =>
	void documents.set(post, `${documents.get(post)}\n\n${text}`);

test("each page that changes is weighed, as it is and as it will be", async () => {
	const { changes } = await listChanges(lengthen("A paragraph more."));
	expect(changes).toEqual([
		{ path: page, change: "changed", weight: expect.anything(), weightNow: expect.anything(), pushedOver: [] },
	]);
	const [{ weight, weightNow } = {}] = changes;
	expect(weight?.elements).toBe((weightNow?.elements ?? 0) + 1);
});

test("a page that a change pushes over its budget says in what", async () => {
	const { changes } = await listChanges(lengthen("A paragraph.\n\n".repeat(1_400)));
	expect(changes.map(({ path, pushedOver }) => [path, pushedOver])).toEqual([[page, ["elements"]]]);
});

test("what was listed for the same drafts is not made again", async () => {
	const { rendered, listAgain, changes } = await listChanges(lengthen("A paragraph more."));
	const count = rendered.length;
	expect(await listAgain()).toEqual(changes);
	expect(rendered).toHaveLength(count);
});

/** Lists changed pages of a blog whose articles fill three and a half pages. */
async function listChangedBlogPages(change: (documents: Map<string, string>) => void) {
	const source = await readTestContent();
	const documents = new Map(source.documents);
	const text = source.documents.get(post) ?? "";
	for (let index = 0; index < postsPerPage * 3.5; index++)
		documents.set(`blog/article-${index}.md`, datePost(text, "2020-01-01", `Article ${index}`));
	const changed = new Map(documents);
	change(changed);
	const build = (each: ReadonlyMap<string, string>) => builder.build({ ...source, documents: each });
	const pages = createTestPages(async (request, context) => {
		const path = new URL(request.url).pathname.replace(/\.data$/, "");
		const [, number] = /^\/blog\/page\/(\d+)$/.exec(path) ?? [];
		// The page's content, or nothing for other pages.
		const load = number === undefined ? path === "/blog" && loadBlog : loadBlogPage;
		const data = load && load({ context, params: { number } } as never);
		return new Response(`<body>${JSON.stringify(data)}</body>`);
	});
	const listChangedPages = createChangedPages({ pages, publicUrl: "https://weave.example" });
	const list = await listChangedPages(await build(documents), await build(changed), new Map());
	return list.map(({ path, change: how }) => `${path} ${how}`);
}

const datePost = (text: string, date: string, title: string) =>
	text
		.replace(/^title: .*$/m, `title: ${title}`)
		.replace(/^date: .*$/m, `date: ${date}`)
		.replace(/^featured: .*\n/m, "")
		.replace(/^insight:\n(?:[ \t]+.*\n)+/m, "");

test("a new article changes the pages of the blog from its own on, and an edited one its own page alone", async () => {
	const add = (date: string) => (documents: Map<string, string>) =>
		void documents.set("blog/added.md", datePost(documents.get(post) ?? "", date, "Added"));
	expect(await listChangedBlogPages(add("2035-01-01"))).toEqual([
		"/blog changed",
		"/blog/added new",
		"/blog/page/2 changed",
		"/blog/page/3 changed",
		"/blog/page/4 changed",
	]);
	// Articles of one day are ordered by address; authors' numbers are on the first page.
	expect(await listChangedBlogPages(add("2019-12-31"))).toEqual([
		"/blog changed",
		"/blog/added new",
		"/blog/page/4 changed",
	]);
	expect(
		await listChangedBlogPages(
			(documents) =>
				void documents.set(
					"blog/article-9.md",
					documents.get("blog/article-9.md")?.replace("title: Article 9", "title: Other words") ?? "",
				),
		),
	).toEqual(["/blog/page/4 changed"]);
});

test("a page of the blog comes with its first article and goes with its last", async () => {
	const fill = (count: number) => (documents: Map<string, string>) => {
		for (let index = 0; index < count; index++)
			documents.set(`blog/more-${index}.md`, datePost(documents.get(post) ?? "", "2010-01-01", `More ${index}`));
	};
	const list = await listChangedBlogPages(fill(postsPerPage));
	// Each shows the total.
	expect(list.filter((each) => each.startsWith("/blog/page/"))).toEqual([
		"/blog/page/2 changed",
		"/blog/page/3 changed",
		"/blog/page/4 changed",
		"/blog/page/5 new",
	]);
	const gone = await listChangedBlogPages((documents) => {
		for (let index = 0; index < postsPerPage; index++) documents.delete(`blog/article-${index}.md`);
	});
	expect(gone.filter((each) => each.startsWith("/blog/page/")).at(-1)).toBe("/blog/page/4 gone");
});
