import { expect, test } from "vitest";
import {
	listPlaceholders,
	listPublishedPlaceholders,
	pickShown,
	listLinksToModules,
} from "./list-placeholders.server.ts";

/** Content of the sample company: each file has texts to replace and one line that it may keep. */
const sampleContent: Record<string, string> = {
	"company.yml": [
		"name: Narangi Technologies",
		"founded: 2016",
		"email: hello@narangi.example",
		'phone: { e164: "+911140000155" }',
		"offices:",
		"  - { city: New Delhi, street: 27 Kasturba Gandhi Marg }",
		"  - { city: Gwalior, street: 9 City Centre }",
		"statistics: { projectsMade: 155 }",
		"socials:",
		'  - { url: "https://x.com/narangi_example" }',
		"privacyContact: { name: Ritu Malhotra }",
	].join("\n"),
	"team.yml": "members:\n  - { name: Anika Rao, role: Founder }\n",
	"careers.yml": "departments:\n  - { name: Engineering, teams: [{ name: Web platform }] }\n",
	"services/erp.yml":
		"title: ERP\ntestimonials:\n  - We had 11,200 items, and 4,000 of them were wrong.\n  - The second counts with the first.\n",
	"portfolio/jamun.yml": "title: Jamun\nclient: Jamun Small Finance Bank\n",
	"jobs/data-engineer.yml": "title: Data Engineer\nsummary: Lay the pipes under reports and models.\n",
	"blog/how-to-leave-us.md": "---\ntitle: How to leave us\nauthor: tenzin-norbu\n---\nYou will leave us one day.\n",
};

const listFields = (files: Record<string, string>) => listPlaceholders(new Map(Object.entries(files)));

test("the sample company's texts are listed by file and field", () => {
	const fields = listFields(sampleContent).map(({ file, field }) => `${file}: ${field}`);
	expect(fields.toSorted()).toEqual([
		"blog/how-to-leave-us.md: author",
		"company.yml: email",
		"company.yml: founded",
		"company.yml: name",
		"company.yml: offices[0].street",
		"company.yml: offices[1].street",
		"company.yml: phone.e164",
		"company.yml: privacyContact.name",
		"company.yml: socials[0].url",
		"company.yml: statistics.projectsMade",
		"jobs/data-engineer.yml: summary",
		"portfolio/jamun.yml: client",
		"services/erp.yml: testimonials[0]",
		"team.yml: members[0].name",
	]);
});

test("a company's own content is not named", () => {
	expect(
		listFields({
			"company.yml": "name: Chambal Systems\nemail: hello@chambal.in\nfounded: 2011\n",
			"blog/first.md": "---\nauthor: asha-rao\n---\nWe began in Morena.\n",
			"faq.yml": "- question: [this is no YAML\n",
		}),
	).toEqual([]);
	expect(listFields({ "blog/first.md": "---\nauthor: asha-rao\n---\nWrite to\n\nhello@narangi.example.\n" })).toEqual([
		{ file: "blog/first.md", field: "line 6", text: "hello@narangi.example." },
	]);
});

test("hidden texts are not listed", () => {
	const documents = new Map([
		["company.yml", "name: Chambal\nparts: { careers: false, blog: false }\n"],
		["careers.yml", ""],
		["blog/first.md", ""],
		["portfolio/jamun.yml", ""],
		["desk.yml", ""],
		["services/erp.yml", ""],
	]);
	const listShown = (company: string) => [...pickShown(new Map([...documents, ["company.yml", company]])).keys()];
	expect([...pickShown(documents).keys()]).toEqual([
		"company.yml",
		"portfolio/jamun.yml",
		"desk.yml",
		"services/erp.yml",
	]);
	expect(listShown("name: Chambal\n")).toEqual([...documents.keys()]);
	expect(listShown("name: [no YAML")).toEqual([...documents.keys()]);
});

test("the sample company publishes its own texts unasked, any other is asked", () => {
	const sample = "name: Narangi Technologies\n";
	const own = "name: Chambal Systems\n";
	const post = "---\nauthor: tenzin-norbu\n---\nWe began.\n";
	const changed = new Map([["blog/first.md", post]]);
	const field = { file: "blog/first.md", field: "author", text: "tenzin-norbu" };
	const published = (texts: Record<string, string>) => (path: string) => texts[path];
	expect(listPublishedPlaceholders(changed, published({ "company.yml": sample }))).toEqual([]);
	expect(listPublishedPlaceholders(changed, published({ "company.yml": own }))).toEqual([field]);
	expect(listPublishedPlaceholders(changed, published({ "company.yml": own, "blog/first.md": post }))).toEqual([]);
	// The same release sets its own name.
	const named = new Map([...changed, ["company.yml", own]]);
	expect(listPublishedPlaceholders(named, published({ "company.yml": sample, "blog/first.md": post }))).toEqual([
		field,
	]);
	expect(listPublishedPlaceholders(new Map([["blog/first.md", null]]), published({ "company.yml": own }))).toEqual([]);
});

test("guiding texts of a page are asked about until they are public, also by the sample company", () => {
	const page = "title: Hotels\nhero:\n  title: Say in eight words what visitors get\n  introduction: Write to us.\n";
	const path = "landing-pages/hotels.yml";
	const guide = { file: path, field: "hero.title", text: "Say in eight words what visitors get", isGuide: true };
	for (const name of ["Narangi Technologies", "Chambal Systems"]) {
		const texts: Record<string, string> = { "company.yml": `name: ${name}\n` };
		const list = (text: string) => listPublishedPlaceholders(new Map([[path, text]]), (one) => texts[one]);
		expect(list(page)).toEqual([guide]);
		expect(list(page.replace("Say in eight words what visitors get", "Rooms"))).toEqual([]);
		texts[path] = page;
		expect(list(page)).toEqual([]);
	}
});

test("a link to a part that is turned off is named with its place, but for documents of such parts and titles of pages", () => {
	const documents = (blog: boolean) =>
		new Map([
			["company.yml", `name: Weave\nparts:\n  blog: ${blog}\n`],
			["faq.yml", "- question: Where?\n  answer: In /blog/on-rye, and at /demo.\n"],
			["pages/privacy.md", "---\ntitle: Privacy\n---\nSee\n[this](/blog)."],
			["blog/on-rye.md", "---\ntitle: On rye\n---\n[More](/blog/other)"],
			["pages.yml", "/blog:\n  title: Blog\n"],
		]);
	expect(listLinksToModules(documents(false))).toEqual([
		{ file: "faq.yml", field: "[0].answer", text: "/blog/on-rye" },
		{ file: "pages/privacy.md", field: "line 5", text: "/blog" },
	]);
	expect(listLinksToModules(documents(true))).toEqual([]);
});
