import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import { readContentFolder, type ContentSource } from "../features/publishing/documents/content-source.server.ts";
import { findDocumentKind } from "../features/publishing/documents/document-kinds.ts";
import { createPictureProcessor } from "../features/publishing/pictures/picture-processor.server.ts";
import { importContent } from "../features/publishing/releases/import-content.server.ts";
import { applyOverlay, listRedirects, readOverlay } from "../features/publishing/releases/release-store.server.ts";
import { createLog } from "../platform/log.ts";
import {
	createTestDirectory,
	serverDatabaseKinds,
	openTestDatabase,
	type DatabaseKind,
} from "../tests/support/databases.ts";
import { secondCompanyDirectory } from "../tests/support/second-company.ts";
import { createTestStudio } from "../tests/support/studios.ts";
import { exportContent, readImported } from "./content-folder.ts";
import { createDeskPictures } from "./pictures.ts";

const by = "account-ila";
const post = "blog/first-page-of-the-month.md";
const service = "services/gateways-and-controls.yml";

async function openInstallation(kind: DatabaseKind, base: ContentSource, contentDirectory: string) {
	const database = await openTestDatabase(kind);
	const { studio, deps, clock } = await createTestStudio(database, { base });
	const config = { buildDirectory: "no-build", contentDirectory };
	const openPictures = () => {
		const processor = createPictureProcessor({ log: createLog({ logLevel: "silent" }) });
		onTestFinished(() => processor.close());
		return createDeskPictures({ config, database, clock, processor, base, studio });
	};
	return {
		studio,
		openPictures,
		async export() {
			const directory = await createTestDirectory();
			await exportContent({ config, database, base }, directory);
			return directory;
		},
		import: async (directory: string, { deletesMissing = true } = {}) =>
			importContent(deps, await readImported(directory, { deletesMissing }), { by }),
		async listRedirects() {
			const overlay = await readOverlay(database.db);
			return listRedirects(applyOverlay(base, overlay).documents, overlay.redirects);
		},
		build: async () => createContentBuilder().build(applyOverlay(base, await readOverlay(database.db))),
	};
}

type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** Publishes a change of a document. */
async function edit({ studio }: Installation, path: string, change: (text: string) => string): Promise<void> {
	const text = change((await studio.getDocument(path))?.current ?? "");
	const version = (await studio.getDocument(path))?.draft?.version ?? 0;
	expect(await studio.saveDraft(path, { text, version }, by)).not.toEqual({ version: 0 });
	expect(await studio.publish({ paths: [path] }, by)).toHaveProperty("edition");
}

const photo = (colour: string) =>
	sharp({ create: { width: 1_200, height: 1_000, channels: 3, background: colour } })
		.composite([{ input: { create: { width: 300, height: 300, channels: 3, background: "#fff" } }, left: 40, top: 60 }])
		.jpeg()
		.toBuffer();

/** One of everything that a studio can store: a changed text, a document that other companies do without, a changed address, a deletion, and new, replaced and removed pictures. */
async function work(installation: Installation): Promise<void> {
	const { studio } = installation;
	const pictures = installation.openPictures();
	const uploaded = await pictures.upload({ name: "Shore.jpg", bytes: await photo("#0a5") }, "illustration", by);
	if (!("path" in uploaded)) throw new Error(uploaded.refused);
	await pictures.recut(uploaded.path, { shape: "illustration", focal: { x: 0.2, y: 0.3 } }, by);
	const left = /^ {2}src: (.*)$/m.exec((await studio.getDocument(post))?.current ?? "")?.[1] ?? "";
	await edit(installation, post, (text) =>
		text
			.replace(/^ {2}src: .*$/m, `  src: ${uploaded.path}`)
			.replace(/^ {2}alt: .*$/m, "  alt: The shore in the morning"),
	);
	expect(await pictures.remove(left, by)).toEqual({ removed: true });
	const replaced = await pictures.replace(
		"portfolio/tidelog/card.avif",
		{ name: "card.jpg", bytes: await photo("#05a") },
		by,
	);
	expect(replaced).toHaveProperty("path");
	expect(await pictures.publish("portfolio/tidelog/card.avif", by)).toEqual([]);
	for (const slug of ["the-first-page", "one-page-a-month"]) {
		const path = (await studio.listDocuments()).find(
			({ kind, title, state }) => kind === "post" && title.startsWith("The first page") && state !== "deleted",
		)?.path;
		const renamed = await studio.renameDocument(path ?? "", slug, by);
		expect(await studio.publish({ paths: ["path" in renamed ? renamed.path : ""] }, by)).toHaveProperty("edition");
	}
	await edit(installation, "menus.yml", (text) => text.replace("label: Evidence", "label: Findings # And bills."));
	await edit(installation, "redirects.yml", (text) => `${text}/tides: https://climate.ec.europa.eu/\n`);
	await studio.deleteDocuments([service], { redirectTo: "/services" }, by);
	expect(await studio.publish({ paths: [service] }, by)).toHaveProperty("edition");
	// Drafts are not public.
	await studio.saveDraft("faq.yml", { text: "- a draft\n", version: 0 }, by);
}

/** Reads every file of a folder, by path. */
async function readFiles(directory: string): Promise<Map<string, string>> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const read = await Promise.all(
		files.map(async (file) => [file.slice(directory.length + 1), (await readFile(file)).toString("base64")] as const),
	);
	return new Map(read.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The second company's build with redirects. */
async function readBase(): Promise<ContentSource> {
	const source = await readContentFolder(secondCompanyDirectory);
	return {
		...source,
		documents: new Map(source.documents).set(
			"redirects.yml",
			"# Of the site before.\n/articles/first: /blog/first-page-of-the-month\n/old-shop: /services # Closed.\n",
		),
	};
}

/** Another company's content with the second's positions, which no import touches. */
async function readOtherBase(): Promise<ContentSource> {
	const isJob = ([path]: readonly [string, string]) => findDocumentKind(path)?.name === "job";
	const [own, other] = await Promise.all([readContentFolder(secondCompanyDirectory), readContentFolder("content")]);
	return {
		...other,
		documents: new Map([...[...other.documents].filter((entry) => !isJob(entry)), ...[...own.documents].filter(isJob)]),
	};
}

describe.each(serverDatabaseKinds)("a folder that was exported on %s", (kind) => {
	test("brings all of it to an installation of the same files, of others, and of itself: the next export is the same", async () => {
		const first = await openInstallation(kind, await readBase(), secondCompanyDirectory);
		await work(first);
		const exported = await first.export();
		const files = await readFiles(exported);
		expect([...files.keys()]).toEqual(
			expect.arrayContaining([
				"blog/one-page-a-month.md",
				"menus.yml",
				"redirects.yml",
				"uploads.yml",
				"uploads/illustrations/shore.webp",
				"uploads/portfolio/tidelog/card.webp",
				"pictures/illustrations/shore-480w.avif",
			]),
		);
		for (const gone of [post, service, "pictures/blog/first-page-of-the-month.svg"])
			expect(files.has(gone)).toBe(false);
		const redirects = await first.listRedirects();
		const written = Buffer.from(files.get("redirects.yml") ?? "", "base64").toString();
		expect(written).toMatch(/^# Of the site before\.\n(?:.*\n)*\/old-shop: \/services # Closed\.\n/);
		expect(Object.fromEntries(redirects)).toEqual({
			"/articles/first": "/blog/one-page-a-month",
			"/old-shop": "/services",
			"/tides": "https://climate.ec.europa.eu/",
			"/blog/first-page-of-the-month": "/blog/one-page-a-month",
			"/blog/the-first-page": "/blog/one-page-a-month",
			"/case-study/gateways-and-controls": "/services",
		});

		for (const [base, directory] of [
			[await readBase(), secondCompanyDirectory],
			[await readOtherBase(), "content"],
			[await readContentFolder(exported), exported],
		] as const) {
			const next = await openInstallation(kind, base, directory);
			expect(await next.import(exported)).toMatchObject({ edition: 1 });
			expect(await readFiles(await next.export())).toEqual(files);
			expect(await next.listRedirects()).toEqual(redirects);
			expect(await next.build()).toEqual(await first.build());
			// The same picture, which can be cut again.
			const pictures = next.openPictures();
			expect(await pictures.find("illustrations/shore.avif")).toMatchObject({
				shape: "illustration",
				versions: [{ uploadedName: "Shore.jpg", focal: { x: 0.2, y: 0.3 } }],
			});
			expect(await next.import(exported)).toMatchObject({ edition: undefined });
		}
	});
});

test("a content whose redirects the studio never changed keeps the file as it was written", async () => {
	const installation = await openInstallation("sqlite", await readBase(), secondCompanyDirectory);
	await edit(installation, post, (text) => text.replace(/^title: .*$/m, "title: Another"));
	expect(await readFile(join(await installation.export(), "redirects.yml"), "utf8")).toMatch(
		/^# Of the site before\.\n/,
	);
});

test("a picture that waits in the studio is not written over, and a file that is no redirect is named", async () => {
	const installation = await openInstallation("sqlite", await readBase(), secondCompanyDirectory);
	const exported = await installation.export();
	const card = join(exported, "pictures/portfolio/tidelog/card.avif");
	await writeFile(card, await readFile("content/pictures/portfolio/jamun/card.avif"));
	const pictures = installation.openPictures();
	await pictures.replace("portfolio/tidelog/card.avif", { name: "card.jpg", bytes: await photo("#05a") }, by);
	expect(await installation.import(exported)).toEqual({
		problems: [
			{
				file: "pictures/portfolio/tidelog/card.avif",
				field: "",
				message: "has an unpublished version in the studio: publish or discard it first",
			},
		],
	});
	await pictures.discardDraft("portfolio/tidelog/card.avif", by);
	expect(await installation.import(exported)).toMatchObject({ pictures: ["portfolio/tidelog/card.avif"] });

	await writeFile(join(exported, "redirects.yml"), "/old: http://elsewhere.example/\n");
	expect(await installation.import(exported)).toEqual({
		problems: [
			{
				file: "redirects.yml",
				field: "/old",
				message: expect.stringMatching(/^must be a path on the site, .* https:/),
			},
		],
	});
});
