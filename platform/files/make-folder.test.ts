import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestDirectory } from "../../tests/support/databases.ts";
import { giveToOtherUser } from "../../tests/support/folder-owner.ts";
import { giveToFolderOwner, makeFolder } from "./make-folder.ts";

/** A folder of another user than root, and a record of what is given to whom. */
async function createOwnedFolder() {
	const folder = await createTestDirectory();
	const owner = await giveToOtherUser(folder);
	const given: [path: string, uid: number][] = [];
	const chown = (path: string, uid: number) => void given.push([path, uid]);
	return { folder, owner, given, chown };
}

test("a file that root has made belongs to the owner of its folder", async () => {
	const { folder, owner, given, chown } = await createOwnedFolder();
	giveToFolderOwner(join(folder, "file"), { isRoot: true, chown });
	expect(given).toEqual([[join(folder, "file"), owner]]);
});

test("a file that another user has made stays theirs", async () => {
	const { folder, given, chown } = await createOwnedFolder();
	giveToFolderOwner(join(folder, "file"), { isRoot: false, chown });
	expect(given).toEqual([]);
});

test("a folder that is missing is made with those around it, and given from the outermost on", async () => {
	const { folder } = await createOwnedFolder();
	const given: string[] = [];
	const path = join(folder, "replaced", "20261123", "files");
	makeFolder(path, (made) => void given.push(made));
	expect(given).toEqual([join(folder, "replaced"), join(folder, "replaced", "20261123"), path]);
	expect((await stat(path)).mode & 0o777).toBe(0o700);
	await mkdir(join(folder, "there"));
	makeFolder(join(folder, "there"), (made) => void given.push(made));
	expect(given).toHaveLength(3);
});

test("a file system that knows no owners leaves the file as it is", async () => {
	const { folder } = await createOwnedFolder();
	const refuse = (code: string) => () => {
		throw Object.assign(new Error(code), { code });
	};
	const give = (code: string) => giveToFolderOwner(join(folder, "file"), { isRoot: true, chown: refuse(code) });
	for (const code of ["EPERM", "EINVAL", "ENOTSUP"]) expect(() => give(code)).not.toThrow();
	expect(() => give("EIO")).toThrow("EIO");
});
