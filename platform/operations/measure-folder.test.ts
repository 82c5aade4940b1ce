import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createTestDirectory } from "../../tests/support/databases.ts";
import { measureFolder } from "./measure-folder.ts";

async function makeFolder(): Promise<string> {
	const directory = await createTestDirectory();
	for (const name of ["files", "upgrade"]) {
		await mkdir(join(directory, name));
		await writeFile(join(directory, name, "file"), "ten bytes.");
	}
	return directory;
}

test("a folder is as large as its files, at any depth", async () => {
	expect(await measureFolder(await makeFolder())).toEqual({ dataBytes: 20, isWhole: true });
});

test("a folder that cannot be read is left out, and the sum is not whole", async () => {
	// Root reads every folder, so that permissions alone would not show it.
	const list = async (folder: string) => {
		if (basename(folder) === "upgrade") throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
		return readdir(folder, { withFileTypes: true });
	};
	expect(await measureFolder(await makeFolder(), list)).toEqual({ dataBytes: 10, isWhole: false });
});

test("a folder that is removed while it is measured is left out, and the sum is not whole", async () => {
	const list = async (folder: string) => {
		if (basename(folder) === "upgrade") await rm(folder, { recursive: true });
		return readdir(folder, { withFileTypes: true });
	};
	expect(await measureFolder(await makeFolder(), list)).toEqual({ dataBytes: 10, isWhole: false });
});
