import { describe, expect, test } from "vitest";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../../tests/support/databases.ts";
import { createTestStudio, readTestContent } from "../../../tests/support/studios.ts";
import { importContent } from "./import-content.server.ts";
import { formatPublicRedirects } from "./public-redirects.server.ts";
import { applyOverlay, listRedirects, readOverlay } from "./release-store.server.ts";

const by = "account-ila";
const file = "redirects.yml";
const hotels = "landing-pages/hotels.yml";

/** A studio over a content with these redirects, none by default. */
async function openStudio(kind: DatabaseKind, text?: string) {
	const database = await openTestDatabase(kind);
	const content = await readTestContent();
	const documents = new Map(content.documents);
	documents.delete(file);
	if (text !== undefined) documents.set(file, text);
	const base = { ...content, documents };
	const { studio, deps } = await createTestStudio(database, { base });
	return {
		studio,
		database,
		async publish(path: string, changed: string) {
			const version = (await studio.getDocument(path))?.draft?.version ?? 0;
			await studio.saveDraft(path, { text: changed, version }, by);
			return studio.publish({ paths: [path] }, by);
		},
		/** Moves a page and publishes it. */
		async move(path: string, slug: string) {
			await studio.renameDocument(path, slug, by);
			expect(await studio.publish({ paths: [path] }, by)).toHaveProperty("edition");
		},
		/** The public redirects, as each server lists them. */
		async readRedirects() {
			const overlay = await readOverlay(database.db);
			return Object.fromEntries(listRedirects(applyOverlay(base, overlay).documents, overlay.redirects));
		},
		export: async () => formatPublicRedirects(base, await readOverlay(database.db)),
		/** Imports the base with other redirects. */
		import: (redirects: string | undefined, deletesMissing = false) => {
			const imported = new Map(documents);
			imported.delete(file);
			if (redirects !== undefined) imported.set(file, redirects);
			const pictures = {
				files: base.pictures,
				uploads: new Map(),
				read: () => Promise.reject(new Error("No picture")),
			};
			return importContent(deps, { documents: imported, pictures, deletesMissing }, { by });
		},
	};
}

describe.each(databaseKinds)("redirects in a studio on %s", (kind) => {
	test("are there without a file, become public, and are undone with their text a draft again", async () => {
		const { studio, readRedirects } = await openStudio(kind);
		const listed = async () => (await studio.listDocuments()).find(({ path }) => path === file);
		expect(await listed()).toMatchObject({ title: "Redirects", state: "file", conflict: false });
		const text = "/inns: /hotels # Of the site before.\n";
		await studio.saveDraft(file, { text, version: 0 }, by);
		expect(await listed()).toMatchObject({ draft: { change: "create" } });
		expect(await readRedirects()).toEqual({});
		expect(await studio.publish({ paths: [file] }, by)).toEqual({ edition: 1 });
		expect(await readRedirects()).toEqual({ "/inns": "/hotels" });
		expect(await studio.undoRelease(1, by)).toEqual({ edition: 2 });
		expect(await readRedirects()).toEqual({});
		expect(await studio.getDocument(file)).toMatchObject({ draft: { text } });
		await studio.discardDraft(file, by);
		const [first] = (await studio.listHistory(file)).toReversed();
		expect(await studio.restore(first?.id ?? "", by)).toEqual({ edition: 3 });
		expect(await readRedirects()).toEqual({ "/inns": "/hotels" });
	});

	test("that lead away from a page, nowhere or in a circle are refused at their entry", async () => {
		const { publish, studio, readRedirects } = await openStudio(kind);
		const text = [
			"/hotels: /services",
			"/inns: /nowhere",
			"/a: /b",
			"/b: /a",
			"/same: /same",
			"/journal: /blog/twelve-days-offline",
			"/tides: https://climate.ec.europa.eu/",
			"/shop: /journal",
			"",
		].join("\n");
		const problem = (field: string, message: string) => ({ file, field, message });
		expect(await publish(file, text)).toEqual({
			problems: [
				problem("/hotels", "/hotels is a page on the site, which a redirect would hide"),
				problem("/inns", "/nowhere is not a page on the site"),
				problem("/a", "/a leads back to itself"),
				problem("/b", "/b leads back to itself"),
				problem("/same", "/same leads back to itself"),
			],
		});
		expect(await studio.check([file])).toHaveLength(5);
		expect(await publish(file, "/journal: /blog/twelve-days-offline\n/shop: /journal\n")).toHaveProperty("edition");
		expect(await readRedirects()).toEqual({
			"/journal": "/blog/twelve-days-offline",
			"/shop": "/blog/twelve-days-offline",
		});
	});

	test("of a file may lead nowhere, as before, and come back with an undo", async () => {
		const { publish, studio, readRedirects } = await openStudio(kind, "/inns: /gone\n");
		expect(await readRedirects()).toEqual({ "/inns": "/gone" });
		expect(await publish(file, "/inns: /gone\n/rooms: /hotels\n")).toHaveProperty("problems");
		expect(await publish(file, "/inns: /hotels\n")).toEqual({ edition: 1 });
		expect(await studio.undoRelease(1, by)).toEqual({ edition: 2 });
		expect(await readRedirects()).toEqual({ "/inns": "/gone" });
	});

	test("follow a page that moves, and keep it from going as long as they lead to it", async () => {
		const { publish, studio, move, readRedirects } = await openStudio(kind);
		await publish(file, "/inns: /hotels\n");
		await move(hotels, "houses");
		expect(await readRedirects()).toEqual({ "/inns": "/houses", "/hotels": "/houses" });
		// The entry goes without a trace.
		await publish(file, "/rooms: /houses\n");
		expect(await readRedirects()).toEqual({ "/rooms": "/houses", "/hotels": "/houses" });
		expect(await studio.deleteDocuments(["landing-pages/houses.yml"], {}, by)).toMatchObject({
			links: [{ path: file }],
		});
	});

	test("overrule a former address from their release on, until they are undone", async () => {
		const { publish, studio, move, readRedirects } = await openStudio(kind);
		await move(hotels, "houses");
		const published = await publish(file, "/hotels: /services\n");
		expect(await readRedirects()).toEqual({ "/hotels": "/services" });
		await move("landing-pages/houses.yml", "rooms");
		expect(await readRedirects()).toEqual({ "/hotels": "/services", "/houses": "/rooms" });
		expect(await studio.undoRelease("edition" in published ? published.edition : 0, by)).toHaveProperty("edition");
		expect(await readRedirects()).toEqual({ "/hotels": "/rooms", "/houses": "/rooms" });
	});

	test("lead nowhere once they count again, if their page was deleted meanwhile", async () => {
		const { publish, studio, move, readRedirects } = await openStudio(kind);
		await move(hotels, "houses");
		await publish(file, "/hotels: /services\n");
		await studio.deleteDocuments(["landing-pages/houses.yml"], {}, by);
		expect(await studio.publish({ paths: ["landing-pages/houses.yml"] }, by)).toHaveProperty("edition");
		await publish("menus.yml", "{}\n");
		await publish(file, "/inn: /services\n");
		expect(await readRedirects()).toEqual({ "/inn": "/services" });
	});

	test("go with an undone change of address, which is a draft again and can be published once more", async () => {
		const { studio, move, readRedirects } = await openStudio(kind);
		const houses = "landing-pages/houses.yml";
		await move(hotels, "houses");
		expect(await studio.undoRelease(1, by)).toEqual({ edition: 2 });
		expect(await readRedirects()).toEqual({});
		expect(await studio.getDocument(hotels)).toMatchObject({ draft: { change: "rename", renamedTo: houses } });
		expect(await studio.getDocument(houses)).toMatchObject({ draft: { change: "rename", renamedFrom: hotels } });
		expect(await studio.publish({ paths: [houses] }, by)).toEqual({ edition: 3 });
		expect(await readRedirects()).toEqual({ "/hotels": "/houses" });
		expect((await studio.getDocument(hotels))?.current).toBeUndefined();
	});

	test("of earlier moves are as before once a later move is undone, with the links to them", async () => {
		const { studio, publish, move, readRedirects } = await openStudio(kind);
		await publish("menus.yml", "footerLinks:\n  - label: Hotels\n    to: /hotels\n");
		await move(hotels, "houses");
		await move("landing-pages/houses.yml", "rooms");
		expect(await readRedirects()).toEqual({ "/hotels": "/rooms", "/houses": "/rooms" });
		expect(await studio.undoRelease(3, by)).toEqual({ edition: 4 });
		expect(await readRedirects()).toEqual({ "/hotels": "/houses" });
		expect(await studio.publish({ paths: ["landing-pages/rooms.yml"] }, by)).toEqual({ edition: 5 });
		expect(await readRedirects()).toEqual({ "/hotels": "/rooms", "/houses": "/rooms" });
	});

	test.each([[undefined], ["/services"]])(
		"of moves are as before once a deletion is undone, redirected to %s",
		async (to) => {
			const { studio, publish, move, readRedirects } = await openStudio(kind);
			const houses = "landing-pages/houses.yml";
			await publish("menus.yml", "{}\n");
			await move(hotels, "houses");
			await studio.deleteDocuments([houses], to === undefined ? {} : { redirectTo: to }, by);
			expect(await studio.publish({ paths: [houses] }, by)).toEqual({ edition: 3 });
			expect(await readRedirects()).toEqual(to === undefined ? {} : { "/hotels": to, "/houses": to });
			expect(await studio.undoRelease(3, by)).toEqual({ edition: 4 });
			expect(await readRedirects()).toEqual({ "/hotels": "/houses" });
		},
	);

	test("to a page that is deleted are refused, with the links to what leads to it", async () => {
		const { studio, publish, move, readRedirects } = await openStudio(kind);
		const post = "blog/first-page-of-the-month.md";
		const inns = "landing-pages/inns.yml";
		const { current = "" } = (await studio.getDocument(hotels)) ?? {};
		await publish("menus.yml", "{}\n");
		await publish(post, `${(await studio.getDocument(post))?.current}\n[Hotels](/hotels)\n`);
		await studio.createDocument("landing-page", "inns", by, current);
		expect(await studio.publish({ paths: [inns], acceptsSample: true }, by)).toHaveProperty("edition");
		await studio.deleteDocuments([hotels], { redirectTo: "/inns" }, by);
		await studio.deleteDocuments([inns], {}, by);
		const link = {
			file: post,
			field: "",
			message: "links to /hotels, which is deleted: change the link, or redirect that URL",
		};
		const redirect = { file: hotels, field: "", message: "redirects to /inns, which is deleted: choose another URL" };
		expect(await studio.publish({ paths: [hotels, inns] }, by)).toEqual({ problems: [link, redirect] });
		expect(await studio.publish({ paths: [inns] }, by)).toHaveProperty("edition");
		expect(await studio.publish({ paths: [hotels] }, by)).toEqual({ problems: [redirect] });
		await studio.discardDraft(hotels, by);
		await move(hotels, "houses");
		const houses = "landing-pages/houses.yml";
		await studio.deleteDocuments([houses], {}, by);
		expect(await studio.publish({ paths: [houses] }, by)).toEqual({ problems: [link] });
		expect(await readRedirects()).toEqual({ "/hotels": "/houses" });
	});

	test("follow a page when another one takes an address that it had", async () => {
		const { studio, move, readRedirects } = await openStudio(kind);
		const text = (await studio.getDocument("blog/first-page-of-the-month.md"))?.current ?? "";
		await move("blog/twelve-days-offline.md", "offline");
		await move("blog/offline.md", "away");
		await studio.createDocument("post", "offline", by, text.replace(/^insight:\n(?:[ \t]+.*\n)+/m, ""));
		expect(await studio.publish({ paths: ["blog/offline.md"] }, by)).toHaveProperty("edition");
		expect(await readRedirects()).toEqual({ "/blog/twelve-days-offline": "/blog/away" });
	});

	test("go with an undone deletion, which is a draft again", async () => {
		const { studio, readRedirects } = await openStudio(kind);
		await studio.deleteDocuments([hotels], { redirectTo: "/services" }, by);
		expect(await studio.publish({ paths: [hotels] }, by)).toEqual({ edition: 1 });
		expect(await readRedirects()).toEqual({ "/hotels": "/services" });
		expect(await studio.undoRelease(1, by)).toEqual({ edition: 2 });
		expect(await studio.getDocument(hotels)).toMatchObject({ draft: { change: "delete", redirectTo: "/services" } });
		expect(await studio.publish({ paths: [hotels] }, by)).toEqual({ edition: 3 });
		expect(await readRedirects()).toEqual({ "/hotels": "/services" });
	});

	test("never lead away from a page that exists", async () => {
		const { readRedirects, move } = await openStudio(kind, "/hotels: /services\n/old: /hotels\n");
		expect(await readRedirects()).toEqual({ "/old": "/hotels" });
		await move(hotels, "houses");
		expect(await readRedirects()).toEqual({ "/old": "/houses", "/hotels": "/houses" });
	});

	test("are imported as they are, without a change where an export has them", async () => {
		const { publish, move, readRedirects, export: exportText, import: importText } = await openStudio(kind);
		await publish(file, "# By hand.\n/inns: /services\n");
		await move("blog/first-page-of-the-month.md", "first-page");
		const exported = await exportText();
		expect(exported).toMatch(/^# By hand\.\n/);
		const redirects = { "/inns": "/services", "/blog/first-page-of-the-month": "/blog/first-page" };
		expect(await readRedirects()).toEqual(redirects);
		const result = await importText(exported);
		expect(result).toMatchObject({ changesRedirects: false });
		// Files of companies may lead nowhere, as before.
		expect(await importText("/inns: /gone\n")).toMatchObject({ changesRedirects: true });
		expect(await readRedirects()).toMatchObject({ "/inns": "/gone" });
	});

	test("that the release before stored stay as they were over the file's, until the document is published", async () => {
		const { database, publish, readRedirects } = await openStudio(
			kind,
			"/inns: /services\n/rooms: /hotels\n/bar: /faq\n",
		);
		// An import of redirects.yml was stored as differences from the file of the build.
		await database.db
			.insertInto("contentEditions")
			.values({ number: 1, at: "2026-11-01T00:00:00.000Z", by: "command", note: null })
			.execute();
		for (const [fromPath, toPath] of [
			["/inns", "/portfolio"],
			["/rooms", ""],
			["/articles", "/blog"],
			["/journal", "/articles"],
		] as const)
			await database.db.insertInto("contentRedirects").values({ fromPath, toPath, edition: 1 }).execute();
		const kept = { "/inns": "/portfolio", "/bar": "/faq", "/articles": "/blog", "/journal": "/blog" };
		expect(await readRedirects()).toEqual(kept);
		expect(await publish("menus.yml", "{}\n")).toHaveProperty("edition");
		expect(await readRedirects()).toEqual(kept);
		expect(await publish(file, "/inns: /services\n/bar: /faq\n")).toHaveProperty("edition");
		expect(await readRedirects()).toEqual({ ...kept, "/inns": "/services" });
	});
});
