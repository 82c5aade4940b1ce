import { basename } from "node:path";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import { readContentFolder } from "../features/publishing/documents/content-source.server.ts";
import { createPictureProcessor } from "../features/publishing/pictures/picture-processor.server.ts";
import { createUsesReader } from "../features/publishing/pictures/uses-reader.server.ts";
import { readOverlay } from "../features/publishing/releases/release-store.server.ts";
import { readFolders } from "../platform/config.ts";
import { createLog } from "../platform/log.ts";
import { serverDatabaseKinds } from "../tests/support/databases.ts";
import { eventually } from "../tests/support/eventually.ts";
import { createTestStudio } from "../tests/support/studios.ts";
import { startTestServer, type TestDesk } from "../tests/support/test-server.ts";
import { createDeskPictures } from "./pictures.ts";
import { createReleases } from "./releases.ts";

const photo = (colour: string) =>
	sharp({ create: { width: 900, height: 900, channels: 3, background: colour } })
		.jpeg()
		.toBuffer();

/** Sends a form with a file as a page without scripts does. */
async function send(
	desk: TestDesk,
	url: string,
	fields: Record<string, string>,
	file?: { name: string; bytes: Buffer },
) {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) form.set(name, value);
	if (file) form.set("files", new Blob([new Uint8Array(file.bytes)]), file.name);
	const request = new Request("http://localhost", { method: "POST", body: form });
	return desk.inject({
		method: "POST",
		url,
		headers: {
			host: "localhost:3001",
			"sec-fetch-site": "same-origin",
			"content-type": request.headers.get("content-type") ?? "",
		},
		payload: Buffer.from(await request.arrayBuffer()),
	});
}

/** Uploads a portrait, and returns the page that reports on it: at once, or after the progress page on a slow machine. */
async function upload(desk: TestDesk, file: { name: string; bytes: Buffer }): Promise<string> {
	const first = await send(desk, "/studio/pictures", { shape: "portrait" }, file);
	const progress = first.headers.location;
	if (typeof progress !== "string") return first.body;
	return eventually(async () => {
		const { body } = await ask(desk, progress);
		expect(body).not.toContain("Processing pictures");
		return body;
	});
}

/** Finds a picture that a single document shows, in any company's content. */
async function findPicture(ending: ".avif" | ".svg"): Promise<{ path: string; document: string }> {
	const [picture] = listPictures(ending);
	if (!picture) throw new Error(`No ${ending} stands in one place`);
	return picture;
}

/** Lists the pictures that a single document shows, in documents below a folder. */
function listPictures(ending: ".avif" | ".svg", folder = ""): { path: string; document: string }[] {
	const uses = createUsesReader()([...base.documents].map(([document, published]) => ({ document, published })));
	return [...uses].flatMap(([path, [use, ...others]]) =>
		use && others.length === 0 && path.endsWith(ending) && use.document.startsWith(folder)
			? [{ path, document: use.document }]
			: [],
	);
}

const { contentDirectory } = readFolders({});
/** Pictures are read from the folder. */
const environment = { BUILD_DIR: "no-build" };
const base = await readContentFolder(contentDirectory);

const ask = (desk: TestDesk, url: string) => desk.inject({ url, headers: { host: "localhost:3001" } });

describe.each(serverDatabaseKinds)("an editor on %s", (kind) => {
	test("uploads a picture, sees it only in the desk, and reads why another was refused", async () => {
		const server = await startTestServer(kind, { environment });
		const desk = await server.openDesk({ roles: ["editor"], base });
		const bytes = await photo("#c40");
		const report = await upload(desk, { name: "Asha.jpg", bytes });
		expect(report).toContain("people/asha.avif");
		const [src = ""] =
			/\/pictures\/[0-9a-f]{16}\/asha\.avif/.exec((await ask(desk, "/studio/pictures/of/people/asha.avif")).body) ?? [];
		const shown = await ask(desk, src);
		expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "image/avif"]);
		expect(shown.headers["content-security-policy"]).toContain("sandbox");
		expect((await fetch(server.url + src)).status).toBe(404);
		const refused = await upload(desk, { name: "a.pdf", bytes: Buffer.from("%PDF-1.7") });
		expect(refused).toContain("Not a supported picture format.");
		const sales = await server.openDesk({ roles: ["sales"], base });
		expect((await ask(sales, src)).statusCode).toBe(403);
	});

	test("puts a photo in the place of a public one, which every place shows once it is published", async () => {
		const server = await startTestServer(kind, { environment });
		const desk = await server.openDesk({ roles: ["editor"], base });
		const { path, document } = await findPicture(".avif");
		const page = `/studio/pictures/of/${path}`;
		const before = await ask(desk, page);
		expect(before.body).toContain(`/studio/documents/${document}`);
		const replaced = await send(desk, page, { do: "replace" }, { name: "new.jpg", bytes: await photo("#0a4") });
		expect([replaced.statusCode, replaced.headers.location]).toEqual([303, page]);
		expect((await readOverlay(server.database.db)).pictures.size).toBe(0);
		expect((await send(desk, page, { do: "publish" })).statusCode).toBe(303);
		const { edition, pictures } = await readOverlay(server.database.db);
		expect([edition, pictures.has(path), pictures.size > 1]).toEqual([1, true, true]);
		const hash = pictures.get(path)?.hash ?? "";
		const answer = await fetch(`${server.url}/pictures/${hash.slice(0, 16)}/${basename(path)}`);
		expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
			200,
			"image/avif",
			"public, max-age=31536000, immutable",
		]);
		const log = await server.database.db
			.selectFrom("auditLog")
			.select(["action", "subject"])
			.orderBy("sequence")
			.execute();
		expect(log.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
			`picture.replace ${path.replaceAll("/", ":")}`,
			"content.publish edition:1",
		]);
	});

	test("publishes a new picture that was cropped for another place with the document that names it", async () => {
		const server = await startTestServer(kind, { environment });
		const desk = await server.openDesk({ roles: ["editor"], base });
		if (!desk.site) throw new Error("The desk has no studio");
		const { studio } = desk.site;
		await upload(desk, { name: "asha.jpg", bytes: await photo("#c40") });
		const cut = { do: "cut", shape: "illustration", x: "0.5", y: "0.5" };
		expect((await send(desk, "/studio/pictures/of/people/asha.avif", cut)).statusCode).toBe(303);
		const [path = "", before = ""] = [...base.documents].find(([one]) => one.startsWith("blog/")) ?? [];
		const text = before
			.replace(/^title: .*$/m, "title: With the new picture")
			.replace(/^ {2}src: .*$/m, "  src: people/asha.avif");
		await studio.saveDraft(path, { text, version: 0 }, desk.accountId);
		expect(await studio.publish({ paths: [path], acceptsSample: true }, desk.accountId)).toEqual({ edition: 1 });
		const releases = createReleases({
			built: await createContentBuilder().build(base),
			base,
			log: createLog({ logLevel: "silent" }),
		});
		await releases.follow(server.database);
		onTestFinished(() => releases.close());
		const { posts, pictures } = releases.current().content;
		expect(posts.find(({ slug }) => path === `blog/${slug}.md`)?.title).toBe("With the new picture");
		expect(pictures["people/asha.avif"]).toMatchObject({ width: 880, height: 660 });
	});

	test("does not delete a new picture that a draft or a scheduled release names, by either button", async () => {
		const server = await startTestServer(kind, { environment });
		const desk = await server.openDesk({ roles: ["editor"], base });
		if (!desk.site) throw new Error("The desk has no studio");
		const { studio } = desk.site;
		await upload(desk, { name: "asha.jpg", bytes: await photo("#c40") });
		const page = "/studio/pictures/of/people/asha.avif";
		const [path = "", before = ""] = [...base.documents].find(([one]) => one.startsWith("blog/")) ?? [];
		const text = before.replace(/^ {2}src: .*$/m, "  src: people/asha.avif");
		await studio.saveDraft(path, { text, version: 0 }, desk.accountId);
		for (const button of ["delete", "discard"]) {
			const { body } = await send(desk, page, { do: button });
			expect(body.replaceAll("<!-- -->", "")).toContain("Not deleted: it is used in one place.");
		}
		const at = server.clock.now().add({ hours: 1 });
		expect(await studio.publish({ paths: [path], at, acceptsSample: true }, desk.accountId)).toHaveProperty(
			"scheduled",
		);
		await studio.discardDraft(path, desk.accountId);
		expect((await send(desk, page, { do: "discard" })).body).toContain("Not deleted: it is used in one place.");
		const [scheduled] = await studio.listScheduled();
		await studio.cancelScheduled(scheduled?.id ?? "", desk.accountId);
		await studio.discardDraft(path, desk.accountId);
		// Both buttons of a new picture delete it.
		expect((await ask(desk, page)).body).not.toContain('value="discard"');
		expect((await send(desk, page, { do: "discard" })).headers.location).toBe("/studio/pictures");
		expect((await ask(desk, page)).statusCode).toBe(404);
	});

	test("puts a photo in the place of a drawing: a draft of the document names it", async () => {
		const server = await startTestServer(kind, { environment });
		const desk = await server.openDesk({ roles: ["editor"], base });
		const { path, document } = await findPicture(".svg");
		const replaced = await send(
			desk,
			`/studio/pictures/of/${path}`,
			{ do: "replace" },
			{ name: "photo.jpg", bytes: await photo("#0a4") },
		);
		const [, photoPath = ""] = /^\/studio\/pictures\/of\/(.*\.avif)$/.exec(replaced.headers.location ?? "") ?? [];
		const drafts = await server.database.db.selectFrom("contentDrafts").select(["path", "text"]).execute();
		expect(drafts.map((draft) => draft.path)).toEqual([document]);
		expect(drafts[0]?.text).toContain(photoPath);
		expect(drafts[0]?.text).not.toContain(path);
	});

	test("puts photos in the place of drawings: a move names the new one, and a deletion stays one", async () => {
		const server = await startTestServer(kind, { environment });
		const desk = await server.openDesk({ roles: ["editor"], base });
		if (!desk.site) throw new Error("The desk has no studio");
		const { studio } = desk.site;
		const [moved, deleted] = listPictures(".svg", "blog/");
		if (!moved || !deleted) throw new Error("Two articles with drawings are needed");
		const target = await studio.renameDocument(moved.document, "moved-for-the-photo", desk.accountId);
		expect(target).toMatchObject({ path: "blog/moved-for-the-photo.md" });
		const redirect = { redirectTo: "/blog" };
		expect(await studio.deleteDocuments([deleted.document], redirect, desk.accountId)).toHaveProperty("drafts");
		const bytes = await photo("#0a4");
		for (const { path } of [moved, deleted]) {
			const page = `/studio/pictures/of/${path}`;
			const replaced = await send(desk, page, { do: "replace" }, { name: "photo.jpg", bytes });
			expect(replaced.statusCode).toBe(303);
		}
		const there = (await studio.getDocument("blog/moved-for-the-photo.md"))?.draft;
		expect(there).toMatchObject({ change: "rename", renamedFrom: moved.document });
		expect(there?.text).not.toContain(moved.path);
		expect(there?.text).toMatch(/src: \S+\.avif/);
		expect((await studio.getDocument(moved.document))?.draft).toMatchObject({
			change: "rename",
			renamedTo: "blog/moved-for-the-photo.md",
		});
		expect((await studio.getDocument(deleted.document))?.draft).toMatchObject({ change: "delete", ...redirect });
	});

	test("puts a photo in the place of a drawing while a colleague writes, and keeps what the colleague wrote", async () => {
		const server = await startTestServer(kind, { environment });
		const { path, document } = await findPicture(".svg");
		const { studio } = await createTestStudio(server.database, { base });
		const written = `${base.documents.get(document)}\n# Written meanwhile\n`;
		let isWritten = false;
		const processor = createPictureProcessor({ log: createLog({ logLevel: "silent" }) });
		onTestFinished(() => processor.close());
		const pictures = createDeskPictures({
			...server,
			config: { buildDirectory: "no-build", contentDirectory },
			processor,
			base,
			studio: {
				...studio,
				async saveDraft(...draft) {
					if (!isWritten) await studio.saveDraft(document, { text: written, version: 0 }, "account-tam");
					isWritten = true;
					return studio.saveDraft(...draft);
				},
			},
		});
		const outcome = await pictures.replace(path, { name: "photo.jpg", bytes: await photo("#0a4") }, "account-ila");
		if (!("path" in outcome)) throw new Error(outcome.refused);
		const { draft } = (await studio.getDocument(document)) ?? {};
		expect(draft?.text).toContain("# Written meanwhile");
		expect(draft?.text).toContain(outcome.path);
	});

	test("reads after a restart of the server that the progress of an upload is no longer known, and what to do", async () => {
		const server = await startTestServer(kind, { environment });
		const desk = await server.openDesk({ roles: ["editor"], base });
		const path = "/studio/pictures?upload=f3b0c442-98fc-41c1-9afb-f4c8996fb924";
		const { body } = await ask(desk, path);
		expect(body).toContain("The progress of this upload is no longer known");
		expect(body).toContain("upload again those that are missing");
		expect(body).not.toContain("Processing pictures");
		expect((await ask(desk, "/studio/pictures")).body).not.toContain("no longer known");
		// An open progress page asks so whether the server is back.
		const head = await desk.inject({ method: "HEAD", url: path, headers: { host: "localhost:3001" } });
		expect(head.statusCode).toBe(200);
	});

	test("finds the pictures that were under way when the server stopped, and is told of those that were not begun", async () => {
		const server = await startTestServer(kind, { environment });
		const { site, accountId } = await server.openDesk({ roles: ["editor"], base });
		if (!site) throw new Error("The desk has no studio");
		const bytes = await photo("#04c");
		const files = ["one.jpg", "two.jpg"].map((name) => ({
			field: "files",
			name,
			contentType: "image/jpeg",
			file: {} as never,
		}));
		const uploaded = site.uploads.start(accountId, files, {
			take: ({ name }) => site.pictures.upload({ name, bytes }, "portrait", accountId),
			discard: async () => undefined,
			reportError: (error) => {
				throw error;
			},
		});
		await site.close();
		const started = await uploaded;
		const report = await eventually(() => {
			const known = "done" in started ? started.done : site.uploads.find(accountId, started.key);
			expect(known?.left).toBe(0);
			return known?.report;
		});
		// A slow machine may not have finished them when the server has waited long enough.
		const { refused = [], taken = [] } = report ?? {};
		expect([...taken, ...refused].map(({ name }) => name).toSorted()).toEqual(["one.jpg", "two.jpg"]);
		for (const { why } of refused) expect(why).toContain("The server was stopped");
		for (const { path } of taken) expect(await site.pictures.find(path)).toMatchObject({ path });
	});
});
