import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { Parser } from "htmlparser2";
import { cleanQuote } from "../../features/publishing/content-html.server.ts";
import { readValues, writeValues } from "../../features/publishing/documents/document-text.server.ts";
import { readRedirects } from "../../features/publishing/documents/redirects-file.server.ts";
import { readMarkdown } from "../../features/publishing/markdown.server.ts";
import { isJsonObject } from "../../shared/json-shape.ts";
import { expectThat, fuzzTarget } from "./fuzz-target.ts";
import { textOf } from "./hostile-inputs.ts";

/** Openers and marks of Markdown; many of one are slow to match in most parsers. */
export const markdownPieces = [
	"# ",
	"- ",
	"> ",
	"1. ",
	"| a ",
	"|-",
	"|\n",
	"\n",
	"\n\n",
	"*",
	"_",
	"**",
	"~~",
	"`",
	"```\n",
	"[",
	"](",
	"][",
	"]",
	")",
	"![",
	"<",
	"<a href='",
	"<script>",
	"<!--",
	"[^1]",
	"[^1]: ",
	"[a]: b\n",
	"&amp;",
	"&#x1F680;",
	"https://a.example/",
	"javascript:alert(1)",
	"\\",
	"    ",
	"नमस्ते",
	"word ",
];

const yamlPieces = [
	"a: ",
	"- ",
	"\n",
	"  ",
	"&a ",
	"*a",
	"<<: ",
	"{",
	"}",
	"[",
	"]",
	"|\n",
	">-\n",
	'"',
	"'",
	"!!js ",
	"? ",
	"---\n",
	"1",
	"null",
	"#",
];
const refusedElements = new Set([
	"script",
	"style",
	"iframe",
	"object",
	"embed",
	"form",
	"base",
	"meta",
	"link",
	"svg",
]);

function expectHarmless(html: string): void {
	const parser = new Parser({
		onopentag(name, attributes) {
			expectThat(!refusedElements.has(name), `the HTML holds <${name}>`);
			for (const [key, value] of Object.entries(attributes)) {
				expectThat(!key.startsWith("on") && key !== "style" && key !== "srcdoc", `the HTML holds ${key}`);
				if (key === "href" || key === "src")
					expectThat(!/^[\s\p{Cc}]*(?:javascript|data|vbscript):/iu.test(value), `the HTML leads to ${value}`);
			}
		},
	});
	parser.end(html);
}

/** Texts of the site: Markdown, and documents in YAML. */
export const documentTargets = [
	fuzzTarget("Markdown", textOf(markdownPieces, 100_000), async (text) =>
		expectHarmless((await readMarkdown(text)).html),
	),
	fuzzTarget("quotes", textOf(["<p>", "</p>", "<em>", "<script>", "<img onerror=", "&lt;", "x"], 20_000), (html) =>
		expectHarmless(cleanQuote(html)),
	),
	fuzzTarget("documents", fc.tuple(textOf(yamlPieces, 20_000), fc.boolean()), ([text, hasBody]) => {
		const whole = hasBody ? `---\n${text}\n---\nText` : text;
		const values = readValues(whole, hasBody);
		if (!isJsonObject(values?.fields)) return;
		const changed = { ...values, fields: { ...values.fields, added: "text" } };
		const again = readValues(writeValues(whole, changed, hasBody), hasBody);
		const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
		expectThat(isDeepStrictEqual(again, plain(changed)), "a changed document holds other values");
	}),
	fuzzTarget("redirects", textOf(["/a: ", "/b", "/", "..", "\n", '"', "//evil.test", "?"], 20_000), (text) => {
		readRedirects(text);
	}),
];
