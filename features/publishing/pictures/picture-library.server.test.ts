import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { createLog } from "../../../platform/log.ts";
import { createTestClock } from "../../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../../tests/support/databases.ts";
import { createPictureLibrary, type PictureSurroundings } from "./picture-library.server.ts";
import { createPictureProcessor } from "./picture-processor.server.ts";
import { createPictureResponses } from "./picture-responses.server.ts";
import { listPictureVersions } from "./picture-store.server.ts";
import { picturesChangeKey } from "./pictures-change-key.ts";
import { publishPictures, readPictureOverlay } from "./publish-pictures.server.ts";

const processor = createPictureProcessor({
	log: createLog({ logLevel: "silent" }),
});
afterAll(() => processor.close());

const by = "0f0f0f0f-0000-4000-8000-000000000000";

const photo = (colour: string, { width = 640, height = 640 } = {}) =>
	sharp({ create: { width, height, channels: 3, background: colour } })
		.png()
		.toBuffer();

/** A library with a portrait in two widths, a drawing, and documents that name them. */
async function openLibrary(
	kind: DatabaseKind,
	{ maxBytes, narrow = "people/mira-200w.avif" }: { maxBytes?: number; narrow?: string } = {},
) {
	const database = await openTestDatabase(kind);
	const file = (hash: string) => ({ hash: hash.repeat(64), width: 400, height: 400, bytes: 9_000 });
	const folder = new Map([
		["people/mira.avif", file("a")],
		[narrow, { ...file("b"), width: 200 }],
		["people/zoe.svg", file("c")],
	]);
	const texts = new Map([
		[
			"team.yml",
			"# Everybody\nmembers:\n  - name: Mira\n    portrait: { src: people/mira.avif, alt: Mira at a desk }\n",
		],
		["authors.yml", "- name: Zoe\n  portrait:\n    src: 'people/zoe.svg' # drawn\n    alt: Zoe, drawn\n"],
	]);
	const drafts = new Map<string, string>();
	const notes: string[] = [];
	const surroundings: PictureSurroundings = {
		readFolder: async () => folder,
		readFolderFile: async (src) => Buffer.from(`file of ${src}`),
		readTexts: async () =>
			[...new Set([...texts.keys(), ...drafts.keys()])].map((document) => ({
				document,
				published: texts.get(document),
				draft: drafts.get(document),
			})),
		changeDraft: async (document, change) =>
			void drafts.set(document, change(drafts.get(document) ?? texts.get(document) ?? "")),
		publish: async () => [],
	};
	const library = createPictureLibrary({
		database,
		clock: createTestClock(),
		processor,
		surroundings,
		note: async (_transaction, { action, subject }) => void notes.push(`${action} ${subject}`),
		...(maxBytes !== undefined && { maxBytes }),
	});
	const publish = (edition: number, { text = "", chosen = [] as string[] } = {}) =>
		database.write((transaction) =>
			publishPictures(transaction, { edition, chosen, texts: [{ path: "team.yml", text }], folder }),
		);
	const answers = createPictureResponses({ database, headers: { "X-Content-Type-Options": "nosniff" } });
	return { database, library, folder, texts, drafts, notes, publish, answers };
}

async function upload(
	{ library }: { library: Awaited<ReturnType<typeof openLibrary>>["library"] },
	name: string,
	colour = "#c40",
) {
	const outcome = await library.upload({ name, bytes: await photo(colour) }, "portrait", by);
	if (!("path" in outcome)) throw new Error(outcome.refused);
	return outcome.path;
}

describe.each(databaseKinds)("on %s", (kind) => {
	test("an uploaded picture is named after its file, and is not public until a release names it", async () => {
		const opened = await openLibrary(kind);
		const path = await upload(opened, "Ásha Rao (new).PNG");
		expect(path).toBe("people/asha-rao-new.avif");
		const picture = await opened.library.find(path);
		expect(picture).toMatchObject({ width: 480, height: 480, state: "new", uses: [], shape: "portrait" });
		const [, address = "", name = ""] = /^\/pictures\/(.*)\/(.*)$/.exec(picture?.url ?? "") ?? [];
		expect((await opened.library.findFile(address, name))?.body.toString("latin1", 4, 12)).toBe("ftypavif");
		expect(await opened.answers.find(picture?.url ?? "")).toBeUndefined();
		expect((await readPictureOverlay(opened.database.db, { withDrafts: false })).size).toBe(0);
		expect([...(await readPictureOverlay(opened.database.db, { withDrafts: true })).keys()].toSorted()).toEqual([
			"people/asha-rao-new-240w.avif",
			"people/asha-rao-new.avif",
		]);
		expect(await opened.publish(1, { text: `a: { src: ${path}, alt: Asha }` })).toEqual([path]);
		expect((await opened.library.find(path))?.state).toBe("public");
		expect([...(await readPictureOverlay(opened.database.db, { withDrafts: false })).keys()]).toHaveLength(2);
	});

	test("a public picture is answered for a year by an instance that did not take it, from memory the second time", async () => {
		const opened = await openLibrary(kind);
		const path = await upload(opened, "asha.png");
		await opened.publish(1, { chosen: [path] });
		const { url = "" } = (await opened.library.find(path)) ?? {};
		const elsewhere = createPictureResponses({ database: opened.database, headers: {} });
		expect(elsewhere.findNow(url)).toBeUndefined();
		const answer = await elsewhere.find(url);
		const identity = answer?.variants.get("identity");
		expect(identity?.headers).toMatchObject({
			"Content-Type": "image/avif",
			"Cache-Control": "public, max-age=31536000, immutable",
		});
		expect(identity?.ready.body.toString("latin1", 4, 12)).toBe("ftypavif");
		expect(elsewhere.findNow(url)).toBe(answer);
		for (const other of [
			url.replace("asha", "other"),
			"/pictures/0123456789abcdef/asha.avif",
			"/pictures/../asha.avif",
			`${url}?x`,
		])
			expect(await elsewhere.find(other)).toBeUndefined();
	});

	test("a deleted picture is answered no more by an instance that has it in memory", async () => {
		const opened = await openLibrary(kind);
		const path = await upload(opened, "asha.png");
		await opened.publish(1, { chosen: [path] });
		const { url = "" } = (await opened.library.find(path)) ?? {};
		expect(await opened.answers.find(url)).toBeDefined();
		expect(await opened.library.remove(path, by)).toEqual({ removed: true });
		expect(opened.answers.findNow(url)).toBeUndefined();
		expect(await opened.answers.find(url)).toBeUndefined();
	});

	test("what is looked up while a picture changes is neither kept nor shared with later requests", async () => {
		const opened = await openLibrary(kind);
		const path = await upload(opened, "asha.png");
		await opened.publish(1, { chosen: [path] });
		const { url = "" } = (await opened.library.find(path)) ?? {};
		const before = opened.answers.find(url);
		opened.database.changes.announce([picturesChangeKey]);
		const after = opened.answers.find(url);
		expect(await before).not.toBe(await after);
		expect(opened.answers.findNow(url)).toBe(await after);
	});

	test("two that are called alike have names of their own, also when they come at once", async () => {
		const opened = await openLibrary(kind);
		const paths = await Promise.all([
			upload(opened, "mira.png"),
			upload(opened, "mira.png", "#04c"),
			upload(opened, "x-240w.png"),
		]);
		expect(paths.toSorted()).toEqual(["people/mira-2.avif", "people/mira-3.avif", "people/x-240.avif"]);
	});

	test("a new version keeps the path and waits, and takes away widths that the picture has no more", async () => {
		const opened = await openLibrary(kind);
		const outcome = await opened.library.replace(
			"people/mira.avif",
			{ name: "mira.png", bytes: await photo("#0a0") },
			by,
		);
		expect(outcome).toEqual({ name: "mira.png", path: "people/mira.avif" });
		expect(await opened.library.find("people/mira.avif")).toMatchObject({
			state: "changed",
			uses: [{ document: "team.yml", field: "members.0.portrait", alt: "Mira at a desk" }],
		});
		// Publishing only documents leaves it waiting, though they name it.
		expect(await opened.publish(1, { text: opened.texts.get("team.yml") ?? "" })).toEqual([]);
		expect(await opened.publish(2, { chosen: ["people/mira.avif"] })).toEqual(["people/mira.avif"]);
		const overlay = await readPictureOverlay(opened.database.db, { withDrafts: false });
		expect([...overlay].map(([src, file]) => [src, file?.width]).toSorted()).toEqual([
			["people/mira-200w.avif", undefined],
			["people/mira-240w.avif", 240],
			["people/mira.avif", 480],
		]);
	});

	test("a new picture that was cropped for another place goes public with the release that names it", async () => {
		const opened = await openLibrary(kind);
		const path = await upload(opened, "asha.png");
		await opened.library.recut(path, { shape: "illustration", focal: { x: 0.5, y: 0.5 } }, by);
		const text = `a: { src: ${path}, alt: Asha }`;
		const named = { namedIn: [{ path: "team.yml", text }], folder: opened.folder };
		expect((await readPictureOverlay(opened.database.db, { withDrafts: named })).get(path)).toBeDefined();
		expect(await opened.publish(1, { text })).toEqual([path]);
	});

	test("a new version of a file's picture waits, and is not previewed unasked, also in the widths of the file", async () => {
		const opened = await openLibrary(kind, { narrow: "people/mira-240w.avif" });
		const file = { name: "mira.png", bytes: await photo("#0a0") };
		await opened.library.replace("people/mira.avif", file, by);
		const text = opened.texts.get("team.yml") ?? "";
		const named = { namedIn: [{ path: "team.yml", text }], folder: opened.folder };
		expect((await readPictureOverlay(opened.database.db, { withDrafts: named })).size).toBe(0);
		expect(await opened.publish(1, { text })).toEqual([]);
	});

	test("a photo in the place of a drawing has a path of its own, which drafts of every document name; all else of them stays", async () => {
		const opened = await openLibrary(kind);
		const outcome = await opened.library.replace("people/zoe.svg", { name: "z.png", bytes: await photo("#0a0") }, by);
		expect(outcome).toEqual({ name: "z.png", path: "people/zoe.avif" });
		expect([...opened.drafts]).toEqual([
			["authors.yml", "- name: Zoe\n  portrait:\n    src: people/zoe.avif # drawn\n    alt: Zoe, drawn\n"],
		]);
	});

	test("it can be cropped again around another point and for another place, and an earlier version can be restored", async () => {
		const opened = await openLibrary(kind);
		const path = await upload(opened, "asha.png");
		await opened.publish(1, { chosen: [path] });
		const first = await opened.library.find(path);
		await opened.library.recut(path, { shape: "illustration", focal: { x: 0.1, y: 0.9 } }, by);
		expect(await opened.library.find(path)).toMatchObject({
			width: 640,
			height: 480,
			state: "changed",
			shape: "illustration",
		});
		await expect(opened.library.recut(path, { shape: "screen", focal: { x: 0, y: 0 } }, by)).rejects.toThrow(
			/Too small/,
		);
		expect(await opened.library.restore(path, 1, by)).toBe(true);
		const restored = await opened.library.find(path);
		expect([restored?.url, restored?.shape]).toEqual([first?.url, "portrait"]);
		expect(await opened.library.restore(path, 77, by)).toBe(false);
	});

	test("five versions are kept, with their bytes and no others", async () => {
		const opened = await openLibrary(kind);
		const path = await upload(opened, "asha.png");
		for (const [edition, colour] of ["#100", "#200", "#300", "#400", "#500", "#600"].entries()) {
			await opened.publish(edition + 1, { chosen: [path] });
			await opened.library.replace(path, { name: "a.png", bytes: await photo(colour) }, by);
		}
		const versions = await listPictureVersions(opened.database.db, path);
		expect(versions.map(({ version }) => version)).toEqual([7, 6, 5, 4, 3]);
		const stored = await opened.database.db.selectFrom("contentPictureBytes").select("hash").distinct().execute();
		expect(new Set(stored.map(({ hash }) => hash))).toEqual(
			new Set(versions.flatMap(({ files, master }) => [...files.map(({ hash }) => hash), master?.hash])),
		);
	});

	test("a used one is not deleted, and its places are listed; an unused one is deleted with its bytes", async () => {
		const opened = await openLibrary(kind);
		const path = await upload(opened, "asha.png");
		opened.drafts.set("blog/x.md", `---\nimage: { src: ${path}, alt: A }\n---\ntext`);
		expect(await opened.library.remove(path, by)).toMatchObject({ uses: [{ document: "blog/x.md", field: "image" }] });
		expect(await opened.library.remove("people/mira.avif", by)).toMatchObject({ uses: [{ document: "team.yml" }] });
		opened.drafts.clear();
		expect(await opened.library.remove(path, by)).toEqual({ removed: true });
		expect(await opened.library.remove(path, by)).toEqual({ removed: false });
		for (const table of ["contentPictures", "contentPictureFiles", "contentPictureBytes"] as const)
			expect(await opened.database.db.selectFrom(table).selectAll().execute()).toEqual([]);
		opened.texts.delete("team.yml");
		expect(await opened.library.remove("people/mira.avif", by)).toEqual({ removed: true });
		expect((await opened.library.list()).map((picture) => picture.path)).toEqual(["people/zoe.svg"]);
		expect([...(await readPictureOverlay(opened.database.db, { withDrafts: false }))].toSorted()).toEqual([
			["people/mira-200w.avif", undefined],
			["people/mira.avif", undefined],
		]);
		expect(opened.notes).toEqual([
			"picture.upload people:asha.avif",
			"picture.delete people:asha.avif",
			"picture.delete people:mira.avif",
		]);
	});

	test("its draft can be discarded", async () => {
		const opened = await openLibrary(kind);
		const path = await upload(opened, "asha.png");
		await opened.publish(1, { chosen: [path] });
		await opened.library.replace(path, { name: "b.png", bytes: await photo("#00f") }, by);
		opened.drafts.set("blog/x.md", `---\nimage: { src: ${path}, alt: A }\n---\ntext`);
		expect(await opened.library.discardDraft(path, by)).toEqual({ discarded: true });
		expect(await opened.library.discardDraft(path, by)).toEqual({ discarded: false });
		expect((await opened.library.find(path))?.state).toBe("public");
	});

	test("the draft that is all of a picture cannot be discarded while a document names it", async () => {
		const opened = await openLibrary(kind);
		const path = await upload(opened, "asha.png");
		opened.drafts.set("blog/x.md", `---\nimage: { src: ${path}, alt: A }\n---\ntext`);
		const uses = [{ document: "blog/x.md", field: "image" }];
		expect(await opened.library.discardDraft(path, by)).toMatchObject({ uses });
		opened.drafts.clear();
		expect(await opened.library.discardDraft(path, by)).toEqual({ discarded: true });
		expect(await opened.library.find(path)).toBeUndefined();
	});

	test("a library that is full takes no more", async () => {
		const opened = await openLibrary(kind, { maxBytes: 10 });
		await upload(opened, "asha.png");
		const outcome = await opened.library.upload({ name: "b.png", bytes: await photo("#00f") }, "portrait", by);
		expect(outcome).toMatchObject({ refused: expect.stringMatching(/full.*Unused/) });
	});

	test("an action that cannot be logged is not done", async () => {
		const { database } = await openLibrary(kind);
		const library = createPictureLibrary({
			database,
			clock: createTestClock(),
			processor,
			surroundings: {
				readFolder: async () => new Map(),
				readFolderFile: async () => undefined,
				readTexts: async () => [],
				changeDraft: async () => undefined,
				publish: async () => [],
			},
			note: () => Promise.reject(new Error("The log takes nothing")),
		});
		await expect(library.upload({ name: "a.png", bytes: await photo("#00f") }, "portrait", by)).rejects.toThrow(
			"The log",
		);
		expect(await library.list()).toEqual([]);
	});
});
