import { openAsBlob } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyResume, findResumeFault } from "./read-resume.ts";

let folder: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), "read-resume-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
	["a PDF", "%PDF-1.7"],
	["a PDF after other bytes", `${" ".repeat(1_000)}%PDF-1.7`],
	["a DOCX", "PK\u0003\u0004"],
	["a DOC", "\u00d0\u00cf\u0011\u00e0\u00a1\u00b1"],
])("%s is taken by its first bytes", async (_kind, start) => {
	expect(await findResumeFault(new Blob([Buffer.from(start, "latin1")]))).toBeUndefined();
});

test.each(["notes", "\u0089PNG", "PK\u0005\u0006"])("what begins with %j is told not to be one", async (start) => {
	expect(await findResumeFault(new Blob([Buffer.from(start, "latin1")]))).toEqual({
		field: "resume",
		message: "Your resume must be a PDF, DOC or DOCX file",
	});
});

test("a file that has changed since it was chosen is to be chosen again", async () => {
	const path = join(folder, "cv.pdf");
	await writeFile(path, "%PDF-1.7 first");
	const blob = await openAsBlob(path);
	const chosen = new File([blob], "cv.pdf");
	const { copy } = (await copyResume(chosen)) as { copy: File };
	expect([copy.name, await copy.text()]).toEqual(["cv.pdf", "%PDF-1.7 first"]);
	await writeFile(path, "%PDF-1.7 a second and longer one");
	const fault = { field: "resume", message: expect.stringContaining("Choose the file again") };
	expect(await copyResume(chosen)).toEqual({ fault });
	expect(await findResumeFault(chosen)).toEqual(fault);
});
