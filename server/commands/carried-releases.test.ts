import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { readOverlay } from "../../features/publishing/releases/release-store.server.ts";
import type { Database } from "../../platform/database/database.ts";
import {
	createEmptyDatabaseConfig,
	createTestDatabaseConfig,
	createTestDirectory,
	withTestDatabase,
	type DatabaseConfig,
} from "../../tests/support/databases.ts";
import { runInstallationCommand, startInstallation } from "../../tests/support/installations.ts";
import { createTestStudio } from "../../tests/support/studios.ts";

// Each test starts several processes in sequence.
vi.setConfig({ testTimeout: 240_000 });

const by = "account-ila";
const post = "blog/first-page-of-the-month.md";

/** Everything that the studio stores. */
async function readStudio(database: Database) {
	const { studio } = await createTestStudio(database);
	return {
		overlay: await readOverlay(database.db),
		documents: await studio.listDocuments(),
		draft: (await studio.getDocument("faq.yml"))?.draft,
		scheduled: await studio.listScheduled(),
		history: await studio.listHistory(),
	};
}

/** An installation with a release, a redirect, a draft and a scheduled release. */
async function createSource(kind: "sqlite" | "postgres") {
	const source = await createTestDatabaseConfig(kind);
	await (await startInstallation(source)).stop();
	let before: Awaited<ReturnType<typeof readStudio>> | undefined;
	await withTestDatabase(source, async (database) => {
		const { studio, clock } = await createTestStudio(database);
		await studio.renameDocument(post, "another-page", by);
		await studio.publish({ paths: [post], note: "A better address" }, by);
		await studio.saveDraft("faq.yml", { text: "- not yet\n", version: 0 }, by);
		const home = (await studio.getDocument("home.yml"))?.current ?? "";
		await studio.saveDraft("home.yml", { text: `${home}# Soon\n`, version: 0 }, by);
		await studio.publish({ paths: ["home.yml"], at: clock.now().add({ hours: 1 }) }, by);
		before = await readStudio(database);
		expect([before.overlay.edition, before.overlay.redirects.size, before.scheduled.length]).toEqual([1, 1, 1]);
	});
	return { source, before };
}

async function expectStudio(there: DatabaseConfig, before: unknown): Promise<void> {
	await withTestDatabase(there, async (database) => {
		expect(await readStudio(database)).toEqual(before);
		// It continues from there.
		const { studio, clock } = await createTestStudio(database);
		clock.advance({ hours: 2 });
		await studio.publishDue();
		expect((await readOverlay(database.db)).documents.get("home.yml")).toContain("# Soon");
	});
}

describe.each([
	["sqlite", "postgres"],
	["postgres", "sqlite"],
] as const)("editions of %s", (kind, newKind) => {
	test(`are restored into ${newKind} from a backup, with drafts and what is scheduled`, async () => {
		const { source, before } = await createSource(kind);
		const archive = join(await createTestDirectory(), "backup.tar.gz");
		expect(await runInstallationCommand("backup", source, archive)).toMatchObject({ code: 0, stderr: "" });
		const there = await createEmptyDatabaseConfig(newKind);
		expect(await runInstallationCommand("restore", there, archive, "--yes")).toMatchObject({ code: 0, stderr: "" });
		await expectStudio(there, before);
	});
});

test("editions are moved to PostgreSQL, with drafts and what is scheduled", async () => {
	const { source, before } = await createSource("sqlite");
	const there = await createEmptyDatabaseConfig("postgres");
	expect(await runInstallationCommand("move", source, "--to", there.databaseUrl ?? "")).toMatchObject({ code: 0 });
	await expectStudio({ ...there, dataDirectory: source.dataDirectory }, before);
});
