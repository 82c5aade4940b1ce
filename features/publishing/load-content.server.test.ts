import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { readFolders } from "../../platform/config.ts";
import { ContentError, writeProblem } from "./documents/content-error.ts";
import type { Content } from "./documents/content.ts";
import { loadContent } from "./load-content.server.ts";

/** A copy of the second company's content, for a test to change. */
let directory: string;

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
	const error = await loadContent(directory).then(
		() => undefined,
		(reason: unknown) => reason,
	);
	expect(error).toBeInstanceOf(ContentError);
	return (error as ContentError).problems.map(writeProblem);
}

describe("the site's own content", () => {
	let content: Content;

	beforeAll(async () => {
		content = await loadContent(readFolders().contentDirectory);
	});

	test("is valid, and every author has written something", () => {
		const { posts, authors } = content;
		expect(authors.filter(({ id }) => !posts.some(({ author }) => author === id))).toEqual([]);
	});

	test("holds no future date", () => {
		const { posts, terms, documents, copy, projects, jobs } = content;
		const today = new Date().toISOString().slice(0, 10);
		const dates = [
			...posts.flatMap(({ date, updated }) => [date, updated ?? date]),
			...jobs.map(({ postedOn }) => postedOn),
			...projects.map(({ year }) => `${year}-01-01`),
			terms.updated,
			documents.privacy.updated,
			documents.accessibility.updated,
			copy.rating.distribution.countedUntil,
			`${copy["vision-mission"].measures.year}-12-31`,
		];
		expect(dates.filter((date) => date > today)).toEqual([]);
	});
});

describe("content that was changed", () => {
	beforeEach(() => {
		directory = mkdtempSync(join(tmpdir(), "content-"));
		cpSync("e2e/fixtures/second-company", directory, { recursive: true });
	});

	afterEach(() => rmSync(directory, { recursive: true, force: true }));

	test("the legal texts name the contact for personal data and the courts of company.yml", async () => {
		replaceText("company.yml", /^jurisdictionCity: .*$/m, "jurisdictionCity: Ghent");
		replaceText("company.yml", /(?<=^privacyContact:\n  name: ).*$/m, "Ila Sen");
		const { documents, terms } = await loadContent(directory);
		expect(documents.privacy.html).toContain("write to Ila Sen from the email address");
		expect(terms.sections.at(-1)?.html).toContain("courts of Ghent,");
		expect(JSON.stringify([documents, terms])).not.toContain("{{");
	});

	test("a setting that company.yml lacks is reported with the file that uses it", async () => {
		replaceText("pages/privacy.md", /\{\{privacyContact\.name\}\} from/, "{{privacyContact.phone}} from");
		expect(await listProblems()).toEqual([
			"content/pages/privacy.md: content/company.yml has no text field privacyContact.phone",
		]);
	});

	test("a picture without alternative text is named with file and field", async () => {
		removeField("services/building-energy.yml", ["header", "image", "alt"]);
		expect(await listProblems()).toEqual([
			expect.stringMatching(/^content\/services\/building-energy\.yml: header\.image\.alt: /),
		]);
	});

	test("a service with six cards is named with file and field", async () => {
		removeField("services/fleet-monitoring.yml", ["services", 6]);
		expect(await listProblems()).toEqual([
			expect.stringMatching(/^content\/services\/fleet-monitoring\.yml: services: /),
		]);
	});

	test("a post with an unknown author is named with file and field", async () => {
		replaceText("blog/first-page-of-the-month.md", /^author: .*$/m, "author: nobody");
		expect(await listProblems()).toEqual([
			'content/blog/first-page-of-the-month.md: author: "nobody" is not in content/authors.yml',
		]);
	});

	test("a picture that is no file is named with the file and field that ask for it", async () => {
		rmSync(join(directory, "pictures/services/fleet-monitoring/gallery-2.svg"));
		expect(await listProblems()).toEqual([
			"content/services/fleet-monitoring.yml: tab.gallery[1].src: content/pictures/services/fleet-monitoring/gallery-2.svg does not exist",
		]);
	});

	test("a category that its page does not name is named with file and field, and so is one with nothing to show", async () => {
		replaceText("portfolio/tidelog.yml", /^category: .*$/m, "category: Tugs");
		replaceText("blog/first-page-of-the-month.md", /^category: .*$/m, "category: Pages");
		removeField("launching-soon.yml", ["Assistants"]);
		expect(await listProblems()).toEqual([
			expect.stringMatching(
				/^content\/portfolio\/tidelog\.yml: category: "Tugs" is not a category of content\/pages\/portfolio\.yml: Vessel/,
			),
			expect.stringMatching(
				/^content\/blog\/first-page-of-the-month\.md: category: "Pages" is not a category of content\/pages\/blog\.yml: On Board; /,
			),
			"content/launching-soon.yml: Vessel Performance: this category has no project yet: describe what it will offer",
			"content/launching-soon.yml: Assistants: this category has no project yet: describe what it will offer",
		]);
	});

	test("texts of an unknown portfolio category are reported, and so are two with one address", async () => {
		replaceText("launching-soon.yml", /^Assistants:/m, "Advisers:");
		replaceText("pages/blog.yml", /^  - Gateways$/m, "  - on  board");
		expect(await listProblems()).toEqual([
			"content/pages/blog.yml: categories: must not contain two with the same URL",
			"content/launching-soon.yml: Assistants: this category has no project yet: describe what it will offer",
			"content/launching-soon.yml: Advisers: is not a category of content/pages/portfolio.yml",
		]);
	});

	test("a home page with too little for a carousel is named", async () => {
		removeField("testimonials.yml", [0, "home"]);
		removeField("testimonials.yml", [1, "home"]);
		removeField("testimonials.yml", [2, "home"]);
		replaceText("blog/first-page-of-the-month.md", /^insight:\n(?:  .*\n)+/m, "");
		expect(await listProblems()).toEqual([
			"content/blog: insight: the home page needs at least 4 insight posts, or none; found 3",
			"content/testimonials.yml: home: the home page needs at least 4 testimonials, or none; found 3",
		]);
	});

	test("a job in a department or at a location that careers.yml does not name is named with file and field", async () => {
		replaceText("jobs/platform-engineer.yml", /^department: .*$/m, "department: Dyeing");
		replaceText("jobs/platform-engineer.yml", /^location: .*$/m, "location: Ghent, Belgium");
		expect(await listProblems()).toEqual([
			expect.stringMatching(
				/^content\/jobs\/platform-engineer\.yml: location: "Ghent, Belgium" is not one of the locations in content\/careers\.yml: /,
			),
			expect.stringMatching(
				/^content\/jobs\/platform-engineer\.yml: department: "Dyeing" is not one of the departments in content\/careers\.yml: /,
			),
		]);
	});

	test("a careers.yml that is wrong is named alone, without the jobs that it makes wrong", async () => {
		replaceText("careers.yml", /^workCountry: .*$/m, "");
		expect(await listProblems()).toEqual([expect.stringMatching(/^content\/careers\.yml: workCountry: /)]);
	});

	test("a misspelt field is named, not ignored", async () => {
		replaceText("company.yml", /^legalName:/m, "legalname:");
		const problems = await listProblems();
		expect(problems).toContainEqual(expect.stringMatching(/^content\/company\.yml: legalName: /));
		expect(problems).toContainEqual(expect.stringMatching(/^content\/company\.yml: .*legalname/));
	});

	test("all errors are reported at once", async () => {
		removeField("services/building-energy.yml", ["summary"]);
		replaceText("blog/first-page-of-the-month.md", /^author: .*$/m, "author: nobody");
		expect(await listProblems()).toHaveLength(2);
	});
});
