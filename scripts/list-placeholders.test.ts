import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listPlaceholders } from "./list-placeholders.ts";

const content = fileURLToPath(new URL("../content", import.meta.url));

test("what the sample company says of itself is named by file and field", () => {
	const fields = listPlaceholders(content).map((line) => line.split(": ").slice(0, 2).join(": "));
	for (const field of [
		"company.yml: name", "company.yml: email", "company.yml: phone.e164", "company.yml: offices[0].street", "company.yml: offices[1].street", "company.yml: offices[2].street",
		"company.yml: socials[3].url", "company.yml: grievanceOfficer.name", "company.yml: founded", "company.yml: statistics.projectsMade", "team.yml: members[1].name", "team.yml: founderMessage.name",
		"team.yml: founderMessage.paragraphs[0]", "authors.yml: [4].name", "pages/about.yml: story.paragraphs[0]", "pages/rating.yml: lessons.items[0].title", "pages/career.yml: departments.items[0].teams[0].people",
		"blog/how-to-leave-us.md: author",
	]) {
		expect(fields).toContain(field);
	}
	expect(fields.filter((field) => /^testimonials\.yml: \[\d\]\.name$/.test(field))).toHaveLength(9);
	expect(fields.filter((field) => /^services\/.*: testimonials\[0\]$/.test(field))).toHaveLength(8);
	expect(fields.filter((field) => /^portfolio\/.*: client$/.test(field))).toHaveLength(11);
	expect(fields.filter((field) => /^jobs\/.*: summary$/.test(field))).toHaveLength(14);
	expect(fields.filter((field) => /^blog\/.*: author$/.test(field))).toHaveLength(20);
});

test("a company's own content is not named", () => {
	const directory = mkdtempSync(join(tmpdir(), "content-"));
	mkdirSync(join(directory, "blog"));
	writeFileSync(join(directory, "company.yml"), "name: Chambal Systems\nemail: hello@chambal.in\nfounded: 2011\n");
	writeFileSync(join(directory, "blog/first.md"), "---\nauthor: asha-rao\n---\nWe began in Morena.\n");
	expect(listPlaceholders(directory)).toEqual([]);
	writeFileSync(join(directory, "blog/first.md"), "---\nauthor: asha-rao\n---\nWrite to\n\nhello@narangi.example.\n");
	expect(listPlaceholders(directory)).toEqual(["blog/first.md: line 6: hello@narangi.example."]);
	rmSync(directory, { recursive: true });
});
