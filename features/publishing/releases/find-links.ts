import { splitFrontMatter } from "../documents/front-matter.ts";
import { parseYaml } from "../parse-yaml.ts";

/** A text that may link to others. */
export type LinkingDocument = { path: string; text: string };

/**
 * Finds the fields of documents that name an address; an empty field is the Markdown body.
 * @param address such as "/blog/first-page"
 */
export function findLinks(documents: Iterable<LinkingDocument>, address: string): { path: string; field: string }[] {
	const named = new RegExp(`${RegExp.escape(address)}(?![\\w/-])`);
	const links: { path: string; field: string }[] = [];
	for (const { path, text } of documents) {
		// Most texts do not name it, and parsing YAML takes a thousand times as long.
		if (!text.includes(address)) continue;
		const parts = path.endsWith(".md") ? splitFrontMatter(text) : { frontMatter: text, body: "" };
		if (!parts) continue;
		if (named.test(parts.body)) links.push({ path, field: "" });
		for (const field of listFields(parts.frontMatter, named)) links.push({ path, field });
	}
	return links;
}

function listFields(yaml: string, named: RegExp): string[] {
	const fields: string[] = [];
	const visit = (value: unknown, field: string): void => {
		if (typeof value === "string" && named.test(value)) fields.push(field);
		if (Array.isArray(value)) value.forEach((item, index) => visit(item, `${field}[${index}]`));
		else if (typeof value === "object" && value !== null)
			for (const [key, item] of Object.entries(value)) visit(item, field === "" ? key : `${field}.${key}`);
	};
	try {
		visit(parseYaml(yaml), "");
	} catch {
		// Invalid text cannot be published either.
	}
	return fields;
}
