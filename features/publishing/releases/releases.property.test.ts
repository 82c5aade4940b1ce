import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { databaseKinds, openTestDatabase } from "../../../tests/support/databases.ts";
import { createPublicationModel, paths, publicationStep, takeStep } from "../../../tests/support/publications.ts";
import { createTestStudio, readTestContent } from "../../../tests/support/studios.ts";
import { createContentBuilder } from "../documents/build-content.server.ts";
import { applyOverlay, readOverlay } from "./release-store.server.ts";

const [firstPath, secondPath] = paths as [string, string];

describe.each(databaseKinds)("editions on %s", (kind) => {
	test("after any edits, publications, restores and resets, the served content equals a model's", async () => {
		const base = await readTestContent();
		const builder = createContentBuilder();
		await fc.assert(
			fc.asyncProperty(fc.array(publicationStep, { minLength: 1, maxLength: 15 }), async (steps) => {
				const database = await openTestDatabase(kind);
				const { studio } = await createTestStudio(database);
				const model = createPublicationModel();
				for (const one of steps) await takeStep(one, studio, model, base.documents);
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
