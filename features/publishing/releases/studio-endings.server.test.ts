import { describe, expect, test } from "vitest";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../../tests/support/databases.ts";
import { createTestStudio } from "../../../tests/support/studios.ts";
import { createStudio } from "./create-studio.server.ts";
import { listReturningTexts } from "./earlier-texts.server.ts";

const by = "account-ila";
const post = "blog/first-page-of-the-month.md";
const otherPost = "blog/twelve-days-offline.md";

async function open(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const opened = await createTestStudio(database);
	const { studio, clock } = opened;
	const titleOf = async (path: string) => /^title: (.*)$/m.exec((await studio.getDocument(path))?.current ?? "")?.[1];
	return {
		...opened,
		database,
		titleOf,
		original: await titleOf(post),
		in: (hours: number) => clock.now().add({ hours }),
		async write(path: string, title: string) {
			const found = await studio.getDocument(path);
			const text = (found?.draft?.text ?? found?.current ?? "").replace(/^title: .*$/m, `title: ${title}`);
			await studio.saveDraft(path, { text, version: found?.draft?.version ?? 0 }, by);
		},
		async pass(hours: number) {
			clock.advance({ hours });
			await studio.publishDue();
		},
	};
}

describe.each(databaseKinds)("ends of releases on %s", (kind) => {
	test("a scheduled release is public from its time to its end, once on two servers, and both are in the history", async () => {
		const { studio, deps, write, pass, titleOf, original, in: inHours, failed, noted } = await open(kind);
		await write(post, "Open day");
		const result = await studio.publish({ paths: [post], at: inHours(1), endsAt: inHours(3) }, by);
		expect(result).toHaveProperty("scheduled");
		expect((await studio.listScheduled())[0]?.endsAt?.equals(inHours(3))).toBe(true);
		expect(await titleOf(post)).toBe(original);
		await pass(1);
		expect([await titleOf(post), await studio.listEndings()]).toEqual([
			"Open day",
			[{ edition: 1, at: inHours(2), by, paths: [post], changedSince: [] }],
		]);
		await pass(2);
		await Promise.all([studio.publishDue(), createStudio(deps).publishDue()]);
		expect([await titleOf(post), await studio.listEndings(), failed]).toEqual([original, [], []]);
		expect((await studio.listHistory(post)).map(({ edition, note }) => [edition, note])).toEqual([
			[2, "End of release 1"],
			[1, undefined],
		]);
		// It left the studio again, and no draft stays behind.
		expect(await studio.getDocument(post)).toMatchObject({ state: "file" });
		expect((await studio.getDocument(post))?.draft).toBeUndefined();
		expect(noted.filter(({ action }) => action === "content.publish")).toHaveLength(2);
	});

	test("ends within each other go back one after the other", async () => {
		const { studio, write, pass, titleOf, original, in: inHours } = await open(kind);
		await write(post, "All week");
		await studio.publish({ paths: [post], endsAt: inHours(10) }, by);
		await write(post, "Today only");
		await studio.publish({ paths: [post], endsAt: inHours(2) }, by);
		await pass(2);
		expect(await titleOf(post)).toBe("All week");
		await pass(8);
		expect(await titleOf(post)).toBe(original);
	});

	test("a release does not end over another text, and its author is told; all of it stays", async () => {
		const { studio, deps, database, write, pass, titleOf, in: inHours, failed, noted } = await open(kind);
		await write(post, "Sale");
		await write(otherPost, "Sale too");
		await studio.publish({ paths: [post, otherPost], endsAt: inHours(5) }, by);
		await write(post, "Corrected");
		await studio.publish({ paths: [post] }, "account-tam");
		expect((await studio.listEndings())[0]?.changedSince).toEqual([post]);
		// Their pictures cannot be deleted until then.
		expect(await listReturningTexts(database.db, deps.base.documents)).toEqual(
			expect.arrayContaining([post, otherPost].map((path) => ({ path, text: deps.base.documents.get(path) }))),
		);
		await pass(5);
		expect([await titleOf(post), await titleOf(otherPost)]).toEqual(["Corrected", "Sale too"]);
		expect(failed).toEqual([
			{ by, at: expect.anything(), isEnd: true, paths: expect.arrayContaining([post, otherPost]), problems: [] },
		]);
		expect(noted.at(-1)).toMatchObject({ action: "content.end-failed", subject: "edition:1" });
		await pass(5);
		expect(failed).toHaveLength(1);
	});

	test("nothing is done and nobody is told where the earlier text is public again already", async () => {
		const { studio, write, pass, titleOf, original, in: inHours, failed, noted } = await open(kind);
		const { current: earlier = "" } = (await studio.getDocument(post)) ?? {};
		await write(post, "Sale");
		await studio.publish({ paths: [post], endsAt: inHours(5) }, by);
		await studio.saveDraft(post, { text: earlier, version: 0 }, by);
		await studio.publish({ paths: [post] }, by);
		await pass(5);
		expect([await titleOf(post), failed]).toEqual([original, []]);
		expect(noted.at(-1)).toMatchObject({ action: "content.end-met" });
	});

	test("the end of an undone release does not end what is published again", async () => {
		const { studio, write, pass, titleOf, in: inHours, failed } = await open(kind);
		await write(post, "Sale");
		await studio.publish({ paths: [post], endsAt: inHours(5) }, by);
		expect(await studio.undoRelease(1, by)).toEqual({ edition: 2 });
		expect(await studio.listEndings()).toEqual([]);
		expect(await studio.publish({ paths: [post] }, by)).toEqual({ edition: 3 });
		await pass(5);
		expect([await titleOf(post), await studio.listEndings(), failed]).toEqual(["Sale", [], []]);
	});

	test("an end is moved and removed, once", async () => {
		const { studio, write, pass, titleOf, in: inHours } = await open(kind);
		await write(post, "Sale");
		await studio.publish({ paths: [post], endsAt: inHours(5) }, by);
		expect(await studio.moveEnding(1, { at: inHours(9), from: inHours(4) }, by)).toEqual({
			conflictingTime: inHours(5),
		});
		expect(await studio.moveEnding(1, { at: inHours(-1), from: inHours(5) }, by)).toEqual({ hasPassed: true });
		expect(await studio.moveEnding(2, { at: inHours(9), from: inHours(5) }, by)).toEqual({ isGone: true });
		expect(await studio.moveEnding(1, { at: inHours(9), from: inHours(5) }, by)).toEqual({ moved: inHours(9) });
		await pass(5);
		expect(await titleOf(post)).toBe("Sale");
		expect(await studio.cancelEnding(1, by)).toBe(true);
		expect(await studio.cancelEnding(1, by)).toBe(false);
		await pass(5);
		expect(await titleOf(post)).toBe("Sale");
	});

	test("a page that a release created is gone at its end, unless something links to it", async () => {
		const { studio, write, pass, in: inHours, failed } = await open(kind);
		const text = (await studio.getDocument(post))?.current?.replace(/^insight:\n(?:[ \t]+.*\n)+/m, "") ?? "";
		for (const slug of ["open-day", "fair"]) await studio.createDocument("post", slug, by, text);
		await studio.publish({ paths: ["blog/open-day.md"], endsAt: inHours(1) }, by);
		await studio.publish({ paths: ["blog/fair.md"], endsAt: inHours(2) }, by);
		await pass(1);
		expect(await studio.getDocument("blog/open-day.md")).toMatchObject({ state: "deleted" });
		const other = await studio.getDocument(otherPost);
		await studio.saveDraft(otherPost, { text: `${other?.current}\n\n[Fair](/blog/fair)\n`, version: 0 }, by);
		expect(await studio.publish({ paths: [otherPost] }, by)).toHaveProperty("edition");
		await pass(1);
		expect((await studio.getDocument("blog/fair.md"))?.current).toBeDefined();
		expect(failed).toMatchObject([{ isEnd: true, problems: [{ file: otherPost }] }]);
		await write(post, "So that the studio goes on");
		expect(await studio.publish({ paths: [post] }, by)).toHaveProperty("edition");
	});

	test("a scheduled release keeps its place before its end", async () => {
		const { studio, write, in: inHours } = await open(kind);
		await write(post, "Open day");
		const result = await studio.publish({ paths: [post], at: inHours(1), endsAt: inHours(3) }, by);
		const id = "scheduled" in result ? result.scheduled : "";
		expect(await studio.moveScheduled(id, { at: inHours(3), from: inHours(1) }, by)).toEqual({ isAfterEnd: true });
		expect(await studio.moveScheduled(id, { at: inHours(2), from: inHours(1) }, by)).toEqual({ moved: inHours(2) });
	});
});
