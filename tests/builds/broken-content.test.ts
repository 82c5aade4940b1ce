import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parseDocument } from "yaml";
import { projectNode } from "../support/built-server.ts";
import { copyProject } from "../support/project-copy.ts";

test("an accent that is too dark, a missing alternative text, a service of six cards and an unknown author stop the build, each with file and field", () => {
	const copy = copyProject();
	onTestFinished(copy.remove);
	change("services/erp.yml", (text) => {
		const document = parseDocument(text);
		document.deleteIn(["header", "image", "alt"]);
		document.deleteIn(["services", 6]);
		return document.toString();
	});
	change("company.yml", (text) => text.replace(/^accentColour: .*$/m, 'accentColour: "#1A2B3C"'));
	change("blog/how-to-leave-us.md", (text) => text.replace(/^author: .*$/m, "author: nobody"));

	const { status, stderr } = spawnSync(projectNode, ["scripts/build-site.ts"], {
		cwd: copy.directory,
		encoding: "utf8",
	});

	expect(status).toBe(1);
	expect(
		stderr
			.trim()
			.split("\n")
			.map((line) => line.trim()),
	).toEqual([
		"The content has 4 problem(s):",
		expect.stringMatching(
			/^content\/company\.yml: accentColour: #1A2B3C is too dark .* their contrast is 1\.28:1, 3\.22 less /,
		),
		expect.stringMatching(/^content\/services\/erp\.yml: header\.image\.alt: /),
		expect.stringMatching(/^content\/services\/erp\.yml: services: /),
		'content/blog/how-to-leave-us.md: author: "nobody" is not in content/authors.yml',
	]);
	expect(existsSync(join(copy.directory, "build"))).toBe(false);

	function change(file: string, edit: (text: string) => string) {
		const path = join(copy.directory, "content", file);
		writeFileSync(path, edit(readFileSync(path, "utf8")));
	}
});
