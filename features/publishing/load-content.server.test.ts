import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { portfolioCategories } from "./content-schema.ts";
import { ContentError, loadContent, type Content } from "./load-content.server.ts";

const ownDirectory = fileURLToPath(new URL("../../content", import.meta.url));

/** A copy of the content, for a test to spoil. */
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
	return (error as ContentError).problems;
}

describe("the site's own content", () => {
	let content: Content;

	beforeAll(async () => {
		content = await loadContent(ownDirectory);
	});

	test("is valid, and as much as was promised", () => {
		const { services, projects, launchingSoon, posts, authors } = content;
		expect(services.map(({ title }) => title)).toEqual([
			"Website Development",
			"App Development",
			"UI-UX Design",
			"ERP",
			"Digital Marketing",
			"Generative AI",
			"Security Services",
			"CRM",
		]);
		expect(projects.length).toBeGreaterThanOrEqual(10);
		const used = new Set(projects.map(({ category }) => category));
		expect(portfolioCategories.filter((category) => !used.has(category))).toEqual([
			"Cloud Services",
			"IOT services",
			"Website Design",
		]);
		expect(Object.keys(launchingSoon)).toEqual(["Cloud Services", "IOT services", "Website Design"]);
		expect(posts.length).toBeGreaterThanOrEqual(14);
		expect(posts.filter(({ featured }) => featured)).toHaveLength(4);
		expect(authors.filter(({ id }) => !posts.some(({ author }) => author === id))).toEqual([]);
	});

	test("has posts of 400 to 900 words", () => {
		const { posts } = content;
		const lengths = posts.map(({ slug, html }) => ({
			slug,
			words: html
				.replaceAll(/<[^>]*>/g, " ")
				.split(/\s+/)
				.filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
		}));
		expect(lengths.filter(({ words }) => words < 400 || words > 900)).toEqual([]);
	});

	test("offers on the careers pages what was promised, in its words and order", () => {
		const { departments, locations, locationFilters, countries, workCountry, qualifications } = content.careers;
		expect(departments.map(({ name }) => name)).toEqual(["Engineering", "AI & Machine Learning", "Sales & Growth"]);
		expect(locations.map(({ label, region }) => [label, region])).toEqual([
			["Bengaluru, Karnataka, India", "Karnataka"],
			["Gwalior, Madhya Pradesh, India", "Madhya Pradesh"],
			["New Delhi, Maharashtra, India", "Delhi"],
			["Remote (India)", undefined],
		]);
		expect(locationFilters.map(({ label }) => label)).toEqual(["Any Location in India", "Gwalior", "Remote (India)"]);
		expect([countries, workCountry]).toEqual([["India"], "India"]);
		expect(qualifications).toEqual([
			"Do you have a bachelor's degree or equivalent practical experience?",
			"Do you have at least 2 years of related professional experience?",
			"Do you have strong written and verbal communication skills?",
			"Are you comfortable with collaborating in a team?",
			"Can you adapt quickly to new technologies?",
		]);
	});

	test("holds no date of the future", () => {
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
		cpSync(ownDirectory, directory, { recursive: true });
	});

	afterEach(() => rmSync(directory, { recursive: true, force: true }));

	test("the legal texts name the grievance officer and the courts that company.yml names", async () => {
		replaceText("company.yml", /^jurisdictionCity: .*$/m, "jurisdictionCity: Gwalior");
		replaceText("company.yml", /(?<=^grievanceOfficer:\n  name: ).*$/m, "Ila Sen");
		const { documents, terms } = await loadContent(directory);
		expect(documents.privacy.html).toContain("Ila Sen, Grievance Officer");
		expect(terms.sections.find(({ id }) => id.startsWith("governing-law"))?.html).toContain("courts at Gwalior.");
		expect(JSON.stringify([documents, terms])).not.toContain("{{");
	});

	test("a fact that company.yml does not hold is named with the file that asks for it", async () => {
		replaceText(
			"pages/privacy.md",
			/\{\{grievanceOfficer\.name\}\}, Grievance/,
			"{{grievanceOfficer.phone}}, Grievance",
		);
		expect(await listProblems()).toEqual([
			"content/pages/privacy.md: content/company.yml has no text grievanceOfficer.phone",
		]);
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
		expect(await listProblems()).toEqual([
			'content/blog/how-to-leave-us.md: author: "nobody" is not in content/authors.yml',
		]);
	});

	test("a picture that is no file is named with the file and field that ask for it", async () => {
		rmSync(join(directory, "pictures/services/crm/gallery-2.svg"));
		expect(await listProblems()).toEqual([
			"content/services/crm.yml: tab.gallery[1].src: there is no content/pictures/services/crm/gallery-2.svg",
		]);
	});

	test("a job in a department or at a location that careers.yml does not name is named with file and field", async () => {
		replaceText("jobs/crm-developer.yml", /^department: .*$/m, "department: Dyeing");
		replaceText("jobs/crm-developer.yml", /^location: .*$/m, "location: Ghent, Belgium");
		expect(await listProblems()).toEqual([
			expect.stringMatching(
				/^content\/jobs\/crm-developer\.yml: location: "Ghent, Belgium" is none of the locations in content\/careers\.yml: /,
			),
			expect.stringMatching(
				/^content\/jobs\/crm-developer\.yml: department: "Dyeing" is none of the departments in content\/careers\.yml: /,
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

	test("all that is wrong is told at once", async () => {
		removeField("services/erp.yml", ["summary"]);
		replaceText("blog/how-to-leave-us.md", /^author: .*$/m, "author: nobody");
		expect(await listProblems()).toHaveLength(2);
	});
});
