import { parse as parseYaml, stringify as stringifyYaml } from "yaml";
import { findDocumentKind } from "../../features/publishing/documents/document-kinds.ts";
import { splitFrontMatter } from "../../features/publishing/documents/front-matter.ts";
import { describeForm } from "../../features/publishing/forms/describe-form.ts";
import type { FormField } from "../../features/publishing/forms/form-field.ts";

/** The path to a value in a document. */
export type Way = readonly (string | number)[];

/** A text that can be typed into a document. */
export type ContentText = { path: string; way: Way; field: FormField };

/** Lists every text of a document; of a list, those of its first entry. */
export function listContentTexts(path: string, text: string): ContentText[] {
	const located = findDocumentKind(path);
	if (!located) return [];
	return listTexts(describeForm(located.kind.schema), readFields(path, text).fields, []).map((leaf) => ({
		...leaf,
		path,
	}));
}

/** Returns a document with other texts and other Markdown. */
export function writeContentTexts(
	path: string,
	text: string,
	{ texts, body }: { texts: readonly { way: Way; text: string }[]; body?: string | undefined },
): string {
	const { fields, body: markdown } = readFields(path, text);
	for (const { way, text: typed } of texts) {
		const around = way.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], fields);
		(around as Record<string | number, unknown>)[way.at(-1) as string] = typed;
	}
	const yaml = stringifyYaml(fields);
	return markdown === undefined ? yaml : `---\n${yaml}---\n${body ?? markdown}`;
}

function readFields(path: string, text: string): { fields: unknown; body: string | undefined } {
	const parts = path.endsWith(".md") ? splitFrontMatter(text) : undefined;
	return { fields: parseYaml(parts?.frontMatter ?? text), body: parts?.body };
}

function listTexts(field: FormField, value: unknown, way: Way): Omit<ContentText, "path">[] {
	if (typeof value === "string") return field.kind === "fixed" ? [] : [{ way, field }];
	if (typeof value !== "object" || value === null) return [];
	const entries = value as Record<string | number, unknown>;
	if (field.kind === "group")
		return field.fields.flatMap(({ key, field: inner }) => listTexts(inner, entries[key], [...way, key]));
	if (field.kind === "list") return listTexts(field.item, entries[0], [...way, 0]);
	if (field.kind === "record")
		return Object.keys(entries)
			.slice(0, 1)
			.flatMap((key) => listTexts(field.value, entries[key], [...way, key]));
	return [];
}
