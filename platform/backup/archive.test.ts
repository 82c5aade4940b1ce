import { randomBytes } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
import { createTestClock } from "../../tests/support/clock.ts";
import { createTestDirectory } from "../../tests/support/databases.ts";
import { syncFile } from "../files/sync-folder.ts";
import { ArchiveError, writeArchive, type ArchiveWriter } from "./archive.ts";
import { verifyArchive } from "./verify-archive.ts";

const failWith = (code: string) => Object.assign(new Error(`${code}: operation not permitted`), { code });

/** A disk without hard links that cannot say when a file is on it, such as vfat and some network shares. */
const poorDisk = (code: string) => ({
	link: () => Promise.reject(failWith(code)),
	syncFile: () => syncFile({ sync: () => Promise.reject(failWith(code)) }),
	syncFolder: () => syncFile({ sync: () => Promise.reject(failWith(code)) }),
});

const writeNothing = (writer: ArchiveWriter) =>
	writer.finish({
		createdAt: "2026-11-23T06:00:00Z",
		release: "1.0.0",
		database: "sqlite",
		installation: null,
		migrations: [],
		tables: [],
		files: [],
		missingFiles: [],
	});

test.each(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL"])(
	"an archive is there, whole and alone, in a folder without hard links and syncing: %s",
	async (code) => {
		const folder = await createTestDirectory();
		const path = join(folder, "backup.tar.gz");
		await writeArchive(path, createTestClock().now(), writeNothing, { disk: poorDisk(code) });
		expect(await readdir(folder)).toEqual(["backup.tar.gz"]);
		expect((await verifyArchive(path)).release).toBe("1.0.0");
	},
);

test("an archive never replaces another file, with hard links or without", async () => {
	const folder = await createTestDirectory();
	const path = join(folder, "backup.tar.gz");
	await writeFile(path, "an earlier backup");
	for (const disk of [undefined, poorDisk("EPERM")])
		await expect(writeArchive(path, createTestClock().now(), writeNothing, { disk })).rejects.toThrow(ArchiveError);
	expect(await readdir(folder)).toEqual(["backup.tar.gz"]);
	expect(await readFile(path, "utf8")).toBe("an earlier backup");
});

test("an archive is checked while it is written, and given up when the check fails", async () => {
	const folder = await createTestDirectory();
	const path = join(folder, "backup.tar.gz.age");
	const lock = { recipient: "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj" };
	const now = createTestClock().now();
	const refuse = () => Promise.reject(new ArchiveError("It differs"));
	await expect(writeArchive(path, now, writeNothing, { lock, check: refuse })).rejects.toThrow("It differs");
	expect(await readdir(folder)).toEqual([]);
	const check = vi.fn<(content: Readable) => Promise<unknown>>((content) => verifyArchive(path, { content }));
	await writeArchive(path, now, writeNothing, { lock, check });
	await expect(check.mock.results[0]?.value).resolves.toMatchObject({ release: "1.0.0" });
	expect(await readdir(folder)).toEqual(["backup.tar.gz.age"]);
});

test("a check that fails halfway through a large archive gives it up", async () => {
	const folder = await createTestDirectory();
	const path = join(folder, "backup.tar.gz");
	const bytes = 8_000_000;
	const writeMuch = async (writer: ArchiveWriter) => {
		await writer.addFile("APP-7K3F9QXM.pdf", Readable.from([randomBytes(bytes)]), bytes);
		await writeNothing(writer);
	};
	const check = async (content: Readable) => {
		let read = 0;
		for await (const piece of content) {
			read += (piece as Uint8Array).length;
			if (read > 500_000) throw new ArchiveError("It differs");
		}
	};
	await expect(writeArchive(path, createTestClock().now(), writeMuch, { check })).rejects.toThrow("It differs");
	expect(await readdir(folder)).toEqual([]);
});

test("a public key with a wrong character is refused", async () => {
	const folder = await createTestDirectory();
	const lock = { recipient: "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwq" };
	const path = join(folder, "backup.tar.gz.age");
	await expect(writeArchive(path, createTestClock().now(), writeNothing, { lock })).rejects.toThrow("BACKUP_RECIPIENT");
	expect(await readdir(folder)).toEqual([]);
});

test("an archive is given up when the disk fails", async () => {
	const folder = await createTestDirectory();
	const disk = { ...poorDisk("EPERM"), syncFile: () => syncFile({ sync: () => Promise.reject(failWith("EIO")) }) };
	const path = join(folder, "backup.tar.gz");
	await expect(writeArchive(path, createTestClock().now(), writeNothing, { disk })).rejects.toThrow("EIO");
	expect(await readdir(folder)).toEqual([]);
});
