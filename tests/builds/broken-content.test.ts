import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseDocument } from "yaml";
import { projectDirectory, projectNode } from "../support/built-server.ts";
import { copyContent } from "../support/content-copy.ts";

test("an accent that is too dark, a missing alternative text, a service of six cards and an unknown author stop the build, each with file and field", () => {
	const copy = copyContent("e2e/fixtures/second-company");
	onTestFinished(copy.remove);
	change("services/building-energy.yml", (text) => {
		const document = parseDocument(text);
		document.deleteIn(["header", "image", "alt"]);
		document.deleteIn(["services", 6]);
		return document.toString();
	});
	change("company.yml", (text) => text.replace(/^accentColour: .*$/m, 'accentColour: "#1A2B3C"'));
	change("blog/first-page-of-the-month.md", (text) => text.replace(/^author: .*$/m, "author: nobody"));

	const { status, stderr } = spawnSync(projectNode, ["scripts/build-site.ts"], {
		cwd: projectDirectory,
		encoding: "utf8",
		env: { ...process.env, ...copy.environment },
	});

	expect(status).toBe(1);
	expect(
		stderr
			.trim()
			.split("\n")
			.map((line) => line.trim()),
	).toEqual([
		"The content has 4 errors:",
		expect.stringMatching(/^content\/company\.yml: accentColour: #1A2B3C is too dark .* the contrast is 1\.28:1 /),
		expect.stringMatching(/^content\/services\/building-energy\.yml: header\.image\.alt: /),
		expect.stringMatching(/^content\/services\/building-energy\.yml: services: /),
		'content/blog/first-page-of-the-month.md: author: "nobody" is not in content/authors.yml',
	]);
	expect(existsSync(copy.buildDirectory)).toBe(false);

	function change(file: string, edit: (text: string) => string) {
		const path = join(copy.contentDirectory, file);
		writeFileSync(path, edit(readFileSync(path, "utf8")));
	}
});

test.each([
	["../elsewhere", "BUILD_DIR: must be a folder of this project"],
	["site", "holds something else than a build"],
	[".", "holds something else than a build"],
])("BUILD_DIR=%s is refused, and nothing is deleted", (folder, message) => {
	const { status, stderr } = spawnSync(projectNode, ["scripts/build-site.ts"], {
		cwd: projectDirectory,
		encoding: "utf8",
		env: { ...process.env, BUILD_DIR: folder },
	});
	expect(status).toBe(1);
	expect(stderr).toContain(message);
	expect(existsSync(join(projectDirectory, "site", "root.tsx"))).toBe(true);
});
