import { execFileSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { contentCommand } from "../../server/commands/content.ts";
import { createTestDirectory, openTestDatabase } from "../support/databases.ts";
import { runCommandHere } from "../support/run-command.ts";
import { secondCompanyDirectory } from "../support/second-company.ts";

const secret = "a secret of the machine";
let outside: string;
let folder: string;
let run: (...args: string[]) => ReturnType<typeof runCommandHere>;

beforeEach(async () => {
	const { dataDirectory } = await openTestDatabase("sqlite");
	const directory = await createTestDirectory();
	outside = join(directory, "outside");
	folder = join(directory, "folder");
	await mkdir(outside);
	await writeFile(join(outside, "secret.yml"), secret);
	await writeFile(join(outside, "secret.svg"), `<svg xmlns="http://www.w3.org/2000/svg"><desc>${secret}</desc></svg>`);
	await cp(secondCompanyDirectory, folder, { recursive: true });
	run = (...args) =>
		runCommandHere(contentCommand, args, {
			env: {
				DATA_DIR: dataDirectory,
				CONTENT_DIR: secondCompanyDirectory,
				BUILD_DIR: join(directory, "no-build"),
			},
		});
});

/** Puts a symbolic link into the folder, in place of what is there. */
async function link(path: string, target: string): Promise<void> {
	await rm(join(folder, path), { recursive: true, force: true });
	await mkdir(dirname(join(folder, path)), { recursive: true });
	await symlink(target, join(folder, path));
}

describe("an import", () => {
	test.each([
		["a document", "faq.yml", "secret.yml"],
		["a document of a folder", "services/secret.yml", "secret.yml"],
		["a picture", "pictures/secret.svg", "secret.svg"],
		["the redirects", "redirects.yml", "secret.yml"],
		["the list of uploads", "uploads.yml", "secret.yml"],
		["a folder of documents", "services", "."],
		["a folder of pictures", "pictures/people", "."],
		["every picture", "pictures", "."],
		["a link that leads nowhere", "pictures/gone.avif", "gone.avif"],
	])("of %s behind a symbolic link is refused by its name, and takes nothing", async (_, path, target) => {
		await link(path, join(outside, target));
		const result = await run("import", folder, "--heavy");
		expect(result).toMatchObject({ code: 1, stdout: "" });
		expect(result.stderr).toContain(`content/${path}: is a symbolic link; put the file or folder itself here`);
		expect(result.stderr).not.toContain(secret);
		expect((await run()).stdout).toBe("Nothing published from the studio yet.\n");
	});

	test("of an upload behind a symbolic link is refused", async () => {
		await writeFile(
			join(folder, "uploads.yml"),
			"people/asha.avif: { file: people/asha.avif, shape: portrait, focal: { x: 0, y: 0 }, uploadedName: asha.jpg }\n",
		);
		await link("uploads/people", outside);
		const { stderr } = await run("import", folder);
		expect(stderr).toContain("content/uploads/people: is a symbolic link");
	});

	test("of links that lead to one another ends", async () => {
		await link("pictures/a", ".");
		await link("pictures/b", ".");
		const { stderr } = await run("import", folder);
		expect(stderr).toContain("content/pictures/a: is a symbolic link");
		expect(stderr).toContain("content/pictures/b: is a symbolic link");
	});

	test.skipIf(process.platform === "win32")("of a pipe does not wait for its writer", async () => {
		const files = [join(folder, "faq.yml"), join(folder, "redirects.yml")];
		for (const file of files) await rm(file);
		execFileSync("mkfifo", files);
		const { stderr } = await run("import", folder);
		expect(stderr).toContain("content/faq.yml: is not a file");
		expect(stderr).toContain("content/redirects.yml: is not a file");
	});

	test("from a folder that is reached by a link is an import as others", async () => {
		await rename(folder, `${folder}-itself`);
		await symlink(`${folder}-itself`, folder);
		expect(await run("import", folder)).toMatchObject({ code: 0, stdout: "No differences from the public content.\n" });
	});

	const bomb = [
		"a: &a [x,x,x,x,x,x,x,x,x]",
		..."bcdefghi".split("").map((name, index) => `${name}: &${name} [${`*${"abcdefgh"[index]},`.repeat(9)}]`),
	].join("\n");

	test.each(["faq.yml", "company.yml", "services/gateways-and-controls.yml", "redirects.yml", "uploads.yml"])(
		"of aliases of aliases in %s is refused by its name",
		async (path) => {
			await writeFile(join(folder, path), bomb);
			const { code, stderr } = await run("import", folder);
			expect(code).toBe(1);
			expect(stderr).toContain(`content/${path}: is not valid YAML: Excessive alias count`);
		},
	);

	test.each(["faq.yml", "redirects.yml", "uploads.yml"])("of an alias of itself in %s is refused", async (path) => {
		await writeFile(join(folder, path), "a: &a\n  question: *a\n  answer: [*a, *a]\n");
		const { code, stderr } = await run("import", folder);
		expect(code).toBe(1);
		expect(stderr).toContain(`content/${path}: `);
	});
});

describe("an export", () => {
	test.each(["faq.yml", "services", "pictures", "redirects.yml", "uploads.yml"])(
		"into a folder where %s is a symbolic link writes and removes nothing behind it",
		async (path) => {
			await link(path, join(outside, path.endsWith(".yml") ? "secret.yml" : "."));
			const { code, stderr } = await run("export", folder);
			expect(code).toBe(1);
			expect(stderr).toContain(`content/${path}: is a symbolic link`);
			expect((await readdir(outside)).toSorted()).toEqual(["secret.svg", "secret.yml"]);
			expect(await readFile(join(outside, "secret.yml"), "utf8")).toBe(secret);
		},
	);
});
