import { isMap, isScalar, isSeq } from "yaml";
import { parseYamlDocument } from "../parse-yaml.ts";

/** A place that shows a picture. */
export type PictureUse = {
	/** Path of the document below the content folder, such as "services/erp.yml". */
	document: string;
	/** Path of the field, such as "tab.gallery.0"; empty for the text below the fields. */
	field: string;
	alt: string | undefined;
};

/** A picture in Markdown: its alt text, and its path below pictures/. */
const inMarkdown = /!\[([^[\]\n]{0,500})\]\(\/pictures\/([\w./-]{1,300})/g;

/** Tells whether a text may show pictures. */
export function mayShowPictures(text: string): boolean {
	return text.includes("src") || text.includes("](/pictures/");
}

/** Finds the pictures of a document, by path below pictures/: each `src` of a field, and those in Markdown. Invalid YAML has none. */
export function listPictureUses(document: string, text: string): Map<string, PictureUse[]> {
	const uses = new Map<string, PictureUse[]>();
	const add = (src: string, field: string, alt: string | undefined): void => {
		uses.set(src, [...(uses.get(src) ?? []), { document, field, alt }]);
	};
	const addMarkdown = (markdown: string, field: string): void => {
		for (const [, alt, src = ""] of markdown.matchAll(inMarkdown)) add(src, field, alt);
	};
	const visit = (node: unknown, path: string[]): void => {
		if (isScalar(node) && typeof node.value === "string") addMarkdown(node.value, path.join("."));
		if (isSeq(node)) node.items.forEach((item, index) => visit(item, [...path, String(index)]));
		if (!isMap(node)) return;
		const src = node.get("src");
		const alt = node.get("alt");
		if (typeof src === "string") add(src, path.join("."), typeof alt === "string" ? alt : undefined);
		for (const { key, value } of node.items) visit(value, [...path, isScalar(key) ? String(key.value) : ""]);
	};
	const yaml = yamlOf(document, text);
	visit(parseYamlDocument(yaml).contents, []);
	if (document.endsWith(".md")) addMarkdown(text.slice(text.indexOf(yaml) + yaml.length), "");
	return uses;
}

/** Returns a document's YAML. */
function yamlOf(document: string, text: string): string {
	return document.endsWith(".md") ? (/^---\r?\n(.*?)\r?\n---\r?\n/s.exec(text)?.[1] ?? "") : text;
}

/** Replaces a picture wherever a document names it and keeps the rest of its text. */
export function replaceInText(document: string, text: string, from: string, to: string): string {
	const yaml = yamlOf(document, text);
	const parsed = parseYamlDocument(yaml, { keepSourceTokens: true });
	const ranges: [number, number][] = [];
	const visit = (node: unknown): void => {
		if (isSeq(node)) node.items.forEach(visit);
		if (!isMap(node)) return;
		for (const { key, value } of node.items) {
			if (isScalar(key) && key.value === "src" && isScalar(value) && value.value === from && value.range)
				ranges.push([value.range[0], value.range[1]]);
			visit(value);
		}
	};
	visit(parsed.contents);
	let changed = yaml;
	for (const [start, end] of ranges.toReversed()) changed = changed.slice(0, start) + to + changed.slice(end);
	return text
		.replace(yaml, () => changed)
		.replaceAll(inMarkdown, (whole, alt, src) => (src === from ? `![${alt}](/pictures/${to}` : whole));
}
