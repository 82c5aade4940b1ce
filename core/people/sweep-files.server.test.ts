import { readdir, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import type { FileOwner } from "../../platform/files/file-owner.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import { claimInstallation } from "../../platform/installation/installation.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind } from "../../tests/support/databases.ts";
import { rememberErasedFiles, removeErasedFiles } from "./erased-files.ts";
import { sweepFiles } from "./sweep-files.server.ts";

const begun = Temporal.Instant.from("2026-11-01T06:00:00Z");
const now = Temporal.Instant.from("2026-11-23T06:00:00Z");

async function setUp(kind: DatabaseKind = "sqlite") {
	const database = await openTestDatabase(kind);
	const files = await openFileStore(database);
	/** The files that the records of this test name. */
	const named = new Set<string>();
	const owner: FileOwner = {
		findReferredFiles: async (_db, names) => named.intersection(new Set(names)),
		listFiles: async () => [],
	};
	const installation = await claimInstallation({
		config: database,
		database,
		files,
		fileOwners: [owner],
		now: begun,
	});
	const folder = join(database.dataDirectory, "files");
	return {
		database,
		files,
		named,
		folder,
		async keep(name: string, changedAt = now.subtract({ hours: 1 })) {
			await files.keep(await files.receive(Readable.from([Buffer.from(name)])), name);
			const seconds = changedAt.epochMilliseconds / 1_000;
			await utimes(join(folder, name), seconds, seconds);
		},
		sweep: ({ at = now, signal = new AbortController().signal } = {}) =>
			sweepFiles({ db: database.db, files, installation, fileOwners: [owner], now: at, signal }),
		list: async (below = "") =>
			(await readdir(join(folder, below)).catch(() => [])).filter((name) => name.endsWith(".pdf")).toSorted(),
	};
}

const nothing = { movedToTrash: 0, takenFromTrash: 0, removedFromTrash: 0, removedUploads: 0, leftAlone: 0 };

test("moves unnamed files to the day's trash, unless they are younger than a quarter of an hour", async () => {
	const { named, keep, sweep, list } = await setUp();
	named.add("named.pdf");
	await keep("named.pdf");
	await keep("orphan.pdf");
	await keep("young.pdf", now.subtract({ minutes: 14 }));
	expect(await sweep({ signal: AbortSignal.abort() })).toEqual(nothing);
	expect(await sweep()).toEqual({ ...nothing, movedToTrash: 1 });
	expect(await list()).toEqual(["named.pdf", "young.pdf"]);
	expect(await list("trash/2026-11-23")).toEqual(["orphan.pdf"]);
});

test("removes files after thirty days in the trash, and not a day earlier", async () => {
	const { named, keep, sweep, list } = await setUp();
	named.add("named.pdf");
	await keep("named.pdf");
	await keep("orphan.pdf");
	await sweep();
	expect(await sweep({ at: now.add({ hours: 29 * 24 }) })).toEqual(nothing);
	expect(await sweep({ at: now.add({ hours: 30 * 24 }) })).toEqual({ ...nothing, removedFromTrash: 1 });
	expect(await list("trash/2026-11-23")).toEqual([]);
});

test("takes files out of the trash when a record names them, however old they are", async () => {
	const { named, keep, sweep, list, folder } = await setUp();
	named.add("named.pdf");
	await keep("named.pdf");
	await keep("missed.pdf");
	await sweep();
	named.add("missed.pdf");
	expect(await sweep({ at: now.add({ hours: 40 * 24 }) })).toEqual({ ...nothing, takenFromTrash: 1 });
	expect(await list()).toEqual(["missed.pdf", "named.pdf"]);
	expect((await stat(join(folder, "missed.pdf"))).size).toBe("missed.pdf".length);
});

test("leaves files that are older than the installation, in the trash too", async () => {
	const { files, named, keep, sweep, list } = await setUp();
	named.add("named.pdf");
	await keep("named.pdf");
	await keep("older.pdf", begun.subtract({ seconds: 1 }));
	await keep("trashed.pdf");
	await files.moveToTrash("trashed.pdf", "2026-10-01");
	expect(await sweep()).toEqual({ ...nothing, leftAlone: 1 });
	expect(await list()).toEqual(["named.pdf", "older.pdf"]);
	expect(await list("trash/2026-10-01")).toEqual(["trashed.pdf"]);
});

test("does nothing when no file at all is named", async () => {
	const { keep, sweep, list } = await setUp();
	await keep("a.pdf");
	expect(await sweep()).toEqual({ skipped: "the database names none of the files" });
	expect(await list()).toEqual(["a.pdf"]);
});

test("does nothing when another installation has adopted the files", async () => {
	const { files, named, keep, sweep, list } = await setUp();
	named.add("named.pdf");
	await keep("named.pdf");
	await keep("orphan.pdf");
	await files.writeMark(JSON.stringify({ installation: "another", database: "SQLite" }));
	expect(await sweep()).toEqual({ skipped: "the files belong to another installation" });
	expect(await list()).toEqual(["named.pdf", "orphan.pdf"]);
});

test("never puts one file in the place of another", async () => {
	const { files, keep, list } = await setUp();
	await keep("same.pdf");
	expect(await files.moveToTrash("same.pdf", "2026-11-23")).toBe(true);
	await keep("same.pdf");
	expect(await files.moveToTrash("same.pdf", "2026-11-23")).toBe(false);
	await files.takeFromTrash({ name: "same.pdf", day: "2026-11-23" });
	expect([await list(), await list("trash/2026-11-23")]).toEqual([["same.pdf"], ["same.pdf"]]);
});

describe.each(databaseKinds)("files of erased records on %s", (kind) => {
	test("are removed for good, from the trash too, also when the process that erased them was killed", async () => {
		const { database, files, keep, list } = await setUp(kind);
		await keep("kept.pdf");
		await keep("erased.pdf");
		await keep("trashed.pdf");
		await files.moveToTrash("trashed.pdf", "2026-11-20");
		for (const names of [["erased.pdf"], ["erased.pdf", "trashed.pdf", "gone.pdf"], []])
			await database.write((transaction) => rememberErasedFiles(transaction, names));

		expect(await removeErasedFiles({ database, files })).toBe(3);

		expect([await list(), await list("trash/2026-11-20")]).toEqual([["kept.pdf"], []]);
		expect(await database.db.selectFrom("erasedFiles").selectAll().execute()).toEqual([]);
	});
});
