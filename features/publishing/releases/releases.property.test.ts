import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { databaseKinds, openTestDatabase } from "../../../tests/support/databases.ts";
import { createTestStudio, readTestContent } from "../../../tests/support/studios.ts";
import { createContentBuilder } from "../documents/build-content.server.ts";
import { readValues, writeValues } from "../documents/document-text.server.ts";
import { findDocumentKind } from "../documents/document-kinds.ts";
import { applyOverlay, readOverlay } from "./release-store.server.ts";
import type { PublishResult, Studio } from "./studio.server.ts";

const by = "account-ila";
const paths = ["blog/first-page-of-the-month.md", "blog/twelve-days-offline.md", "portfolio/tidelog.yml", "home.yml"];
const [firstPath, secondPath] = paths as [string, string];

/** Changes one text of a document: the title, or that of the first screen. */
function write(text: string, path: string, title: string): string {
	const hasBody = findDocumentKind(path)?.kind.hasBody ?? false;
	const values = readValues(text, hasBody) as { fields: Record<string, unknown>; body: string };
	const fields =
		path === "home.yml"
			? { ...values.fields, hero: { ...(values.fields.hero as object), title } }
			: { ...values.fields, title };
	return writeValues(text, { ...values, fields }, hasBody);
}

const path = fc.constantFrom(...paths);
const step = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ do: fc.constant("edit" as const), path, title: fc.string({ maxLength: 60 }) }) },
	{
		weight: 3,
		arbitrary: fc.record({ do: fc.constant("publish" as const), paths: fc.uniqueArray(path, { minLength: 1 }) }),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("restore" as const), of: fc.nat() }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("takeFile" as const), path }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant("discard" as const), path }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The expected public state. */
type Model = {
	published: Map<string, string>;
	drafts: Map<string, string>;
	releases: number;
	/** The release that published each text. */
	editionOf: Map<string, number>;
};

describe.each(databaseKinds)("editions on %s", (kind) => {
	test("after any edits, publications, restores and resets, the served content equals a model's", async () => {
		const base = await readTestContent();
		const builder = createContentBuilder();
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
				const database = await openTestDatabase(kind);
				const { studio } = await createTestStudio(database);
				const model: Model = { published: new Map(), drafts: new Map(), releases: 0, editionOf: new Map() };
				for (const one of steps) await take(one, studio, model, base.documents);
				const overlay = await readOverlay(database.db);
				expect(overlay.edition).toBe(model.releases);
				expect(overlay.documents).toEqual(model.published);
				const served = applyOverlay(base, overlay);
				expect(served.documents).toEqual(new Map([...base.documents, ...model.published]));
				expect(await builder.build(served)).toEqual(await createContentBuilder().build(served));
				await database.close();
			}),
			{ numRuns: kind === "sqlite" ? 15 : 5 },
		);
	});

	test("a server that is killed while it publishes leaves an edition whole or not at all", async () => {
		const database = await openTestDatabase(kind);
		const program = fileURLToPath(new URL("../../../tests/support/publish-until-killed.ts", import.meta.url));
		const { dataDirectory, databaseUrl } = database;
		for (let kills = 0, seen = 0; kills < 3; kills += 1) {
			const child = spawn(
				process.execPath,
				[program, JSON.stringify([{ dataDirectory, databaseUrl }, firstPath, secondPath])],
				{
					stdio: ["ignore", "pipe", "inherit"],
				},
			);
			// After some releases, at a random moment.
			for (let dots = 0; dots <= kills; dots += 1) await once(child.stdout, "data");
			const exit = once(child, "exit");
			child.kill("SIGKILL");
			await exit;
			const { edition, documents } = await readOverlay(database.db);
			expect(edition).toBeGreaterThan(seen);
			seen = edition;
			const marks = [firstPath, secondPath].map((one) => /^title: .*$/m.exec(documents.get(one) ?? "")?.[0]);
			expect(marks[0]).toMatch(/^title: Mark \d+$/);
			expect(marks[1]).toBe(marks[0]);
			const revisions = await database.db
				.selectFrom("contentRevisions")
				.select((of) => ["edition", of.fn.countAll<number | string>().as("count")])
				.groupBy("edition")
				.execute();
			expect(revisions.map(({ count }) => Number(count))).toEqual(Array.from({ length: edition }, () => 2));
		}
	});
});

async function take(one: Step, studio: Studio, model: Model, base: ReadonlyMap<string, string>): Promise<void> {
	const currentOf = (of: string) => model.published.get(of) ?? base.get(of) ?? "";
	const setPublic = (of: string, text: string) => {
		model.published.set(of, text);
		model.editionOf.set(of, model.releases + 1);
	};
	const notePublished = (result: PublishResult, change: () => void) => {
		if (!("edition" in result)) return;
		change();
		model.releases += 1;
		expect(result.edition).toBe(model.releases);
	};
	switch (one.do) {
		case "edit": {
			const text = write(model.drafts.get(one.path) ?? currentOf(one.path), one.path, one.title);
			const version = (await studio.getDocument(one.path))?.draft?.version ?? 0;
			expect(await studio.saveDraft(one.path, { text, version }, by)).toHaveProperty("version");
			model.drafts.set(one.path, text);
			if (version > 0 && text === currentOf(one.path)) model.drafts.delete(one.path);
			break;
		}
		case "publish": {
			const problems = await studio.check(one.paths);
			const result = await studio.publish({ paths: one.paths }, by);
			const areDrafts = one.paths.every((each) => model.drafts.has(each));
			expect("edition" in result).toBe(areDrafts && problems.length === 0);
			notePublished(result, () => {
				for (const each of one.paths) {
					setPublic(each, model.drafts.get(each) ?? "");
					model.drafts.delete(each);
				}
			});
			break;
		}
		case "restore": {
			const history = await studio.listHistory();
			const revision = history[one.of % Math.max(1, history.length)];
			if (!revision) break;
			const isPublic = currentOf(revision.path) === (revision.text ?? "");
			const result = await studio.restore(revision.id, by);
			// Nothing is left to do: the existing release is returned.
			if (isPublic) expect(result).toEqual({ edition: model.editionOf.get(revision.path) ?? model.releases });
			else notePublished(result, () => setPublic(revision.path, revision.text ?? ""));
			break;
		}
		case "takeFile":
			notePublished(await studio.takeFile(one.path, by), () => {
				model.published.delete(one.path);
				model.editionOf.delete(one.path);
				model.drafts.delete(one.path);
			});
			break;
		case "discard":
			await studio.discardDraft(one.path, by);
			model.drafts.delete(one.path);
	}
}
