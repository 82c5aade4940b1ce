import { expect, test } from "vitest";
import { findElements, replaceParts } from "./html-elements.ts";

function textsOf(html: string, wanted: string): { tag: string; content: string }[] {
	return findElements(html, (name) => name === wanted).map(({ start, contentStart, contentEnd }) => ({
		tag: html.slice(start, contentStart),
		content: html.slice(contentStart, contentEnd),
	}));
}

test("an element is found with its start tag and its content", () => {
	expect(textsOf("<main><p class=a>One <b>two</b></p>\n<P >three</P ></main>", "p")).toEqual([
		{ tag: "<p class=a>", content: "One <b>two</b>" },
		{ tag: "<P >", content: "three" },
	]);
});

test("an element without an end tag ends with its start tag, or where the next begins", () => {
	expect(textsOf('<link rel="icon" href="a"><link rel="icon"/>text', "link")).toEqual([
		{ tag: '<link rel="icon" href="a">', content: "" },
		{ tag: '<link rel="icon"/>', content: "" },
	]);
	expect(textsOf("<ul><li>one<li>two</ul>", "li")).toEqual([
		{ tag: "<li>", content: "one" },
		{ tag: "<li>", content: "two" },
	]);
});

test("scripts, styles and comments hold no elements, whatever their text", () => {
	const script = 'const page = "<p>no</p><style>no</style>" < 1 && "&amp;";';
	const html = `<!-- <p>no</p> --><script type="module" async="">${script}</script><style>a::before{content:"<p>"}</style><title><p></title><p title="</p><p>">yes</p>`;
	expect(textsOf(html, "script")).toEqual([{ tag: '<script type="module" async="">', content: script }]);
	expect(textsOf(html, "style").map(({ content }) => content)).toEqual(['a::before{content:"<p>"}']);
	expect(textsOf(html, "p").map(({ content }) => content)).toEqual(["yes"]);
});

test("attributes are read as they are meant", () => {
	const [element] = findElements(
		"<a HREF=/x class=\"[&amp;&gt;svg]:tall a\" title='&quot;&#x27;' hidden>",
		(name) => name === "a",
	);
	expect(element?.attributes).toEqual({ href: "/x", class: "[&>svg]:tall a", title: `"'`, hidden: "" });
});

test("only the named parts of a text are replaced", () => {
	const text = "a \r\n&amp; <b>c</b> é𝒳 d";
	const replacements = ["d", "c", "a"].map((part) => {
		const start = part === "a" ? 0 : text.indexOf(part);
		return { start, end: start + 1, text: `$&${part}` };
	});
	expect(replaceParts(text, replacements)).toBe("$&a \r\n&amp; <b>$&c</b> é𝒳 $&d");
	expect(replaceParts(text, [{ start: 3, end: 3, text: "new" }])).toBe("a \rnew\n&amp; <b>c</b> é𝒳 d");
	expect(replaceParts(text, [])).toBe(text);
});
