import { describe, expect, test } from "vitest";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../../tests/support/databases.ts";
import { createTestStudio, readTestContent } from "../../../tests/support/studios.ts";
import { createContentBuilder } from "../documents/build-content.server.ts";
import { applyOverlay, readOverlay } from "./release-store.server.ts";

const by = "account-ila";
const menus = "menus.yml";
const hotels = "landing-pages/hotels.yml";
const linkTo = (to: string) => `footerLinks:\n  - label: Imprint\n    to: ${to}\n`;

/** A studio over a content without menus. */
async function openStudio(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const content = await readTestContent();
	const documents = new Map(content.documents);
	documents.delete(menus);
	const { studio, deps } = await createTestStudio(database, { base: { ...content, documents } });
	return {
		studio,
		async publish(path: string, text: string) {
			await studio.saveDraft(path, { text, version: 0 }, by);
			return studio.publish({ paths: [path] }, by);
		},
		/** The public menus, as each server builds them. */
		readMenus: async () =>
			(await createContentBuilder().build(applyOverlay(deps.base, await readOverlay(database.db)))).menus,
	};
}

const none = { header: [], footerColumns: [], footerLinks: [] };
const imprint = (to: string) => ({ ...none, footerLinks: [{ label: "Imprint", to }] });

describe.each(databaseKinds)("menus in a studio on %s", (kind) => {
	test("are there without a file, become public, and are undone with their text a draft again", async () => {
		const { studio, publish, readMenus } = await openStudio(kind);
		const listed = async () => (await studio.listDocuments()).find(({ path }) => path === menus);
		expect(await listed()).toMatchObject({ title: "Menus", state: "file", conflict: false });
		expect(await studio.getDocument(menus)).not.toHaveProperty("current");
		expect(await readMenus()).toEqual(none);

		await studio.saveDraft(menus, { text: linkTo("/hotels"), version: 0 }, by);
		expect(await listed()).toMatchObject({ draft: { change: "create" } });
		expect((await studio.buildDraft([menus])).menus).toEqual(imprint("/hotels"));
		expect(await studio.publish({ paths: [menus] }, by)).toEqual({ edition: 1 });
		expect(await readMenus()).toEqual(imprint("/hotels"));

		expect(await studio.undoRelease(1, by)).toEqual({ edition: 2 });
		expect(await readMenus()).toEqual(none);
		expect(await studio.getDocument(menus)).toMatchObject({ state: "studio", draft: { text: linkTo("/hotels") } });
		await studio.discardDraft(menus, by);
		expect(await listed()).toMatchObject({ state: "studio" });
		const [first] = (await studio.listHistory(menus)).toReversed();
		expect(await studio.restore(first?.id ?? "", by)).toEqual({ edition: 3 });
		expect(await readMenus()).toEqual(imprint("/hotels"));
		expect(await publish(menus, linkTo("/pumps"))).toEqual({
			problems: [{ file: menus, field: "footerLinks[0].to", message: "/pumps is not a page on the site" }],
		});
	});

	test("follow a page that moves, and keep it from going as long as they link to it", async () => {
		const { studio, publish, readMenus } = await openStudio(kind);
		await publish(menus, linkTo("/hotels"));
		await studio.renameDocument(hotels, "inns", by);
		expect(await studio.check([hotels])).toEqual([]);
		expect(await studio.publish({ paths: [hotels] }, by)).toHaveProperty("edition");
		expect(await readMenus()).toEqual(imprint("/hotels"));
		expect((await studio.buildDraft([])).menus).toEqual(imprint("/hotels"));
		expect(await publish(menus, `${linkTo("/hotels")}  - label: Inns\n    to: /inns\n`)).toHaveProperty("edition");

		const inns = "landing-pages/inns.yml";
		expect(await studio.deleteDocuments([inns], {}, by)).toMatchObject({ links: [{ path: menus }] });
		await publish(menus, linkTo("/hotels"));
		// The page has no links any more; its former address does, and would lead nowhere.
		expect(await studio.deleteDocuments([inns], {}, by)).toHaveProperty("drafts");
		const problem = {
			file: menus,
			field: "footerLinks[0].to",
			message: "links to /hotels, which is deleted: change the link, or redirect that URL",
		};
		expect(await studio.publish({ paths: [inns] }, by)).toEqual({ problems: [problem] });
		expect(await studio.deleteDocuments([inns], { redirectTo: "/services" }, by)).toHaveProperty("drafts");
		expect(await studio.publish({ paths: [inns] }, by)).toHaveProperty("edition");
		expect(await readMenus()).toEqual(imprint("/hotels"));
	});
});
