import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createContentBuilder } from "../features/publishing/documents/build-content.server.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import { markContent } from "../features/publishing/editing/mark-content.server.ts";
import { readTestContent } from "../tests/support/studios.ts";
import { nameFieldsInPage } from "./name-fields-in-page.ts";

const content = await createContentBuilder().build(await readTestContent());

const escape = (text: string) =>
	text
		.replaceAll("&", "&amp;")
		.replaceAll('"', "&quot;")
		.replaceAll("'", "&#x27;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;");

/** A page as the site renders it: texts alone, among others, in attributes and as HTML. */
function render({ home, company, team, posts: [post], copy }: Content): string {
	return [
		`<html><head><title>${escape(home.hero.title)}</title></head><body>`,
		`<h1>${escape(home.hero.title)}</h1><p>About ${escape(home.hero.subtitle)}</p>`,
		`<p>${escape(home.servicesTitle)}<!-- --> and <!-- -->${escape(home.servicesIntroduction)}</p>`,
		`<img src="/a.svg" alt="${escape(copy.about.hero.image.alt)}"/><a href="/?q=${encodeURIComponent(company.name)}">${escape(company.name)}</a>`,
		...team.members.filter(({ name }) => name === team.founderMessage.name).map(({ name }) => `<b>${escape(name)}</b>`),
		`<dd>${company.statistics.projectsMade.toLocaleString(company.locale)}</dd>`,
		`<article>${post?.html}</article></body></html>`,
	].join("");
}

function nameFields(given: Content, renderPage = render): string {
	const { content: marked, texts } = markContent(given);
	return nameFieldsInPage(renderPage(given), renderPage(marked), texts);
}

const withoutNames = (html: string) => html.replaceAll(/ data-field="[^"]*"(?: data-whole)?/g, "");

describe("a page with named fields", () => {
	const html = nameFields(content);

	test("names the field of each text at its element, and whether the element holds nothing else", () => {
		expect(html).toContain('<h1 data-field="home.yml#fields.hero.title" data-whole>');
		expect(html).toContain('<p data-field="home.yml#fields.hero.subtitle">About ');
		expect(html).toContain('<p data-field="home.yml#fields.servicesTitle home.yml#fields.servicesIntroduction">');
		expect(html).toContain('<img data-field="pages/about.yml#fields.hero.image.alt" src=');
		expect(html).toContain('<a data-field="company.yml#fields.name" data-whole href=');
		expect(html).toMatch(/<b data-field="team\.yml#fields\.members\.\d\.name" data-whole>/);
		expect(html).toContain('<dd data-field="company.yml#fields.statistics.projectsMade" data-whole>');
		expect(html).toContain(`<article data-field="blog/${content.posts[0]?.slug}.md#body">`);
		expect(html).not.toContain("<title data");
	});

	test("is otherwise the page, whatever its texts are", () => {
		expect(withoutNames(html)).toBe(render(content));
		const text = fc.oneof(
			fc.string({ unit: "binary" }),
			fc.string({ unit: fc.constantFrom("\uf600", "\uf601", "\uf610", "\uf64f", "<", "&", '"', "7", "1", "x") }),
		);
		fc.assert(
			fc.property(text, text, text, (title, subtitle, alt) => {
				const given = structuredClone(content);
				Object.assign(given.home.hero, { title, subtitle });
				given.copy.about.hero.image.alt = alt;
				expect(withoutNames(nameFields(given))).toBe(render(given));
			}),
			{ numRuns: 200 },
		);
	});

	test("that comes out otherwise with marks has no names", () => {
		const oddly = (given: Content) =>
			given.home.hero.title === content.home.hero.title ? render(given) : "<i>Odd</i>";
		expect(nameFields(content, oddly)).toBe(render(content));
	});
});
