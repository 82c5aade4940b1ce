import { expect, test } from "vitest";
import { readTestContent } from "../../../tests/support/studios.ts";
import { documentKinds, type DocumentKindName } from "../documents/document-kinds.ts";
import { listEntries } from "./list-documents.server.ts";
import { createDocumentSearch } from "./search-documents.server.ts";

const post = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;

/** Searches the second company's documents, some with other texts. */
async function find(words: string, texts: Record<string, string> = {}) {
	const base = await readTestContent();
	const documents = new Map([...base.documents, ...Object.entries(texts)]);
	const searched = listEntries(documents, new Map()).map((entry) => ({ entry, text: documents.get(entry.path) }));
	return createDocumentSearch()(searched, words);
}

test.each([
	{ words: "the phone number", path: "company.yml", place: /^fields\.phone\./ },
	{ words: "telephone", path: "company.yml", place: /^fields\.phone\./ },
	{ words: "opening hours", path: "company.yml", place: /^fields\.hours/ },
	{ words: "email", path: "company.yml", place: /mail$/i },
])("who looks for $words is led to the field in $path", async ({ words, path, place }) => {
	const found = await find(words);
	expect(found[0]?.path).toBe(path);
	expect(found[0]?.places[0]?.name).toMatch(place);
});

test("a document is found by its text, in any case and without accents, with the place", async () => {
	const text = post(
		"On rye",
		`Nothing here.\n\nOur Crème loaf has had a price of ₹ 240 since May.\n\n${"More. ".repeat(90)}`,
	);
	for (const words of ["price", "PRICES creme", "the 240", "cre loaf"])
		expect(await find(words, { "blog/on-rye.md": text })).toContainEqual({
			path: "blog/on-rye.md",
			places: [expect.objectContaining({ name: "body", text: "Our Crème loaf has had a price of ₹ 240 since May." })],
		});
	expect((await find("loaf rice", { "blog/on-rye.md": text })).map(({ path }) => path)).not.toContain("blog/on-rye.md");
});

test("of a long text the part with the match is shown", async () => {
	const text = post(
		"On rye",
		`${"Much is said before it. ".repeat(30)}Sourdough takes a night. ${"And after. ".repeat(30)}`,
	);
	const [found] = await find("sourdough", { "blog/on-rye.md": text });
	const [place] = found?.places ?? [];
	expect(place?.text).toContain("Sourdough takes a night.");
	expect(place?.text.length).toBeLessThan(130);
});

test("a document is found by its title, its kind and its file, and an invalid one by its words", async () => {
	const texts = { "blog/on-rye.md": post("On rye", "Text."), "faq.yml": "- question: [crumbled rye" };
	expect(await find("rye article", texts)).toEqual([{ path: "blog/on-rye.md", places: [] }]);
	expect(await find("blog on-rye", texts)).toEqual([{ path: "blog/on-rye.md", places: [] }]);
	expect(await find("crumbled", texts)).toEqual([{ path: "faq.yml", places: [] }]);
	expect(await find("zzyzx", texts)).toEqual([]);
});

test("every place that is shown is an input of the document's form", async () => {
	const kinds = new Set<DocumentKindName>();
	const base = await readTestContent();
	const entries = new Map(listEntries(base.documents, new Map()).map((entry) => [entry.path, entry]));
	for (const { path, places } of await find("a"))
		for (const { name, label } of places) {
			const kind = entries.get(path)?.kind ?? "company";
			kinds.add(kind);
			expect(name, path).toMatch(documentKinds[kind].hasBody ? /^(?:fields\.|body$)/ : /^fields\./);
			expect(label, `${path} ${name}`).not.toBe("");
		}
	expect(kinds.size).toBeGreaterThan(5);
});
