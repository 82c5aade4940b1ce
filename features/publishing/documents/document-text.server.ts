import { parse as parseYaml } from "yaml";
import { splitFrontMatter } from "./front-matter.ts";
import { rewriteYaml } from "./rewrite-yaml.server.ts";

/** What a form edits of a document: its fields as YAML holds them, unchecked, and its Markdown where the kind has any. */
export type DocumentValues = { fields: unknown; body: string };

/** The text of a document that holds nothing yet. */
export function writeEmptyDocument(hasBody: boolean): string {
	return hasBody ? "---\n\n---\n" : "";
}

/**
 * Reads the values of a document, whether its schema takes them or not.
 *
 * @param hasBody whether the fields are front matter with Markdown below
 * @returns undefined when the text cannot be read at all
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
 * Writes values into the text of a document; comments and layout of what has not changed stay as they were.
 *
 * @param text what the document was; a text that cannot be read is written anew
 */
export function writeValues(text: string, { fields, body }: DocumentValues, hasBody: boolean): string {
	if (!hasBody) return rewriteYaml(text, fields);
	const parts = splitFrontMatter(text) ?? { frontMatter: "", body: "" };
	const frontMatter = rewriteYaml(parts.frontMatter, fields);
	if (frontMatter === parts.frontMatter && body === parts.body) return text;
	return `---\n${frontMatter.replace(/\n$/, "")}\n---\n${body}`;
}
