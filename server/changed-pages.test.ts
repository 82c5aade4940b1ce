import { expect, test } from "vitest";
import { contentContext } from "../features/publishing/content-context.server.ts";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import type { ContentSource } from "../features/publishing/documents/content-source.server.ts";
import { readTestContent } from "../tests/support/studios.ts";
import { createTestPages } from "../tests/support/test-server.ts";
import { createChangedPages } from "./changed-pages.ts";

const post = "blog/first-page-of-the-month.md";
const page = "/blog/first-page-of-the-month";

/** Lists what changes; each post's page holds its text, and every other page one of all that are there. */
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
	const build = (source: ContentSource) => createContentBuilder().build(source);
	const [before, after] = [await build(base), await build({ ...base, documents })];
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
