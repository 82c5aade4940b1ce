import type { Element, Root, RootContent } from "hast";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";

/** A form of a page, with its initial values. */
export type PageForm = {
	action: string;
	isMultipart: boolean;
	fields: [name: string, value: string][];
	/** Name and value of each submit button; empty for a button without a name. */
	buttons: [name: string, value: string][];
};

const unread = new Set(["script", "style", "template", "svg", "iframe"]);
/** Elements that do not end a line of text. */
const inline = new Set(
	"a abbr b bdi bdo cite code em i kbd mark q s samp small span strong sub sup time u var wbr".split(" "),
);
/** Attributes that are read aloud or shown. */
const read = ["title", "alt", "placeholder", "ariaLabel", "ariaDescription", "ariaRoleDescription"];
/** A longer list of options holds the world's countries, zones or currencies. */
const mostOptions = 40;

/** Lists the texts of a page in order, each once: visible ones, and those read aloud or shown instead. */
export function listTexts(html: string): string[] {
	const texts = new Set<string>();
	let line = "";
	const end = () => {
		const text = line.replaceAll(/\s+/g, " ").trim();
		if (/\p{L}/u.test(text)) texts.add(text);
		line = "";
	};
	const readNode = (node: Root | RootContent): void => {
		if (node.type === "text") line += node.value;
		if (node.type === "root") for (const child of node.children) readNode(child);
		if (node.type !== "element" || unread.has(node.tagName)) return;
		const isInline = inline.has(node.tagName);
		if (!isInline) end();
		for (const name of read) {
			const text = node.properties[name]?.toString().trim();
			if (text) texts.add(text);
		}
		if (node.tagName === "meta" && node.properties.name === "description") texts.add(String(node.properties.content));
		if (node.tagName === "pre") for (const text of rawTextOf(node).split("\n")) texts.add(text.trim());
		else if (node.tagName !== "select" || node.children.length <= mostOptions)
			for (const child of node.children) readNode(child);
		if (!isInline) end();
	};
	readNode(parse(html));
	end();
	texts.delete("");
	return [...texts];
}

/** Lists the POST forms of a page. */
export function listForms(html: string): PageForm[] {
	const forms: PageForm[] = [];
	visit(parse(html), "element", (form) => {
		if (form.tagName !== "form" || String(form.properties.method).toLowerCase() !== "post") return;
		const fields: PageForm["fields"] = [];
		const buttons: PageForm["buttons"] = [];
		visit(form, "element", ({ tagName, properties: { name, value, type, checked } }) => {
			const entry: [string, string] = [name ?? "", value ?? ""];
			if (tagName === "button" && type !== "button") buttons.push(entry);
			else if (tagName === "input" && name !== undefined && (type === "hidden" || checked)) fields.push(entry);
		});
		const { action, encType } = form.properties;
		forms.push({ action: action ?? "", isMultipart: encType === "multipart/form-data", fields, buttons });
	});
	return forms;
}

function parse(html: string): Root {
	return unified().use(rehypeParse).parse(html);
}

function rawTextOf(element: Element): string {
	return element.children
		.map((child) => (child.type === "text" ? child.value : child.type === "element" ? rawTextOf(child) : ""))
		.join("");
}
