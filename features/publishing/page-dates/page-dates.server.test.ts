import { describe, expect, test } from "vitest";
import { databaseKinds, openTestDatabase } from "../../../tests/support/databases.ts";
import { publishTexts } from "../../../tests/support/releases.ts";
import { readTestContent } from "../../../tests/support/studios.ts";
import { createContentBuilder } from "../documents/build-content.server.ts";
import { formatPageDates, readPageDates } from "../documents/page-dates-file.server.ts";
import { listIndexedPaths } from "../site-paths.ts";
import { listPageDates, listRecordedPages, pageDatesChangeKey, recordPageDates } from "./page-dates.server.ts";

const post = "blog/first-page-of-the-month.md";
const address = "/blog/first-page-of-the-month";
const none = new Map<string, never>();

async function buildContent(texts: Record<string, string | null> = {}) {
	const source = await readTestContent();
	const documents = new Map(source.documents);
	for (const [path, text] of Object.entries(texts)) {
		if (text === null) documents.delete(path);
		else documents.set(path, text);
	}
	return createContentBuilder().build({ ...source, documents });
}

describe.each(databaseKinds)("the days on which pages change, on %s", (kind) => {
	test("every page of the first content has one: articles their own, others today", async () => {
		const database = await openTestDatabase(kind);
		const content = await buildContent();
		await recordPageDates(database, { content, release: 0, brought: none, today: "2026-11-23" });
		const dates = await listPageDates(database.db);
		expect([...dates.keys()].toSorted()).toEqual(listIndexedPaths(content).toSorted());
		expect(dates.get(address)).toBe("2025-11-04");
		expect(dates.get("/aboutUs")).toBe("2026-11-23");
	});

	test("a change dates its pages and no others, and announces them", async () => {
		const database = await openTestDatabase(kind);
		const announced: string[] = [];
		const told: string[][] = [];
		const record = async (texts: Record<string, string | null>, release: number, today: string) =>
			recordPageDates(database, {
				content: await buildContent(texts),
				release,
				brought: none,
				today,
				onChanged: async (_transaction, paths) => void told.push([...paths].toSorted()),
			});
		await record({}, 0, "2026-11-23");
		const before = await listPageDates(database.db);
		expect(told).toEqual([]);
		database.changes.listen((keys) => announced.push(...keys));
		await record({}, 0, "2026-11-24");
		expect(announced).toEqual([]);

		const text = `${(await readTestContent()).documents.get(post)}\nOne more sentence.\n`;
		const release = await publishTexts(database, { [post]: text });
		expect(await record({ [post]: text }, release, "2026-11-25")).toBe(true);
		expect(await listPageDates(database.db)).toEqual(new Map(before).set(address, "2026-11-25"));
		expect(announced).toContain(pageDatesChangeKey);
		expect(told).toEqual([[address]]);
	});

	test("a server with an earlier release changes nothing", async () => {
		const database = await openTestDatabase(kind);
		const content = await buildContent();
		await recordPageDates(database, { content, release: 0, brought: none, today: "2026-11-23" });
		const text = `${(await readTestContent()).documents.get(post)}\nOne more sentence.\n`;
		const release = await publishTexts(database, { [post]: text });
		await recordPageDates(database, {
			content: await buildContent({ [post]: text }),
			release,
			brought: none,
			today: "2026-11-24",
		});
		expect(await recordPageDates(database, { content, release: 0, brought: none, today: "2026-11-25" })).toBe(false);
		expect((await listPageDates(database.db)).get(address)).toBe("2026-11-24");
	});

	test("two servers that record one release at once announce each page once", async () => {
		const database = await openTestDatabase(kind);
		const second = await openTestDatabase(kind, database);
		await recordPageDates(database, {
			content: await buildContent(),
			release: 0,
			brought: none,
			today: "2026-11-23",
		});
		const text = `${(await readTestContent()).documents.get(post)}\nOne more sentence.\n`;
		const release = await publishTexts(database, { [post]: text });
		const content = await buildContent({ [post]: text });
		const told: string[] = [];
		const onChanged = async (_transaction: unknown, paths: readonly string[]) => void told.push(...paths);
		await Promise.all(
			[database, second].map((one) =>
				recordPageDates(one, { content, release, brought: none, today: "2026-11-24", onChanged }),
			),
		);
		expect(told).toEqual([address]);
	});

	test("days that were exported come back with the same content, and not with another", async () => {
		const database = await openTestDatabase(kind);
		await recordPageDates(database, {
			content: await buildContent(),
			release: 0,
			brought: none,
			today: "2026-10-01",
		});
		const { dates: brought, problems } = readPageDates(formatPageDates(await listRecordedPages(database.db)));
		expect(problems).toEqual([]);
		const other = await openTestDatabase(kind);
		const text = `${(await readTestContent()).documents.get("faq.yml")}`.replace(/question: .*/, "question: Why so?");
		await recordPageDates(other, {
			content: await buildContent({ "faq.yml": text }),
			release: 0,
			brought,
			today: "2026-11-23",
		});
		const dates = await listPageDates(other.db);
		expect(dates.get("/aboutUs")).toBe("2026-10-01");
		expect(dates.get("/faq")).toBe("2026-11-23");
	});
});
