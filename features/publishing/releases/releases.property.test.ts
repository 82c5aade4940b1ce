import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createTestClock } from "../../../tests/support/clock.ts";
import { databaseKinds, openTestDatabase } from "../../../tests/support/databases.ts";
import { createPublicationModel, paths, takeTimedStep, timedStep } from "../../../tests/support/publications.ts";
import { createTestStudio, readTestContent } from "../../../tests/support/studios.ts";
import { createContentBuilder } from "../documents/build-content.server.ts";
import { applyOverlay, readOverlay } from "./release-store.server.ts";

const by = "account-ila";
const [firstPath, secondPath] = paths as [string, string];

describe.each(databaseKinds)("editions on %s", (kind) => {
	test("after any edits, publications, ends, restores and resets, the served content equals a model's", async () => {
		const base = await readTestContent();
		const builder = createContentBuilder();
		await fc.assert(
			fc.asyncProperty(fc.array(timedStep, { minLength: 1, maxLength: 15 }), async (steps) => {
				const database = await openTestDatabase(kind);
				const opened = await createTestStudio(database);
				const model = createPublicationModel();
				for (const one of steps) await takeTimedStep(one, opened, model, base.documents);
				expect((await opened.studio.listEndings()).map(({ edition }) => edition).toSorted()).toEqual(
					model.endings.map(({ edition }) => edition).toSorted(),
				);
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
		const { dataDirectory, databaseUrl } = database;
		for (let kills = 0, seen = 0; kills < 3; kills += 1) {
			await killAfter(kills + 1, [JSON.stringify([{ dataDirectory, databaseUrl }, firstPath, secondPath])]);
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

	test("a server that is killed while releases end leaves each end whole, or to the next server", async () => {
		const database = await openTestDatabase(kind);
		const { dataDirectory, databaseUrl } = database;
		for (let kills = 0; kills < 3; kills += 1) {
			await killAfter(kills + 1, [JSON.stringify([{ dataDirectory, databaseUrl }, firstPath, secondPath]), "ending"]);
			const { documents } = await readOverlay(database.db);
			// Both are public with one mark, or neither is.
			expect(documents.size === 0 || documents.size === 2).toBe(true);
			const { studio, failed, clock } = await createTestStudio(database, {
				clock: createTestClock(Temporal.Now.instant().toString()),
			});
			await studio.publishDue();
			clock.advance({ minutes: 1 });
			expect([(await readOverlay(database.db)).documents.size, await studio.listEndings(), failed]).toEqual([
				0,
				[],
				[],
			]);
			for (const one of [firstPath, secondPath]) await studio.discardDraft(one, by);
		}
	});
});

/** Runs the program that publishes, and kills it at a random moment after some releases. */
async function killAfter(releases: number, programArguments: readonly string[]): Promise<void> {
	const program = fileURLToPath(new URL("../../../tests/support/publish-until-killed.ts", import.meta.url));
	const child = spawn(process.execPath, [program, ...programArguments], { stdio: ["ignore", "pipe", "inherit"] });
	for (let dots = 0; dots < releases; dots += 1) await once(child.stdout, "data");
	const exit = once(child, "exit");
	child.kill("SIGKILL");
	await exit;
}
