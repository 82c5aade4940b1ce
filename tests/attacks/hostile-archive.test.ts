import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";
import { expect, test, vi } from "vitest";
import { createEmptyDatabaseConfig, createTestDirectory } from "../support/databases.ts";
import { runInstallationCommand } from "../support/installations.ts";

// Each test starts several processes, one after the other.
vi.setConfig({ testTimeout: 240_000 });

const createdAt = "2026-11-23T06:00:00Z";
const content = "written by an archive";

/** Writes an archive as this program does, but for what is in it. */
async function writeArchive(
	entries: TarEntry[],
	{ files = [], tables = [] }: { files?: { name: string; content: string }[]; tables?: { name: string }[] },
): Promise<string> {
	const sha256 = (text: string) => hash("sha256", text, "hex");
	const text = (name: string, body: string): TarEntry => ({ header: { name, size: Buffer.byteLength(body) }, body });
	const manifest = {
		format: 1,
		createdAt,
		release: "0.1.0",
		database: "sqlite",
		installation: null,
		migrations: [],
		tables: tables.map(({ name }) => ({ name, rows: 0, sha256: "0".repeat(64) })),
		files: files.map(({ name, content: body }) => ({
			name,
			bytes: Buffer.byteLength(body),
			sha256: sha256(body),
			changedAt: createdAt,
		})),
		missingFiles: [],
	};
	const tar = await packTar([
		text("front-office-backup.json", JSON.stringify({ format: 1, createdAt })),
		...tables.map(({ name }) => text(`tables/${name}/000001.ndjson`, "")),
		...files.map((file) => text(`files/${file.name}`, file.content)),
		...entries,
		text("manifest.json", JSON.stringify(manifest)),
	]);
	const path = join(await createTestDirectory(), "backup.tar.gz");
	await writeFile(path, gzipSync(tar));
	return path;
}

const names = [
	"../../escaped.txt",
	"../escaped.txt",
	"a/../../escaped.txt",
	"/tmp/escaped.txt",
	".hidden",
	"installation.json/x",
];

test.each(names)("a backup with a file named %s is refused, and writes nothing", async (name) => {
	const here = await createEmptyDatabaseConfig("sqlite");
	await mkdir(here.dataDirectory, { recursive: true });
	const path = await writeArchive([], { files: [{ name, content }] });
	for (const option of ["--rehearse", "--yes"]) {
		const result = await runInstallationCommand("restore", here, path, option);
		expect(result).toMatchObject({ code: 1, stdout: "" });
		expect(result.stderr).toContain("which is no name that this program gives");
	}
	expect(existsSync(join(here.dataDirectory, "..", "escaped.txt"))).toBe(false);
	expect((await readdir(here.dataDirectory)).toSorted()).toEqual(["files"]);
});

test.each(["symlink", "link", "directory"] as const)("a backup with a %s is refused", async (type) => {
	const here = await createEmptyDatabaseConfig("sqlite");
	const header = {
		name: "files/APP-7K3F9QXM.pdf",
		size: 0,
		type,
		...(type !== "directory" && { linkname: "/etc/passwd" }),
	};
	const path = await writeArchive([{ header }], {});
	const result = await runInstallationCommand("restore", here, path, "--rehearse");
	expect(result).toMatchObject({ code: 1, stdout: "" });
	expect(result.stderr).toContain("which is no file");
});

test("a backup with a table of another kind of name is refused", async () => {
	const here = await createEmptyDatabaseConfig("sqlite");
	const path = await writeArchive([], { tables: [{ name: 'x" (a); drop table jobs; --' }] });
	const result = await runInstallationCommand("restore", here, path, "--rehearse");
	expect(result).toMatchObject({ code: 1, stdout: "" });
	expect(result.stderr).toContain("cannot be read");
});
