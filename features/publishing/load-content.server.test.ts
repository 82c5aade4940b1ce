import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { ContentError, loadContent } from "./load-content.server.ts";

let directory: string;

beforeEach(() => {
	directory = mkdtempSync(join(tmpdir(), "content-"));
	cpSync(new URL("../../content", import.meta.url), directory, { recursive: true });
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Deletes the field at a path of a YAML file. */
function removeField(file: string, path: (string | number)[]): void {
	const document = parseDocument(readFileSync(join(directory, file), "utf8"));
	expect(document.hasIn(path)).toBe(true);
	document.deleteIn(path);
	writeFileSync(join(directory, file), document.toString());
}

function replaceText(file: string, pattern: RegExp, text: string): void {
	const before = readFileSync(join(directory, file), "utf8");
	const after = before.replace(pattern, text);
	expect(after).not.toBe(before);
	writeFileSync(join(directory, file), after);
}

async function listProblems(): Promise<string[]> {
	const error = await loadContent(directory).then(() => undefined, (reason: unknown) => reason);
	expect(error).toBeInstanceOf(ContentError);
	return (error as ContentError).problems;
}

test("the site's own content is valid", async () => {
	const { services, projects, posts } = await loadContent(directory);
	expect([services.length, projects.length >= 10, posts.length >= 14]).toEqual([8, true, true]);
});

test("a picture without alternative text is named with file and field", async () => {
	removeField("services/erp.yml", ["header", "image", "alt"]);
	expect(await listProblems()).toEqual([expect.stringMatching(/^content\/services\/erp\.yml: header\.image\.alt: /)]);
});

test("a service with six cards is named with file and field", async () => {
	removeField("services/crm.yml", ["services", 6]);
	expect(await listProblems()).toEqual([expect.stringMatching(/^content\/services\/crm\.yml: services: /)]);
});

test("a post with an unknown author is named with file and field", async () => {
	replaceText("blog/how-to-leave-us.md", /^author: .*$/m, "author: nobody");
	expect(await listProblems()).toEqual(['content/blog/how-to-leave-us.md: author: "nobody" is not in content/authors.yml']);
});

test("a picture that is no file is named with the file and field that ask for it", async () => {
	rmSync(join(directory, "pictures/services/crm/gallery-2.svg"));
	expect(await listProblems()).toEqual(["content/services/crm.yml: tab.gallery[1].src: there is no content/pictures/services/crm/gallery-2.svg"]);
});

test("a misspelt field is named, not ignored", async () => {
	replaceText("company.yml", /^legalName:/m, "legalname:");
	const problems = await listProblems();
	expect(problems).toContainEqual(expect.stringMatching(/^content\/company\.yml: legalName: /));
	expect(problems).toContainEqual(expect.stringMatching(/^content\/company\.yml: .*legalname/));
});

test("all that is wrong is told at once", async () => {
	removeField("services/erp.yml", ["summary"]);
	replaceText("blog/how-to-leave-us.md", /^author: .*$/m, "author: nobody");
	expect(await listProblems()).toHaveLength(2);
});
