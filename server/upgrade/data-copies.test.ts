import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { backUp } from "../../platform/backup/back-up.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { withSnapshot } from "../../platform/database/offline-database.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { createLog } from "../../platform/log.ts";
import { createTestDirectory, databaseKinds, openTestDatabase } from "../../tests/support/databases.ts";
import { giveToOtherUser, listOfOthers } from "../../tests/support/folder-owner.ts";
import { configOf } from "../../tests/support/installations.ts";
import { nextMigrations } from "../../tests/support/next-release.ts";
import { testCompany } from "../../tests/support/test-server.ts";
import { listFileOwners } from "../personal-data.ts";
import { createCopies, migrateCopy, removeLeftCopies } from "./data-copies.ts";
import { takeWorkFolder } from "./work-folder.ts";

// Databases are created, restored and migrated.
vi.setConfig({ testTimeout: 240_000 });

const log = createLog({ logLevel: "silent" });

async function createArchive(kind: (typeof databaseKinds)[number]) {
	const source = await openTestDatabase(kind);
	await sql`insert into idempotency_keys (route, key, body_hash, answer, expires_at, reference)
		values ('enquiries', 'one', 'hash', '{}', '2099-01-01T00:00:00.000Z', null)`.execute(source.db);
	const { dataDirectory, databaseUrl } = source;
	const config = configOf({ dataDirectory, databaseUrl });
	const path = join(await createTestDirectory(), "backup.tar.gz");
	await backUp(path, {
		config,
		files: await openFileStore(config),
		fileOwners: listFileOwners(config, testCompany),
		log,
		now: Temporal.Now.instant(),
		release: "1.0.0",
	});
	return { path, databaseUrl };
}

const readMigrations = (copy: { dataDirectory: string; databaseUrl: string | undefined }) =>
	withSnapshot(copy, { log }, async ({ migrations }) => migrations);

describe.each(databaseKinds)("copies of a backup on %s", (kind) => {
	test("are as the release before left them, apart from each other, and gone afterwards", async () => {
		const { path, databaseUrl } = await createArchive(kind);
		const folder = await createTestDirectory();
		const copies = await createCopies({ folder, databaseUrl }, { migrations: nextMigrations, log });
		onTestFinished(() => copies.remove());
		expect(copies.describeDatabase()).toBe(kind === "sqlite" ? "SQLite" : "PostgreSQL");
		const { copy, manifest } = await copies.restore(path, undefined);
		const duplicate = await copies.duplicate(copy);
		expect(duplicate.databaseUrl === undefined).toBe(kind === "sqlite");

		const { names, durationMs } = await migrateCopy(duplicate, manifest.migrations, {
			migrations: nextMigrations,
			log,
		});
		expect(names).toEqual(["9000-add-everywhere"]);
		expect(durationMs).toBeGreaterThan(0);
		expect(await readMigrations(copy)).not.toContain("9000-add-everywhere");
		expect(await readMigrations(duplicate)).toContain("9000-add-everywhere");
		for (const one of [copy, duplicate]) {
			const database = await openDatabase(one, { migrations: nextMigrations, log });
			expect(await database.db.selectFrom("idempotencyKeys").select("key").execute()).toEqual([{ key: "one" }]);
			await database.close();
		}

		await copies.remove();
		expect(await readdir(folder)).toEqual([]);
		if (kind === "postgres") await expect(readMigrations(duplicate)).rejects.toThrow("does not exist");
	});

	test("of an interrupted process are deleted by the next one", async () => {
		const { path, databaseUrl } = await createArchive(kind);
		const folder = await createTestDirectory();
		const copies = await createCopies({ folder, databaseUrl }, { migrations: nextMigrations, log });
		const { copy } = await copies.restore(path, undefined);
		await writeFile(join(folder, "before.tar.gz"), "");
		await removeLeftCopies({ folder, databaseUrl }, log);
		expect(await readdir(folder)).toEqual(["before.tar.gz"]);
		if (kind === "postgres") await expect(readMigrations(copy)).rejects.toThrow("does not exist");
	});
});

test("one process at a time has the work folder, and a dead one does not keep it", async () => {
	const dataDirectory = await createTestDirectory();
	const folder = join(dataDirectory, "upgrade");
	await mkdir(folder);
	const lock = join(folder, "running");
	await writeFile(lock, String(process.ppid));
	await expect(takeWorkFolder({ dataDirectory })).rejects.toThrow(`running (process ${process.ppid})`);
	// No system has as many processes.
	await writeFile(lock, "2147483646");
	await writeFile(join(folder, "rehearsal.tar.gz"), "");
	const give = await takeWorkFolder({ dataDirectory });
	expect(await readdir(folder)).toEqual(["running"]);
	await give();
	expect(await readdir(folder)).toEqual([]);
});

test("the work folder belongs to the owner of the data, also when root takes it", async () => {
	const dataDirectory = await createTestDirectory();
	const owner = await giveToOtherUser(dataDirectory);
	const give = await takeWorkFolder({ dataDirectory });
	expect(await readdir(dataDirectory)).toEqual(["upgrade"]);
	expect(await listOfOthers(dataDirectory, owner)).toEqual([]);
	await give();
});
