import { readdir, readFile, statfs, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createTestDirectory } from "../../tests/support/databases.ts";
import { FileNameError } from "./file-name.ts";
import { NoRoomForFilesError, openFileStore } from "./file-store.ts";

test("gives back the memory of the pieces it has written, and of nothing that shares its memory or is small", async () => {
	const files = await openFileStore({ dataDirectory: await createTestDirectory() });
	const whole = Buffer.from(new Uint8Array(64 * 1024).fill(1).buffer);
	const shared = Buffer.from(new Uint8Array(64 * 1024).fill(2).buffer).subarray(0, 40_000);
	const small = Buffer.from(new Uint8Array(1_000).fill(3).buffer);

	const { path, bytes } = await files.receive(Readable.from([whole, shared, small]));

	expect([whole, shared, small].map(({ buffer }) => buffer.byteLength)).toEqual([0, 64 * 1024, 1_000]);
	expect(bytes).toBe(64 * 1024 + 40_000 + 1_000);
	expect(await readFile(path)).toEqual(
		Buffer.concat([Buffer.alloc(64 * 1024, 1), Buffer.alloc(40_000, 2), Buffer.alloc(1_000, 3)]),
	);
});

test("removing a dead process's files stops on request", async () => {
	const files = await openFileStore({ dataDirectory: await createTestDirectory() });
	await files.receive(Readable.from(["a"]));
	await files.receive(Readable.from(["b"]));
	expect(await files.removeStaleUploads(60_000, new AbortController().signal)).toBe(0);
	expect(await files.removeStaleUploads(0, AbortSignal.abort())).toBe(0);
	expect(await files.removeStaleUploads(0, new AbortController().signal)).toBe(2);
});

test("copies a kept file, but never over another", async () => {
	const directory = await createTestDirectory();
	const files = await openFileStore({ dataDirectory: directory });
	await files.keep(await files.receive(Readable.from([Buffer.from("%PDF")])), "APP-7K3F9QXM.pdf");
	const copy = join(directory, "copy.pdf");
	expect(await files.copy("APP-7K3F9QXM.pdf", copy)).toBe(true);
	expect(await readFile(copy, "utf8")).toBe("%PDF");
	await expect(files.copy("APP-7K3F9QXM.pdf", copy)).rejects.toMatchObject({ code: "EEXIST" });
	expect(await files.copy("APP-00000000.pdf", join(directory, "none.pdf"))).toBe(false);
});

test("a name that this program does not give leads nowhere, whatever lies there", async () => {
	const directory = await createTestDirectory();
	const secret = join(directory, "secret");
	await writeFile(secret, "secret");
	const files = await openFileStore({ dataDirectory: directory });
	for (const name of [
		"../secret",
		"../../secret",
		"a/../../secret",
		"/etc/passwd",
		"..",
		".",
		"",
		"a//b",
		"a\\..\\b",
		"a\0b",
	]) {
		const received = await files.receive(Readable.from([Buffer.from("%PDF")]));
		await expect(files.keep(received, name)).rejects.toThrow(FileNameError);
		expect([await files.read(name), await files.stat(name), await files.hash(name)]).toEqual(Array(3).fill(undefined));
		expect(await files.copy(name, join(directory, "copy"))).toBe(false);
		await files.remove(name);
		await expect(files.moveAside(name, "now")).rejects.toThrow(FileNameError);
		await expect(files.moveToTrash(name, "2026-11-23")).rejects.toThrow(FileNameError);
	}
	expect(await readFile(secret, "utf8")).toBe("secret");
});

test("a symbolic link is no file of the store", async () => {
	const directory = await createTestDirectory();
	await writeFile(join(directory, "secret"), "secret");
	const files = await openFileStore({ dataDirectory: directory });
	await symlink(join(directory, "secret"), join(directory, "files", "APP-7K3F9QXM.pdf"));
	expect([await files.read("APP-7K3F9QXM.pdf"), await files.stat("APP-7K3F9QXM.pdf")]).toEqual([undefined, undefined]);
	for await (const names of files.list()) expect(names).toEqual([]);
});

test("takes no file once the disk has less room than its reserve, also when that shows while the file comes", async () => {
	const mb = 1_024 * 1_024;
	const dataDirectory = await createTestDirectory();
	const { bavail, bsize } = await statfs(dataDirectory);
	const free = bavail * bsize;
	const full = await openFileStore({ dataDirectory, filesReserveBytes: free * 2 });
	await expect(full.receive(Readable.from([Buffer.from("a")]))).rejects.toThrow(NoRoomForFilesError);

	const piece = () => Buffer.from(new Uint8Array(mb).buffer);
	let sent = 0;
	const upload = Readable.from(
		(function* () {
			// Far more than other writers to this disk release meanwhile.
			for (; sent < 2_000; sent++) yield piece();
		})(),
	);
	const nearlyFull = await openFileStore({ dataDirectory, filesReserveBytes: free - 8 * mb });
	await expect(nearlyFull.receive(upload)).rejects.toThrow(NoRoomForFilesError);
	expect(sent).toBeLessThan(2_000);
	expect(await readdir(`${dataDirectory}/files/incoming`)).toEqual([]);
});
