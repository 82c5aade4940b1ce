import { describe, expect, test } from "vitest";
import type { Database } from "../../../platform/database/database.ts";
import { StorageUnavailableError } from "../../../platform/database/storage-errors.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../../tests/support/databases.ts";
import { afterReading, beforeNextCommit, settlesOrWaits } from "../../../tests/support/interleaving.ts";
import { createTestStudio } from "../../../tests/support/studios.ts";
import { createContentBuilder } from "../documents/build-content.server.ts";
import { createStudio } from "./create-studio.server.ts";
import { applyOverlay, readOverlay } from "./release-store.server.ts";
import { createStudioContent } from "./studio-content.server.ts";
import { createPublishPlan } from "./studio-publishing.server.ts";
import type { Studio } from "./studio.server.ts";

const by = "account-ila";
const other = "account-tam";
const post = "blog/first-page-of-the-month.md";
const otherPost = "blog/twelve-days-offline.md";
const project = "portfolio/tidelog.yml";

/** The reads of a release before it knows the last release, and before it writes. */
const beforeRelease = { table: "content_drafts" };
const atLast = { table: "content_picture_files", times: 2 };

/** Two servers on one database, and a function that opens a studio like the first's on another database object. */
async function openTwo(kind: DatabaseKind) {
	const database = await openTestDatabase(kind);
	const second = await openTestDatabase(kind, database);
	const one = await createTestStudio(database);
	const two = await createTestStudio(second, { clock: one.clock });
	return {
		...one,
		database,
		second,
		two: two.studio,
		failed: one.failed,
		failedOfTwo: two.failed,
		on: (changed: Database) => createStudio({ ...one.deps, database: changed }),
	};
}

async function draft(studio: Studio, path: string, change: (text: string) => string, who = by): Promise<number> {
	const document = await studio.getDocument(path);
	const text = change(document?.draft?.text ?? document?.current ?? "");
	const saved = await studio.saveDraft(path, { text, version: document?.draft?.version ?? 0 }, who);
	if (!("version" in saved)) throw new Error("The draft is in conflict");
	return saved.version;
}

const titled = (title: string) => (text: string) => text.replace(/^title: .*$/m, `title: ${title}`);
const titleOf = (text: string | undefined) => /^title: (.*)$/m.exec(text ?? "")?.[1];
const currentTitle = async (studio: Studio, path: string) => titleOf((await studio.getDocument(path))?.current);
const draftTitle = async (studio: Studio, path: string) => titleOf((await studio.getDocument(path))?.draft?.text);

/** Publishes a post that no other page needs, and returns its path. */
async function publishPost(studio: Studio): Promise<string> {
	const text = (await studio.getDocument(post))?.current?.replace(/^insight:\n(?:[ \t]+.*\n)+/m, "");
	const created = await studio.createDocument("post", "one-more", by, text);
	if (!("path" in created)) throw new Error(created.problem);
	expect(await studio.publish({ paths: [created.path] }, by)).toHaveProperty("edition");
	return created.path;
}

async function scheduleTitle(studio: Studio, path: string, title: string, at: Temporal.Instant): Promise<string> {
	await draft(studio, path, titled(title));
	const result = await studio.publish({ paths: [path], at }, by);
	if (!("scheduled" in result)) throw new Error(`It is not scheduled: ${JSON.stringify(result)}`);
	return result.scheduled;
}

async function listReleases(studio: Studio, path?: string) {
	return (await studio.listHistory(path)).map(({ edition, by: who, action, text }) => [
		edition,
		who,
		action,
		titleOf(text),
	]);
}

test("a publication is given up when others were faster at every attempt", async () => {
	const { deps } = await createTestStudio(await openTestDatabase("sqlite"));
	const content = createStudioContent(deps);
	let rounds = 0;
	const alwaysEarlier = async () => {
		rounds++;
		const state = await content.readState();
		return { ...state, overlay: { ...state.overlay, edition: state.overlay.edition - 1 } };
	};
	const publishPlan = createPublishPlan(deps, { ...content, readState: alwaysEarlier });
	await expect(publishPlan(() => ({ changes: [] }), { by, note: undefined }, {})).rejects.toThrow(
		StorageUnavailableError,
	);
	expect(rounds).toBe(5);
});

describe.each(databaseKinds)("two servers on %s", (kind) => {
	test("a document published while a scheduled release begins is not overwritten", async () => {
		const { database, two, studio, clock, failed, on } = await openTwo(kind);
		await scheduleTitle(studio, post, "Due", clock.now().add({ hours: 1 }));
		await draft(studio, post, titled("Newer"));
		clock.advance({ hours: 1 });
		// Between reading the documents and reading the release.
		const begun = on(afterReading(database, beforeRelease, () => two.publish({ paths: [post] }, other)));
		await begun.publishDue();
		expect(await currentTitle(studio, post)).toBe("Newer");
		expect(await listReleases(studio)).toEqual([[1, other, "published", "Newer"]]);
		expect(failed).toMatchObject([{ by, paths: [post], problems: [] }]);
		expect(await draftTitle(studio, post)).toBe("Due");
	});

	test("a restore notices a release in between", async () => {
		const { database, two, deps, studio } = await openTwo(kind);
		const company = "company.yml";
		const withAddress = (address: string) => (text: string) => text.replace(/^email: .*$/m, `email: ${address}`);
		for (const address of ["first@loom.example", "second@loom.example", "first@loom.example"]) {
			await draft(studio, company, withAddress(address));
			expect(await studio.publish({ paths: [company], acceptsSample: true }, "admin")).toHaveProperty("edition");
		}
		const [, second] = await studio.listHistory(company);
		await draft(studio, company, (text) =>
			withAddress("second@loom.example")(text).replace(/^name: .*$/m, "name: Loom"),
		);
		await studio.publish({ paths: [company], acceptsSample: true }, "admin");
		await draft(studio, company, withAddress("third@loom.example"));
		const begun = createStudio({
			...deps,
			database: afterReading(database, beforeRelease, () =>
				two.publish({ paths: [company], acceptsSample: true }, "admin"),
			),
			mayPublishReserved: async (who) => who === "admin",
		});
		expect(await begun.restore(second?.id ?? "", by, { acceptsSample: true })).toMatchObject({
			problems: [{ file: company, field: "email" }],
		});
		expect((await studio.getDocument(company))?.current).toContain("third@loom.example");
	});

	test.each(["cancelled", "moved"] as const)(
		"what is %s after it has begun to be published is not public",
		async (how) => {
			const { database, two, studio, clock, failed, on } = await openTwo(kind);
			const at = clock.now().add({ hours: 1 });
			const id = await scheduleTitle(studio, post, "Due", at);
			clock.advance({ hours: 1 });
			const later = at.add({ hours: 5 });
			const begun = on(
				afterReading(database, atLast, async () => {
					if (how === "cancelled") expect(await two.cancelScheduled(id, other)).toBe(true);
					else expect(await two.moveScheduled(id, { at: later, from: at }, other)).toEqual({ moved: later });
				}),
			);
			await begun.publishDue();
			expect([await listReleases(studio), failed]).toEqual([[], []]);
			expect(await draftTitle(studio, post)).toBe("Due");
			clock.advance({ hours: 6 });
			await Promise.all([studio.publishDue(), two.publishDue()]);
			expect(await listReleases(studio)).toEqual(how === "cancelled" ? [] : [[1, by, "published", "Due"]]);
		},
	);

	test.each(["cancelled", "moved"] as const)("what is published first is not %s, and says so", async (how) => {
		const { database, two, studio, clock, on } = await openTwo(kind);
		const at = clock.now().add({ hours: 1 });
		const id = await scheduleTitle(studio, post, "Due", at);
		clock.advance({ hours: 1 });
		let late: Promise<unknown> | undefined;
		const begun = on(
			beforeNextCommit(database, async () => {
				late =
					how === "cancelled"
						? two.cancelScheduled(id, other)
						: two.moveScheduled(id, { at: at.add({ hours: 5 }), from: at }, other);
				await settlesOrWaits(database, late);
			}),
		);
		await begun.publishDue();
		expect(await late).toEqual(how === "cancelled" ? false : { isGone: true });
		expect(await listReleases(studio)).toEqual([[1, by, "published", "Due"]]);
		expect(await studio.listScheduled()).toEqual([]);
	});

	test("of two simultaneous changes of a time one succeeds, and the other gets that time", async () => {
		const { two, studio, clock, noted } = await openTwo(kind);
		const at = clock.now().add({ hours: 1 });
		const id = await scheduleTitle(studio, post, "Due", at);
		const wanted = [at.add({ hours: 1 }), at.add({ hours: 2 })] as const;
		const results = await Promise.all([
			studio.moveScheduled(id, { at: wanted[0], from: at }, by),
			two.moveScheduled(id, { at: wanted[1], from: at }, other),
		]);
		const [scheduled] = await studio.listScheduled();
		expect(wanted).toContainEqual(scheduled?.at);
		expect(results).toContainEqual({ moved: scheduled?.at });
		expect(results).toContainEqual({ conflictingTime: scheduled?.at });
		expect(noted.filter(({ action }) => action === "content.move-schedule").length).toBeLessThanOrEqual(1);
	});

	test("a draft scheduled twice at once is scheduled once, and the second attempt gets the time", async () => {
		const { database, two, studio, clock, on } = await openTwo(kind);
		const at = clock.now().add({ hours: 1 });
		await draft(studio, post, titled("Due"));
		let second: ReturnType<Studio["publish"]> | undefined;
		const first = on(
			beforeNextCommit(database, async () => {
				second = two.publish({ paths: [post], at: at.add({ hours: 1 }) }, other);
				await settlesOrWaits(database, second);
			}),
		);
		expect(await first.publish({ paths: [post], at }, by)).toHaveProperty("scheduled");
		expect(await second).toEqual({ waiting: [{ path: post, at }] });
		expect((await studio.listScheduled()).map(({ at: time }) => time)).toEqual([at]);
	});

	test("scheduling a document while it is restored is refused, not dropped hours later", async () => {
		const { database, two, studio, clock, on } = await openTwo(kind);
		for (const title of ["First", "Second"]) {
			await draft(studio, post, titled(title));
			await studio.publish({ paths: [post] }, by);
		}
		const [, first] = await studio.listHistory(post);
		await draft(studio, post, titled("Third"));
		const begun = on(afterReading(database, atLast, () => two.restore(first?.id ?? "", other)));
		expect(await begun.publish({ paths: [post], at: clock.now().add({ hours: 1 }) }, by)).toEqual({
			conflict: [post],
		});
		expect([await currentTitle(studio, post), await draftTitle(studio, post)]).toEqual(["First", "Third"]);
	});

	test("a revision restored twice at once is one release, and both get its number", async () => {
		const { database, two, studio, on } = await openTwo(kind);
		for (const title of ["First", "Second"]) {
			await draft(studio, post, titled(title));
			await studio.publish({ paths: [post] }, by);
		}
		const [, first] = await studio.listHistory(post);
		let second: ReturnType<Studio["restore"]> | undefined;
		const begun = on(
			beforeNextCommit(database, async () => {
				second = two.restore(first?.id ?? "", other);
				await settlesOrWaits(database, second);
			}),
		);
		expect(await begun.restore(first?.id ?? "", by)).toEqual({ edition: 3 });
		expect(await second).toEqual({ edition: 3 });
		expect((await listReleases(studio, post)).map(([edition, who]) => [edition, who])).toEqual([
			[3, by],
			[2, by],
			[1, by],
		]);
	});

	test("a second release is checked against the first", async () => {
		const { database, two, studio, on } = await openTwo(kind);
		const category = (name: string) => (text: string) => text.replace(/^category: .*$/m, `category: ${name}`);
		await draft(studio, "pages/blog.yml", (text) => text.replace("- Gateways", "- Gateways\n  - Boxes"));
		await draft(studio, otherPost, category("Boxes"));
		expect(await studio.publish({ paths: ["pages/blog.yml", otherPost] }, by)).toEqual({ edition: 1 });
		// One removes the category with its last post; the other adds a post to it.
		await draft(studio, "pages/blog.yml", (text) => text.replace("\n  - Boxes", ""));
		await draft(studio, otherPost, category("Gateways"));
		await draft(studio, post, category("Boxes"), other);
		const begun = on(afterReading(database, atLast, () => two.publish({ paths: ["pages/blog.yml", otherPost] }, by)));
		expect(await begun.publish({ paths: [post] }, other)).toEqual({
			problems: [{ file: post, field: "category", message: expect.any(String) }],
		});
		expect((await studio.getDocument(post))?.draft?.text).toContain("category: Boxes");
		expect((await readOverlay(database.db)).edition).toBe(2);
	});

	test("a part that is switched off and an article of it, at once, are two editions, and each server has both", async () => {
		const { database, two, studio, deps, second, on } = await openTwo(kind);
		await draft(studio, post, titled("While it is on"));
		await draft(studio, "company.yml", (text) =>
			text.replace(/^parts:\n(?: .*\n)+/m, "").concat("parts:\n  blog: false\n"),
		);
		const begun = on(
			afterReading(database, atLast, () => two.publish({ paths: ["company.yml"], acceptsSample: true }, other)),
		);
		expect(await begun.publish({ paths: [post] }, by)).toEqual({ edition: 2 });
		for (const server of [database, second]) {
			const { company, posts } = await createContentBuilder().build(
				applyOverlay(deps.base, await readOverlay(server.db)),
			);
			expect([company.parts.blog, posts.some(({ title }) => title === "While it is on")]).toEqual([false, true]);
		}
	});

	test("a new address and a draft that is saved at the same moment do not break each other", async () => {
		const { database, two, studio, on } = await openTwo(kind);
		let renaming: ReturnType<Studio["renameDocument"]> | undefined;
		const text = titled("Typed")((await studio.getDocument(post))?.current ?? "");
		const saving = on(
			beforeNextCommit(database, async () => {
				renaming = two.renameDocument(post, "moved", other);
				await settlesOrWaits(database, renaming);
			}),
		);
		expect(await saving.saveDraft(post, { text, version: 0 }, by)).toHaveProperty("version");
		expect(await renaming).toMatchObject({ path: "blog/moved.md" });
		expect((await studio.getDocument(post))?.draft).toMatchObject({ change: "rename", renamedTo: "blog/moved.md" });
		expect((await studio.getDocument("blog/moved.md"))?.draft).toMatchObject({ renamedFrom: post, text });
		expect(await studio.publish({ paths: ["blog/moved.md"] }, by)).toEqual({ edition: 1 });
		expect((await studio.getDocument(post))?.state).toBe("deleted");
	});

	test.each(["renamed", "deleted"] as const)(
		"what is due while its document is %s goes public, once, and the other stays a draft",
		async (how) => {
			const { two, studio, clock, failed, failedOfTwo } = await openTwo(kind);
			const path = await publishPost(studio);
			await scheduleTitle(studio, path, "Due", clock.now().add({ hours: 1 }));
			clock.advance({ hours: 1 });
			await Promise.all([
				studio.publishDue(),
				two.publishDue(),
				how === "renamed"
					? two.renameDocument(path, "moved", other)
					: two.deleteDocuments([path], { redirectTo: "/blog" }, other),
			]);
			expect((await listReleases(studio, path))[0]).toEqual([2, by, "published", "Due"]);
			expect([...failed, ...failedOfTwo]).toEqual([]);
			const change = how === "renamed" ? "rename" : "delete";
			expect((await studio.getDocument(path))?.draft).toMatchObject({ change });
			expect(await studio.publish({ paths: [path] }, other)).toEqual({ edition: 3 });
			if (how === "renamed") expect(await currentTitle(studio, "blog/moved.md")).toBe("Due");
			expect((await studio.getDocument(path))?.current).toBeUndefined();
		},
	);

	test("keeping the studio's version and taking the file's, at once, are answered as they came", async () => {
		const { database, two, studio, on } = await openTwo(kind);
		await draft(studio, post, titled("Edited"));
		await studio.publish({ paths: [post] }, by);
		let keeping: ReturnType<Studio["keepStudio"]> | undefined;
		const begun = on(
			beforeNextCommit(database, async () => {
				keeping = two.keepStudio(post, other);
				await settlesOrWaits(database, keeping);
			}),
		);
		expect(await begun.takeFile(post, by)).toEqual({ edition: 2 });
		expect(await keeping).toBe(false);
	});

	test("publications of several people at once, with the same drafts and with others, are editions without a gap", async () => {
		const { database, second, two, studio, clock, deps } = await openTwo(kind);
		const paths = [post, otherPost, project, "faq.yml"];
		const made: number[] = [];
		for (let round = 0; round < 4; round += 1) {
			for (const path of paths.slice(0, 3)) await draft(studio, path, titled(`Round ${round} of ${path.length}`));
			await scheduleTitle(studio, project, `Due ${round}`, clock.now().add({ minutes: 1 }));
			clock.advance({ minutes: 1 });
			const before = (await studio.listHistory()).length;
			const results = await Promise.all([
				studio.publish({ paths: [post, otherPost] }, by),
				two.publish({ paths: [otherPost, post] }, other),
				two.publish({ paths: [otherPost] }, other),
				studio.publishDue().then(() => undefined),
				two.publishDue().then(() => undefined),
			]);
			for (const result of results.slice(0, 3))
				if (result && "edition" in result) made.push(result.edition);
				else expect(result).toHaveProperty("conflict");
			// Of overlapping releases one or two are made, never three; each document once.
			const history = (await studio.listHistory()).slice(0, -before || undefined);
			expect(history.map(({ path }) => path).toSorted()).toEqual(
				[...new Set(history.map(({ path }) => path))].toSorted(),
			);
			expect(await currentTitle(studio, project)).toBe(`Due ${round}`);
			for (const path of [post, otherPost]) {
				const { draft: left, current } = (await studio.getDocument(path)) ?? {};
				expect(titleOf(left?.text ?? current)).toBe(`Round ${round} of ${path.length}`);
				if (left) await studio.publish({ paths: [path] }, by);
			}
		}
		const releases = await database.db.selectFrom("contentEditions").select("number").orderBy("number").execute();
		expect(releases.map(({ number }) => number)).toEqual(releases.map((_, index) => index + 1));
		expect(new Set(made).size).toBe(made.length);
		const builds = await Promise.all(
			[database, second].map(async (server) =>
				createContentBuilder().build(applyOverlay(deps.base, await readOverlay(server.db))),
			),
		);
		expect(builds[1]).toEqual(builds[0]);
	});
});

describe.each(databaseKinds)("a scheduled release, on %s", (kind) => {
	test("can be rescheduled, and is published then, by its author", async () => {
		const { studio, clock, noted } = await createTestStudio(await openTestDatabase(kind));
		const at = clock.now().add({ hours: 1 });
		const id = await scheduleTitle(studio, post, "Due", at);
		const later = at.add({ hours: 2 });
		expect(await studio.moveScheduled(id, { at: later, from: at }, other)).toEqual({ moved: later });
		expect(noted.at(-1)).toEqual({
			actor: other,
			action: "content.move-schedule",
			subject: id,
			details: { from: "2026-11-23T07:00:00.000Z", to: "2026-11-23T09:00:00.000Z" },
		});
		expect(await studio.moveScheduled(id, { at: clock.now(), from: later }, other)).toEqual({ hasPassed: true });
		expect(await studio.moveScheduled(id, { at: at.add({ hours: 9 }), from: at }, other)).toEqual({
			conflictingTime: later,
		});
		clock.advance({ hours: 2 });
		await studio.publishDue();
		expect(await listReleases(studio)).toEqual([]);
		clock.advance({ hours: 1 });
		await studio.publishDue();
		expect(await listReleases(studio)).toEqual([[1, by, "published", "Due"]]);
		expect(await studio.moveScheduled(id, { at: later.add({ hours: 9 }), from: later }, other)).toEqual({
			isGone: true,
		});
	});

	test("keeps its time for people who may not publish it", async () => {
		const { deps, clock } = await createTestStudio(await openTestDatabase(kind));
		const studio = createStudio({ ...deps, mayPublishReserved: async (who) => who === "admin" });
		const at = clock.now().add({ hours: 1 });
		await draft(studio, "company.yml", (text) => text.replace(/^email: .*$/m, "email: other@loom.example"));
		const result = await studio.publish({ paths: ["company.yml"], at, acceptsSample: true }, "admin");
		const id = "scheduled" in result ? result.scheduled : "";
		const times = { at: at.add({ hours: 1 }), from: at };
		expect(await studio.moveScheduled(id, times, "editor")).toMatchObject({ problems: [{ field: "email" }] });
		expect((await studio.listScheduled())[0]?.at).toEqual(at);
		expect(await studio.moveScheduled(id, times, "admin")).toEqual({ moved: times.at });
	});

	test("is a draft again when it is cancelled, even a discarded one; with a new address, both ends", async () => {
		const { studio, clock } = await createTestStudio(await openTestDatabase(kind));
		const at = clock.now().add({ hours: 1 });
		const id = await scheduleTitle(studio, post, "Due", at);
		await studio.discardDraft(post, other);
		expect(await studio.cancelScheduled(id, by)).toBe(true);
		expect(await draftTitle(studio, post)).toBe("Due");

		await studio.renameDocument(post, "moved", by);
		const renaming = await studio.publish({ paths: ["blog/moved.md"], at }, by);
		await studio.discardDraft(post, other);
		// Another draft of the old address counts, and the new one's text is not lost.
		await draft(studio, post, titled("Another"), other);
		expect(await studio.cancelScheduled("scheduled" in renaming ? renaming.scheduled : "", by)).toBe(true);
		expect(await studio.getDocument(post)).toMatchObject({ draft: { change: "change" } });
		expect(await studio.getDocument("blog/moved.md")).toMatchObject({ draft: { change: "create" } });
		await studio.discardDraft("blog/moved.md", by);
		expect(await draftTitle(studio, post)).toBe("Another");
	});

	test("is dropped silently, without drafts, when somebody has published the same", async () => {
		const { studio, clock, failed, noted } = await createTestStudio(await openTestDatabase(kind));
		await scheduleTitle(studio, post, "Due", clock.now().add({ hours: 1 }));
		await studio.publish({ paths: [post] }, other);
		clock.advance({ hours: 1 });
		await studio.publishDue();
		expect(await listReleases(studio)).toEqual([[1, other, "published", "Due"]]);
		expect([failed, await studio.listScheduled()]).toEqual([[], []]);
		expect((await studio.getDocument(post))?.draft).toBeUndefined();
		expect(noted.at(-1)).toMatchObject({ action: "content.schedule-met" });
	});
});

test("nothing is deleted that a new link leads to, and no new link leads to a deleted document", async () => {
	const { studio } = await createTestStudio(await openTestDatabase("sqlite"));
	const path = await publishPost(studio);
	const linking = (text: string) => `${text}\nSee [that](/blog/one-more).\n`;
	await studio.deleteDocuments([path], {}, by);
	await draft(studio, otherPost, linking, other);
	expect(await studio.publish({ paths: [otherPost] }, other)).toEqual({ edition: 2 });
	const problems = [{ file: otherPost, field: "", message: expect.stringContaining("which is deleted") }];
	expect(await studio.publish({ paths: [path] }, by)).toEqual({ problems });
	const [link] = await studio.listHistory(otherPost);
	await studio.takeFile(otherPost, other);
	expect(await studio.publish({ paths: [path] }, by)).toHaveProperty("edition");
	expect(await studio.restore(link?.id ?? "", other)).toEqual({ problems });
});

test("a draft typed since the page was opened is not lost by taking the file's version", async () => {
	const database = await openTestDatabase("sqlite");
	const { studio } = await createTestStudio(database);
	await draft(studio, post, titled("Edited"));
	await studio.publish({ paths: [post] }, by);
	await draft(studio, post, titled("Typed since"), other);
	expect(await studio.takeFile(post, by, { draftVersion: 0 })).toEqual({ conflict: [post] });
	expect(await draftTitle(studio, post)).toBe("Typed since");
});
