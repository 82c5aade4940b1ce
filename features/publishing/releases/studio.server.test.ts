import { describe, expect, test } from "vitest";
import { databaseKinds, openTestDatabase } from "../../../tests/support/databases.ts";
import { createTestStudio, readTestContent } from "../../../tests/support/studios.ts";
import { createContentBuilder } from "../documents/build-content.server.ts";
import { insertPictureVersion } from "../pictures/picture-store.server.ts";
import { createStudio } from "./create-studio.server.ts";
import { importContent } from "./import-content.server.ts";
import { layRedirects } from "./redirects.ts";
import { applyOverlay, contentChangeKey, readOverlay } from "./release-store.server.ts";
import type { Studio } from "./studio.server.ts";

const by = "account-ila";
const post = "blog/first-page-of-the-month.md";
const otherPost = "blog/twelve-days-offline.md";
const project = "portfolio/tidelog.yml";

/** The public text of a document with one change. */
async function textOf(studio: Studio, path: string, change: (text: string) => string): Promise<string> {
	const text = change((await studio.getDocument(path))?.current ?? "");
	expect(text).not.toBe((await studio.getDocument(path))?.current);
	return text;
}

/** Saves a draft with another title and returns its version. */
async function draftTitle(studio: Studio, path: string, title: string): Promise<number> {
	const text = await textOf(studio, path, (before) => before.replace(/^title: .*$/m, `title: ${title}`));
	const version = (await studio.getDocument(path))?.draft?.version ?? 0;
	const saved = await studio.saveDraft(path, { text, version }, by);
	if (!("version" in saved)) throw new Error("The draft is in conflict");
	return saved.version;
}

/** A post with another text than the fixture's. */
async function writePost(body: string): Promise<string> {
	const text = (await readTestContent()).documents.get(post) ?? "";
	const frontMatter = text.slice(0, text.indexOf("\n---\n") + 5);
	return `${frontMatter.replace(/^insight:\n(?:[ \t]+.*\n)+/m, "")}\n${body}\n`;
}

describe.each(databaseKinds)("the studio on %s", (kind) => {
	test("a draft is public only when it is published, and then every listener of this process knows", async () => {
		const database = await openTestDatabase(kind);
		const { studio, deps, noted } = await createTestStudio(database);
		const announced: string[] = [];
		database.changes.listen((facts) => announced.push(...facts));
		await draftTitle(studio, post, "A title by the studio");
		expect((await readOverlay(database.db)).documents).toEqual(new Map());
		expect((await studio.listDocuments()).find(({ path }) => path === post)).toMatchObject({
			title: "A title by the studio",
			state: "file",
			draft: { by, change: "change" },
			conflict: false,
		});
		expect((await studio.buildDraft([post])).posts.map(({ title }) => title)).toContain("A title by the studio");
		expect((await studio.buildDraft([])).posts.map(({ title }) => title)).not.toContain("A title by the studio");

		expect(await studio.publish({ paths: [post], note: "A better title" }, by)).toEqual({ edition: 1 });
		const overlay = await readOverlay(database.db);
		expect([overlay.edition, [...overlay.documents.keys()]]).toEqual([1, [post]]);
		const content = await createContentBuilder().build(applyOverlay(deps.base, overlay));
		expect(content.posts.map(({ title }) => title)).toContain("A title by the studio");
		expect(announced).toContain(contentChangeKey);
		expect(noted).toEqual([
			{ actor: by, action: "content.publish", subject: "edition:1", details: { documents: 1, pictures: 0 } },
		]);
		expect((await studio.getDocument(post))?.draft).toBeUndefined();
		expect(await studio.listHistory(post)).toMatchObject([
			{ edition: 1, path: post, action: "published", by, note: "A better title", current: true },
		]);
		expect((await studio.getDocument(post))?.state).toBe("studio");
	});

	test("a conflicting save names the other editor, and loses neither text", async () => {
		const { studio } = await createTestStudio(await openTestDatabase(kind));
		const version = await draftTitle(studio, post, "Of the first");
		const text = await textOf(studio, post, (before) => before.replace(/^title: .*$/m, "title: Of the second"));
		const results = await Promise.all([
			studio.saveDraft(post, { text, version }, "account-tam"),
			studio.saveDraft(post, { text: `${text}\n`, version }, "account-ila"),
		]);
		const saved = results.filter((result) => "version" in result);
		const conflict = results.filter((result) => "conflict" in result);
		expect([saved.length, conflict.length]).toEqual([1, 1]);
		const draft = (await studio.getDocument(post))?.draft;
		expect(draft?.version).toBe(saved[0]?.version);
		expect(conflict[0]?.conflict).toEqual(draft);
	});

	test("typing the public text deletes the draft, and a published draft is gone for its editor", async () => {
		const { studio } = await createTestStudio(await openTestDatabase(kind));
		const whole = (await studio.getDocument(post))?.current as string;
		const version = await draftTitle(studio, post, "Not for long");
		expect(await studio.saveDraft(post, { text: whole, version }, by)).toEqual({ version: 0 });
		expect((await studio.getDocument(post))?.draft).toBeUndefined();
		const published = await draftTitle(studio, post, "Published");
		await studio.publish({ paths: [post] }, by);
		const next = await studio.saveDraft(post, { text: whole, version: published }, by);
		expect(next).toEqual({ version: expect.any(Number) });
		expect((await studio.getDocument(post))?.draft?.text).toBe(whole);
	});

	test("a change based on a public text that somebody has replaced meanwhile is a conflict with it", async () => {
		const { studio } = await createTestStudio(await openTestDatabase(kind));
		const text = await textOf(studio, post, (before) => before.replace(/^title: .*$/m, "title: Of the first"));
		await draftTitle(studio, post, "Of the second");
		await studio.publish({ paths: [post] }, "account-ila");
		const current = (await studio.getDocument(post))?.current;
		expect(await studio.saveDraft(post, { text, version: 0, edition: 0 }, by)).toMatchObject({
			conflict: { by: "account-ila", version: 0, text: current },
			edition: 1,
		});
		expect((await studio.getDocument(post))?.draft).toBeUndefined();
		expect(await studio.saveDraft(post, { text, version: 0, edition: 1 }, by)).toEqual({ version: expect.any(Number) });
		expect((await studio.getDocument(post))?.draft?.text).toBe(text);
	});

	test("errors are listed by document and field, and nothing of the release is public", async () => {
		const database = await openTestDatabase(kind);
		const { studio } = await createTestStudio(database);
		await draftTitle(studio, otherPost, "Good");
		const text = await textOf(studio, post, (before) => before.replace(/^author: .*$/m, "author: nobody"));
		await studio.saveDraft(post, { text, version: 0 }, by);
		const problems = [{ file: post, field: "author", message: '"nobody" is not in content/authors.yml' }];
		expect(await studio.check([post, otherPost])).toEqual(problems);
		expect(await studio.publish({ paths: [post, otherPost] }, by)).toEqual({ problems });
		expect((await readOverlay(database.db)).edition).toBe(0);
		expect((await studio.getDocument(otherPost))?.draft).toBeDefined();
	});

	test("a draft changed since the preview is not published", async () => {
		const { studio } = await createTestStudio(await openTestDatabase(kind));
		const seen = await draftTitle(studio, post, "Seen");
		await draftTitle(studio, post, "Not seen");
		expect(await studio.publish({ paths: [post], versions: new Map([[post, seen]]) }, by)).toEqual({
			conflict: [post],
		});
		expect(await studio.publish({ paths: [project] }, by)).toEqual({ conflict: [project] });
	});

	test("of two simultaneous releases of one draft one is made, and of different drafts both", async () => {
		const database = await openTestDatabase(kind);
		const studios = await Promise.all([createTestStudio(database), createTestStudio(database)]);
		const [{ studio }] = studios;
		await draftTitle(studio, post, "Once");
		const once = await Promise.all(studios.map((one) => one.studio.publish({ paths: [post] }, by)));
		expect(once).toContainEqual({ edition: 1 });
		expect(once).toContainEqual({ conflict: [post] });
		await draftTitle(studio, post, "Again");
		await draftTitle(studio, otherPost, "Beside");
		const both = await Promise.all([
			studios[0].studio.publish({ paths: [post] }, by),
			studios[1].studio.publish({ paths: [otherPost] }, by),
		]);
		expect(both.map((result) => ("edition" in result ? result.edition : 0)).toSorted()).toEqual([2, 3]);
	});

	test("every version can be restored, the edition's number goes on, and a draft stays", async () => {
		const { studio } = await createTestStudio(await openTestDatabase(kind));
		await draftTitle(studio, post, "First");
		await studio.publish({ paths: [post] }, by);
		await draftTitle(studio, post, "Second");
		await studio.publish({ paths: [post] }, by);
		await draftTitle(studio, post, "Third");
		const first = (await studio.listHistory(post)).find(({ edition }) => edition === 1);
		expect(await studio.restore(first?.id ?? "", "account-tam")).toEqual({ edition: 3 });
		expect((await studio.getDocument(post))?.current).toBe(first?.text);
		expect((await studio.getDocument(post))?.draft?.text).toContain("title: Third");
		expect((await studio.listHistory(post)).map(({ edition, action, current }) => [edition, action, current])).toEqual([
			[3, "restored", true],
			[2, "published", false],
			[1, "published", false],
		]);
	});

	test("the first release can be undone, and so can a later one: its texts are drafts again", async () => {
		const { studio } = await createTestStudio(await openTestDatabase(kind));
		const original = (await studio.getDocument(post))?.current;
		await draftTitle(studio, post, "First");
		const first = (await studio.getDocument(post))?.draft?.text;
		await studio.createDocument("post", "of-one-day", by, original);
		await studio.publish({ paths: [post, "blog/of-one-day.md"] }, by);
		expect(await studio.undoRelease(1, "account-tam")).toEqual({ edition: 2 });
		expect(await studio.getDocument(post)).toMatchObject({ current: original, state: "file", draft: { text: first } });
		expect((await studio.getDocument("blog/of-one-day.md"))?.current).toBeUndefined();
		expect((await studio.getDocument("blog/of-one-day.md"))?.draft?.text).toBe(original);
		expect(await studio.undoRelease(1, by)).toEqual({ conflict: expect.arrayContaining([post]) });

		await studio.publish({ paths: [post] }, by);
		await draftTitle(studio, post, "Second");
		await studio.publish({ paths: [post] }, by);
		await draftTitle(studio, post, "Third");
		expect(await studio.undoRelease(4, by)).toEqual({ edition: 5, keepsDrafts: true });
		const document = await studio.getDocument(post);
		expect(document?.current).toBe(first);
		expect(document?.draft?.text).toContain("title: Third");
		expect(await studio.undoRelease(4, by)).toEqual({ conflict: [post] });
		expect(await studio.undoRelease(99, by)).toEqual({ conflict: [] });
	});

	test("a new document is created, gets another address before and after its publication, and leaves a redirect", async () => {
		const database = await openTestDatabase(kind);
		const { studio } = await createTestStudio(database);
		const readRedirects = async () =>
			layRedirects(new Map(), { former: (await readOverlay(database.db)).redirects, pages: new Set() });
		const text = (await studio.getDocument(post))?.current;
		expect(await studio.createDocument("post", "Not A Slug", by)).toEqual({
			problem: expect.stringContaining("lowercase"),
		});
		expect(await studio.createDocument("post", "twelve-days-offline", by)).toEqual({
			problem: "/blog/twelve-days-offline is already taken by a public document or a draft",
		});
		expect(await studio.createDocument("company", "another", by)).toEqual({ problem: expect.any(String) });
		const workshop = { path: "call-types/discovery-workshop.yml" };
		expect(await studio.createDocument("call-type", "discovery-workshop", by)).toMatchObject(workshop);
		for (const [slug, problem] of [
			["discovery-workshop", "/calls/discovery-workshop is already taken by a public document or a draft"],
			["../demo", expect.stringContaining("lowercase")],
			["", expect.stringContaining("lowercase")],
		] as const)
			expect(await studio.createDocument("call-type", slug, by)).toEqual({ problem });
		expect(await studio.createDocument("post", "draught", by, text)).toMatchObject({ path: "blog/draught.md" });
		expect(await studio.renameDocument("blog/draught.md", "draft", by)).toMatchObject({ path: "blog/draft.md" });
		expect(await studio.getDocument("blog/draught.md")).toBeUndefined();
		expect(await studio.publish({ paths: ["blog/draft.md"] }, by)).toEqual({ edition: 1 });
		expect(await readRedirects()).toEqual(new Map());

		for (const slug of ["draft-two", "draft-three"]) {
			const from = slug === "draft-two" ? "blog/draft.md" : "blog/draft-two.md";
			await studio.renameDocument(from, slug, by);
			await studio.publish({ paths: [from] }, by);
		}
		expect(await readRedirects()).toEqual(
			new Map([
				["/blog/draft", "/blog/draft-three"],
				["/blog/draft-two", "/blog/draft-three"],
			]),
		);
		// Back to the first address: no address redirects to itself.
		await studio.renameDocument("blog/draft-three.md", "draft", by);
		await studio.publish({ paths: ["blog/draft.md"] }, by);
		expect(await readRedirects()).toEqual(
			new Map([
				["/blog/draft-two", "/blog/draft"],
				["/blog/draft-three", "/blog/draft"],
			]),
		);
	});

	test("a page whose new address has a faulty text is shown as it is public", async () => {
		const { studio } = await createTestStudio(await openTestDatabase(kind));
		await draftTitle(studio, otherPost, "Shown early");
		await studio.renameDocument(post, "moved", by);
		const moved = (await studio.getDocument("blog/moved.md"))?.draft;
		const text = moved?.text?.replace(/^title: .*$/m, "title: ") ?? "";
		await studio.saveDraft("blog/moved.md", { text, version: moved?.version ?? 0 }, by);
		const { content, texts } = await studio.buildShown(["blog/moved.md", otherPost], new Map());
		expect([...texts.keys()]).toEqual([otherPost]);
		expect(content?.posts.map(({ slug }) => slug)).toContain("first-page-of-the-month");
	});

	test("a draft of another version than was seen is not discarded", async () => {
		const { studio } = await createTestStudio(await openTestDatabase(kind));
		const saved = await studio.saveDraft(post, { text: "x", version: 0 }, by);
		const version = "version" in saved ? saved.version : 0;
		await studio.saveDraft(post, { text: "y", version }, "account-tam");
		expect(await studio.discardDraft(post, by, version)).toBe(false);
		expect((await studio.getDocument(post))?.draft?.text).toBe("y");
		expect(await studio.discardDraft(post, by, version + 1)).toBe(true);
		expect((await studio.getDocument(post))?.draft).toBeUndefined();
	});

	test("a change of address can be undone and changed again while it is a draft", async () => {
		const { studio } = await createTestStudio(await openTestDatabase(kind));
		await studio.renameDocument(post, "one", by);
		expect((await studio.getDocument(post))?.draft).toMatchObject({ change: "rename", renamedTo: "blog/one.md" });
		expect((await studio.getDocument("blog/one.md"))?.draft).toMatchObject({ change: "rename", renamedFrom: post });
		expect(await studio.saveDraft(post, { text: "x", version: 0 }, by)).toMatchObject({
			conflict: { change: "rename" },
		});
		await studio.renameDocument("blog/one.md", "two", by);
		expect((await studio.getDocument(post))?.draft).toMatchObject({ renamedTo: "blog/two.md" });
		expect(await studio.getDocument("blog/one.md")).toBeUndefined();
		await studio.renameDocument("blog/two.md", "first-page-of-the-month", by);
		expect(await studio.getDocument("blog/two.md")).toBeUndefined();
		expect((await studio.getDocument(post))?.draft).toBeUndefined();
		await studio.renameDocument(post, "two", by);
		await draftTitle(studio, "blog/two.md", "Kept");
		await studio.renameDocument("blog/two.md", "first-page-of-the-month", by);
		expect((await studio.getDocument(post))?.draft).toMatchObject({ change: "change" });
		await studio.renameDocument(post, "three", by);
		await studio.discardDraft("blog/three.md", by);
		expect((await studio.getDocument(post))?.draft).toBeUndefined();
	});

	test("nothing is deleted while something links to it, unless its address leads elsewhere", async () => {
		const database = await openTestDatabase(kind);
		const { studio } = await createTestStudio(database);
		const service = "services/gateways-and-controls.yml";
		const links = [{ path: otherPost, field: "", title: expect.any(String) }];
		expect(await studio.deleteDocuments([service], {}, by)).toEqual({ links });
		expect(await studio.deleteDocuments([service], { redirectTo: "//elsewhere.test" }, by)).toEqual({
			problem: "//elsewhere.test is not another page on the site",
		});
		expect(await studio.deleteDocuments(["company.yml"], {}, by)).toEqual({ problem: expect.any(String) });
		const deleted = await studio.deleteDocuments([service], { redirectTo: "/services" }, by);
		expect(deleted).toEqual({ drafts: new Map([[service, expect.any(Number)]]) });
		expect((await studio.getDocument(service))?.draft).toMatchObject({ change: "delete", redirectTo: "/services" });
		expect(await studio.publish({ paths: [service] }, by)).toEqual({ edition: 1 });
		expect((await studio.getDocument(service))?.state).toBe("deleted");
		expect((await readOverlay(database.db)).redirects).toEqual(
			new Map([["/case-study/gateways-and-controls", "/services"]]),
		);
		expect(await studio.listHistory(service)).toMatchObject([{ action: "deleted", text: undefined, current: true }]);
		expect(await studio.takeFile(service, by)).toEqual({ edition: 2 });
		expect((await studio.getDocument(service))?.state).toBe("file");
		expect((await readOverlay(database.db)).redirects).toEqual(new Map());
	});

	test("several go at once though they link to each other, and none while something that stays links to one", async () => {
		const { studio } = await createTestStudio(await openTestDatabase(kind));
		const service = "services/gateways-and-controls.yml";
		await studio.createDocument("post", "one", by, await writePost("See [two](/blog/two)."));
		await studio.createDocument("post", "two", by, await writePost("See [one](/blog/one)."));
		expect(await studio.publish({ paths: ["blog/one.md", "blog/two.md"] }, by)).toEqual({ edition: 1 });
		expect(await studio.deleteDocuments(["blog/one.md"], {}, by)).toMatchObject({ links: [{ path: "blog/two.md" }] });
		expect(await studio.deleteDocuments(["blog/one.md", "blog/two.md", service], {}, by)).toMatchObject({
			links: [{ path: otherPost }],
		});
		expect((await studio.getDocument("blog/one.md"))?.draft).toBeUndefined();

		const result = await studio.deleteDocuments(["blog/one.md", "blog/two.md"], {}, by);
		expect(result).toEqual({
			drafts: new Map([
				["blog/one.md", expect.any(Number)],
				["blog/two.md", expect.any(Number)],
			]),
		});
		expect(await studio.publish({ paths: ["blog/one.md", "blog/two.md"] }, by)).toEqual({ edition: 2 });
		expect((await studio.getDocument("blog/two.md"))?.state).toBe("deleted");
	});

	test("a draft that was saved since the drafts were seen is not deleted, at either end of a change of address", async () => {
		const { studio } = await createTestStudio(await openTestDatabase(kind));
		const versionOf = async (path: string) => (await studio.getDocument(path))?.draft?.version ?? 0;
		await draftTitle(studio, post, "Of a colleague");
		expect(await studio.deleteDocuments([post], { versions: new Map() }, by)).toEqual({ conflict: [post] });
		const moved = "blog/moved.md";
		await studio.renameDocument(post, "moved", by);
		const seen = new Map([
			[post, await versionOf(post)],
			[moved, await versionOf(moved)],
		]);
		const { text = "", version = 0 } = (await studio.getDocument(moved))?.draft ?? {};
		await studio.saveDraft(moved, { text: text.replace("Of a colleague", "Of a colleague since"), version }, by);
		expect(await studio.deleteDocuments([post], { versions: seen }, by)).toEqual({ conflict: [moved] });
		expect((await studio.getDocument(moved))?.draft?.text).toContain("Of a colleague since");
		const versions = new Map([...seen, [moved, await versionOf(moved)]]);
		expect(await studio.deleteDocuments([post], { versions }, by)).toHaveProperty("drafts");
		expect((await studio.getDocument(post))?.draft?.change).toBe("delete");
	});

	test("texts of the sample company are public by consent alone, once the company has a name of its own", async () => {
		const { studio } = await createTestStudio(await openTestDatabase(kind));
		const text = await writePost("Write to hello@narangi.example.");
		await studio.createDocument("post", "one", by, text);
		const sampleTexts = [{ file: "blog/one.md", field: expect.any(String), text: "Write to hello@narangi.example." }];
		const listOwn = async () => (await studio.listSamples()).filter(({ file }) => file === "blog/one.md");
		expect(await listOwn()).toEqual(sampleTexts.map((one) => ({ ...one, isKept: false })));
		expect(await studio.listSampleTexts(["blog/one.md"])).toEqual(sampleTexts);
		expect(await studio.publish({ paths: ["blog/one.md"] }, by)).toEqual({ sampleTexts });
		expect(await studio.publish({ paths: ["blog/one.md"], acceptsSample: true }, by)).toEqual({ edition: 1 });
		// A text that is public is not asked about again.
		await studio.saveDraft("blog/one.md", { text: `${text}\nMore.`, version: 0 }, by);
		expect(await studio.listSampleTexts(["blog/one.md"])).toEqual([]);
		await studio.discardDraft("blog/one.md", by);

		await studio.saveDraft("blog/one.md", { text: await writePost("Write to us."), version: 0 }, by);
		expect(await studio.publish({ paths: ["blog/one.md"] }, by)).toEqual({ edition: 2 });
		const [, first] = await studio.listHistory("blog/one.md");
		expect(await studio.restore(first?.id ?? "", by)).toEqual({ sampleTexts });
		await studio.keepSamples(sampleTexts, { isKept: true, by });
		expect(await studio.restore(first?.id ?? "", by)).toEqual({ edition: 3 });
		expect(await listOwn()).toEqual(sampleTexts.map((one) => ({ ...one, isKept: true })));
		await studio.keepSamples(sampleTexts, { isKept: false, by });
		expect(await listOwn()).toEqual(sampleTexts.map((one) => ({ ...one, isKept: false })));
	});

	test("a file that changes under the studio's version is a conflict, and a person chooses", async () => {
		const database = await openTestDatabase(kind);
		const before = await readTestContent();
		const { studio } = await createTestStudio(database);
		await draftTitle(studio, post, "By the studio");
		await studio.publish({ paths: [post] }, by);
		const changed = (before.documents.get(post) ?? "").replace(/^title: .*$/m, "title: By git");
		const base = { ...before, documents: new Map(before.documents).set(post, changed) };
		const { studio: next } = await createTestStudio(database, { base });
		expect((await next.listDocuments()).filter(({ conflict }) => conflict).map(({ path }) => path)).toEqual([post]);
		await draftTitle(next, post, "By the studio, later");
		expect(await next.publish({ paths: [post] }, by)).toEqual({
			problems: [{ file: post, field: "", message: expect.stringContaining("Resolve the conflict") }],
		});
		await next.keepStudio(post, by);
		expect((await next.getDocument(post))?.conflict).toBe(false);
		expect(await next.publish({ paths: [post] }, by)).toEqual({ edition: 2 });
		expect(await next.takeFile(post, by)).toEqual({ edition: 3 });
		expect(await next.getDocument(post)).toMatchObject({ state: "file", current: changed, conflict: false });
		expect((await readOverlay(database.db)).documents).toEqual(new Map());
		expect(await next.takeFile(post, by)).toEqual({ conflict: [post] });
	});

	test("undoing a release brings back the file that was public before it, not the one that was once taken", async () => {
		const database = await openTestDatabase(kind);
		const before = await readTestContent();
		const withTitle = (title: string) => {
			const text = (before.documents.get(post) ?? "").replace(/^title: .*$/m, `title: ${title}`);
			return { ...before, documents: new Map(before.documents).set(post, text) };
		};
		const { studio } = await createTestStudio(database, { base: withTitle("First file") });
		await draftTitle(studio, post, "By the studio");
		await studio.publish({ paths: [post] }, by);
		expect(await studio.takeFile(post, by)).toEqual({ edition: 2 });
		const base = withTitle("Second file");
		const { studio: next } = await createTestStudio(database, { base });
		await draftTitle(next, post, "By the studio again");
		expect(await next.publish({ paths: [post] }, by)).toEqual({ edition: 3 });
		expect(await next.undoRelease(3, by)).toEqual({ edition: 4 });
		expect(await next.getDocument(post)).toMatchObject({ state: "file", current: base.documents.get(post) });
	});

	test.each(["undone", "imported"] as const)(
		"undoing a release brings back the file of a later build, where a release that was %s returned the document to its file",
		async (how) => {
			const database = await openTestDatabase(kind);
			const before = await readTestContent();
			const withTitle = (title: string) => {
				const text = (before.documents.get(post) ?? "").replace(/^title: .*$/m, `title: ${title}`);
				return { ...before, documents: new Map(before.documents).set(post, text) };
			};
			const first = withTitle("First file");
			const { studio, deps } = await createTestStudio(database, { base: first });
			await draftTitle(studio, post, "By the studio");
			await studio.publish({ paths: [post] }, by);
			if (how === "undone") expect(await studio.undoRelease(1, by)).toEqual({ edition: 2 });
			else {
				const documents = new Map([[post, first.documents.get(post) ?? ""]]);
				const read = () => Promise.reject(new Error("No picture"));
				const pictures = { files: first.pictures, uploads: new Map(), read };
				const imported = { documents, pictures, deletesMissing: false };
				expect(await importContent(deps, imported, { by })).toMatchObject({ edition: 2 });
			}
			const base = withTitle("Second file");
			const { studio: next } = await createTestStudio(database, { base });
			await next.discardDraft(post, by);
			await draftTitle(next, post, "By the studio again");
			expect(await next.publish({ paths: [post] }, by)).toEqual({ edition: 3 });
			expect(await next.undoRelease(3, by)).toEqual({ edition: 4 });
			expect(await next.getDocument(post)).toMatchObject({ state: "file", current: base.documents.get(post) });
		},
	);

	test("a file that equals the studio's version is no conflict", async () => {
		const database = await openTestDatabase(kind);
		const before = await readTestContent();
		const { studio } = await createTestStudio(database);
		await draftTitle(studio, post, "Exported");
		await studio.publish({ paths: [post] }, by);
		const current = (await studio.getDocument(post))?.current as string;
		const base = { ...before, documents: new Map(before.documents).set(post, current) };
		const { studio: next } = await createTestStudio(database, { base });
		expect(await next.getDocument(post)).toMatchObject({ state: "studio", conflict: false });
	});

	test("a scheduled release is published at its time, once, as it was; later text stays a draft", async () => {
		const database = await openTestDatabase(kind);
		const { studio, clock } = await createTestStudio(database);
		const { studio: other, failed } = await createTestStudio(database, { clock });
		const at = clock.now().add({ hours: 3 });
		const version = await draftTitle(studio, post, "On Monday");
		const result = await studio.publish({ paths: [post], at, note: "Launch" }, by);
		expect(result).toEqual({ scheduled: expect.any(String) });
		await draftTitle(studio, post, "Typed since");
		expect(await studio.listScheduled()).toMatchObject([
			{ at, by, note: "Launch", paths: [post], changedSince: [post] },
		]);
		await studio.publishDue();
		expect((await readOverlay(database.db)).edition).toBe(0);
		clock.advance({ hours: 3 });
		await Promise.all([studio.publishDue(), other.publishDue()]);
		expect((await readOverlay(database.db)).edition).toBe(1);
		const document = await studio.getDocument(post);
		expect(document?.current).toContain("title: On Monday");
		expect(document?.draft?.text).toContain("title: Typed since");
		expect(document?.draft?.version).not.toBe(version);
		expect([await studio.listScheduled(), failed]).toEqual([[], []]);
	});

	test("a scheduled release that fails is reported to its author, and stays a draft", async () => {
		const database = await openTestDatabase(kind);
		const { studio, clock, failed } = await createTestStudio(database);
		const at = clock.now().add({ hours: 1 });
		const inCategory = (path: string, category: string) =>
			textOf(studio, path, (text) => text.replace(/^category: .*$/m, `category: ${category}`));
		// A document that is published before, and one in a category that no longer exists by then.
		await draftTitle(studio, project, "Waits");
		await studio.publish({ paths: [project], at }, by);
		await draftTitle(studio, project, "Comes first");
		await studio.publish({ paths: [project] }, "account-tam");
		await studio.saveDraft(post, { text: await inCategory(post, "Gateways"), version: 0 }, by);
		await studio.publish({ paths: [post], at }, by);
		await studio.discardDraft(post, "account-tam");
		const page = await textOf(studio, "pages/blog.yml", (text) => text.replace("- Gateways", "- Boxes"));
		await studio.saveDraft("pages/blog.yml", { text: page, version: 0 }, by);
		await studio.saveDraft(otherPost, { text: await inCategory(otherPost, "Boxes"), version: 0 }, by);
		expect(await studio.publish({ paths: ["pages/blog.yml", otherPost] }, by)).toEqual({ edition: 2 });
		clock.advance({ hours: 1 });
		await studio.publishDue();
		expect(failed.toSorted((a, b) => a.problems.length - b.problems.length)).toEqual([
			{ by, at, paths: [project], problems: [] },
			{ by, at, paths: [post], problems: [{ file: post, field: "category", message: expect.any(String) }] },
		]);
		expect((await studio.getDocument(project))?.draft?.text).toContain("title: Waits");
		expect((await studio.getDocument(post))?.draft?.text).toContain("category: Gateways");
		expect([(await readOverlay(database.db)).edition, await studio.listScheduled()]).toEqual([2, []]);
	});

	test("a scheduled release can be cancelled, once", async () => {
		const { studio, clock } = await createTestStudio(await openTestDatabase(kind));
		await draftTitle(studio, post, "Perhaps");
		const result = await studio.publish({ paths: [post], at: clock.now().add({ hours: 1 }) }, by);
		const id = "scheduled" in result ? result.scheduled : "";
		expect([await studio.cancelScheduled(id, by), await studio.cancelScheduled(id, by)]).toEqual([true, false]);
		clock.advance({ hours: 2 });
		await studio.publishDue();
		expect((await studio.getDocument(post))?.draft?.text).toContain("title: Perhaps");
	});

	test("a picture becomes public with the document that names it first, and a new version of it when it is chosen", async () => {
		const database = await openTestDatabase(kind);
		const { studio, clock } = await createTestStudio(database);
		const src = "illustrations/shore.avif";
		const upload = (content: string) =>
			database.write((transaction) => {
				const body = Buffer.from(content);
				return insertPictureVersion(
					transaction,
					{
						path: src,
						shape: "illustration",
						uploadedName: "shore.jpg",
						by,
						focal: { x: 0.5, y: 0.5 },
						master: { body, width: 880, height: 660 },
						cuts: new Map([[src, { body, width: 880, height: 660 }]]),
						gone: [],
					},
					clock.now(),
				);
			});
		const findHash = async () => (await readOverlay(database.db)).pictures.get(src)?.hash;
		await upload("first");
		const text = await textOf(studio, post, (before) => before.replace(/^ {2}src: .*$/m, `  src: ${src}`));
		await studio.saveDraft(post, { text, version: 0 }, by);
		expect((await studio.buildDraft([post])).pictures[src]?.url).toMatch(/^\/pictures\/[\da-f]{16}\/shore\.avif$/);
		expect(await findHash()).toBeUndefined();
		expect(await studio.publish({ paths: [post] }, by)).toEqual({ edition: 1 });
		const first = await findHash();
		expect(first).toMatch(/^[\da-f]{64}$/);
		await upload("second");
		await draftTitle(studio, otherPost, "Beside");
		expect(await studio.publish({ paths: [otherPost] }, by)).toEqual({ edition: 2 });
		expect(await findHash()).toBe(first);
		expect(await studio.publish({ paths: [], pictures: [src] }, by)).toEqual({ edition: 3 });
		expect(await findHash()).not.toBe(first);
	});

	test("when the audit log takes no entry, nothing is published", async () => {
		const database = await openTestDatabase(kind);
		const { studio, deps } = await createTestStudio(database);
		await draftTitle(studio, post, "Unnoted");
		const deaf = createStudio({ ...deps, noteContent: () => Promise.reject(new Error("no room")) });
		await expect(deaf.publish({ paths: [post] }, by)).rejects.toThrow("no room");
		expect((await readOverlay(database.db)).edition).toBe(0);
		expect((await studio.getDocument(post))?.draft).toBeDefined();
	});
});
