import { chmod, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestDirectory } from "../../tests/support/databases.ts";
import { giveToOtherUser, listOfOthers } from "../../tests/support/folder-owner.ts";
import { listOpenToOthers, openSqliteFile, sqliteFileName } from "./sqlite.ts";

/** The umask of an ordinary machine: files are readable by everybody unless the program restricts them. */
function useOrdinaryUmask(): void {
	const before = process.umask(0o022);
	onTestFinished(() => void process.umask(before));
}

function openForTest(dataDirectory: string) {
	const connection = openSqliteFile(dataDirectory);
	onTestFinished(() => {
		if (connection.isOpen) connection.close();
	});
	return connection;
}

/** The permissions of a folder (".") and its files, as 0600. */
async function readModes(directory: string): Promise<Record<string, string>> {
	const names = [".", ...(await readdir(directory))];
	return Object.fromEntries(
		await Promise.all(
			names.map(async (name) => [name, ((await stat(join(directory, name))).mode & 0o777).toString(8)] as const),
		),
	);
}

const closed = { [sqliteFileName]: "600", [`${sqliteFileName}-wal`]: "600", [`${sqliteFileName}-shm`]: "600" };

test.each([
	["a new folder", undefined],
	["a folder made beforehand", 0o755],
	["a folder that everybody may write", 0o777],
])("in %s, nobody else may read the database", async (_case, mode) => {
	useOrdinaryUmask();
	const directory = join(await createTestDirectory(), "data");
	if (mode !== undefined) {
		await mkdir(directory);
		await chmod(directory, mode);
	}
	openForTest(directory).exec("create table a (b)");
	expect(await readModes(directory)).toEqual({ ".": "700", ...closed });
	expect(listOpenToOthers(directory)).toEqual([]);
});

test("a folder with nothing but entries of ours is closed to others", async () => {
	useOrdinaryUmask();
	const directory = await createTestDirectory();
	await chmod(directory, 0o755);
	for (const name of ["backup-scratch", "files", "pages", "replaced", "restoring", "upgrade"])
		await mkdir(join(directory, name));
	openForTest(directory);
	expect((await readModes(directory))["."]).toBe("700");
});

test("open permissions of an earlier release's files are restricted, also after a crash", async () => {
	useOrdinaryUmask();
	const directory = await createTestDirectory();
	const before = openForTest(directory);
	before.exec("create table a (b)");
	for (const name of await readdir(directory)) await chmod(join(directory, name), 0o644);
	await chmod(directory, 0o755);
	openForTest(directory);
	expect(await readModes(directory)).toEqual({ ".": "700", ...closed });
});

test("a folder with other content stays as it is, and is named", async () => {
	useOrdinaryUmask();
	const directory = await createTestDirectory();
	await chmod(directory, 0o755);
	await writeFile(join(directory, "something-else"), "");
	openForTest(directory).exec("create table a (b)");
	expect(await readModes(directory)).toEqual({ ".": "755", "something-else": "644", ...closed });
	expect(listOpenToOthers(directory)).toEqual([directory]);
});

test("what root makes belongs to the owner of the folder, with the files that SQLite puts beside it", async () => {
	const directory = await createTestDirectory();
	const owner = await giveToOtherUser(directory);
	const restoring = join(directory, "restoring");
	openForTest(restoring).exec("create table a (b)");
	openForTest(directory).exec("create table a (b)");
	expect((await readdir(directory)).toSorted()).toEqual([...Object.keys(closed), "restoring"].toSorted());
	expect(await listOfOthers(directory, owner)).toEqual([]);
});
