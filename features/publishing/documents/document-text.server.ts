import { parseYaml } from "../parse-yaml.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { rewriteYaml } from "./rewrite-yaml.server.ts";

/** The values of a form: the fields as YAML holds them, unchecked, and the Markdown. */
export type DocumentValues = { fields: unknown; body: string };

/** Returns the text of an empty document. */
export function writeEmptyDocument(hasBody: boolean): string {
	return hasBody ? "---\n\n---\n" : "";
}

/**
 * Reads the values of a document, valid or not.
 * @param hasBody whether the fields are front matter above Markdown
 * @returns undefined when the text cannot be parsed
 */
export function readValues(text: string, hasBody: boolean): DocumentValues | undefined {
	const parts = hasBody ? splitFrontMatter(text) : { frontMatter: text, body: "" };
	if (!parts) return undefined;
	try {
		return { fields: parseYaml(parts.frontMatter), body: parts.body };
	} catch {
		return undefined;
	}
}

/**
 * Writes values into a document's text and keeps comments and layout of unchanged parts.
 * @param text the previous text; an invalid one is replaced
 */
export function writeValues(text: string, { fields, body }: DocumentValues, hasBody: boolean): string {
	if (!hasBody) return rewriteYaml(text, fields);
	const parts = splitFrontMatter(text) ?? { frontMatter: "", body: "" };
	const frontMatter = rewriteYaml(parts.frontMatter, fields);
	if (frontMatter === parts.frontMatter && body === parts.body) return text;
	return `---\n${frontMatter.replace(/\n$/, "")}\n---\n${body}`;
}
