import { DomUtils, parseDocument } from "htmlparser2";
import { expect } from "vitest";
import type { TestDesk } from "./test-server.ts";

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** A form as a browser parses it. */
export type DeskForm = {
	action: string;
	method: string;
	/** Its chosen and hidden values. */
	fields: [name: string, value: string][];
	/** Names of its typed fields. */
	texts: string[];
	/** Its submit buttons. */
	buttons: [name: string, value: string][];
};

export type ReadDeskPage = {
	links: string[];
	forms: DeskForm[];
	/** Content that the desk does not create. */
	faults: string[];
	text: string;
};

const typedInto = /^(?:text|search|url|tel|email|password|number|date|time)$/;
const addressAttributes = ["href", "src", "action", "formaction", "srcset", "data", "poster", "background", "ping"];
/** Of the desk itself, of an outside page that a visitor named, its own icon, or a resume's picture. */
const harmlessAddress = /^(?:\/(?!\/)|[#?]|\.\.?(?:\/|$)|$|mailto:|tel:|https?:|data:image\/(?:svg|png))/;
const foreignElements = new Set(["iframe", "object", "embed", "base", "style", "applet", "frame", "portal"]);

/** Views read of one page. */
const mostQueries = 4;

/**
 * Opens every linked page of the desk, starting at the first.
 * @param check is called for each page
 */
export async function readAllPages(
	desk: Pick<TestDesk, "inject">,
	check: (address: string, page: ReadDeskPage, body: string) => void = () => {},
): Promise<{ pages: Map<string, ReadDeskPage>; files: Map<string, string> }> {
	const found = new Map<string, ReadDeskPage>();
	const files = new Map<string, string>();
	const queries = new Map<string, number>();
	const waiting = ["/"];
	for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
		const [address = ""] = path.split("#");
		if (found.has(address) || files.has(address)) continue;
		// Some lists can be paged without end, and other sortings show nothing new.
		const [pathname = "", query] = address.split("?");
		const asked = queries.get(pathname) ?? 0;
		if (query !== undefined && asked === mostQueries) continue;
		if (query !== undefined) queries.set(pathname, asked + 1);
		const { statusCode, headers, body } = await desk.inject({ url: address, headers: { host: "localhost:3001" } });
		expect([address, statusCode < 500]).toEqual([address, true]);
		if (!headers["content-type"]?.toString().startsWith("text/html")) {
			files.set(address, body);
			continue;
		}
		const page = readDeskPage(body);
		check(address, page, body);
		found.set(address, page);
		waiting.push(...page.links);
	}
	return { pages: found, files };
}

/** Parses a page of the desk, and lists foreign content that would run or be fetched. */
export function readDeskPage(html: string): ReadDeskPage {
	const document = parseDocument(html);
	const all = DomUtils.findAll(() => true, document.children);
	return {
		links: all.flatMap(({ name, attribs }) => (name === "a" && attribs.href?.startsWith("/") ? [attribs.href] : [])),
		forms: all.filter(({ name }) => name === "form").map(readForm),
		faults: all.flatMap(listFaults),
		text: DomUtils.innerText(DomUtils.findAll(({ name }) => name === "body", document.children)),
	};
}

function listFaults(element: Element): string[] {
	const { name, attribs } = element;
	const faults = Object.entries(attribs).flatMap(([attribute, value]) => {
		const runs = /^on|^style$|^srcdoc$|^xlink:/.test(attribute) || attribute.includes("planted");
		const leads = addressAttributes.includes(attribute) && !harmlessAddress.test(value.trim());
		return runs || leads ? [`<${name} ${attribute}="${value}">`] : [];
	});
	const isOwn = isOwnStyle(element) || isOwnFrame(element);
	if ((foreignElements.has(name) && !isOwn) || name.includes("planted")) faults.push(`<${name}>`);
	if (name === "script" && attribs.nonce === undefined) faults.push("<script> without a nonce");
	if (["img", "script", "link", "source"].includes(name) && /^(?:https?:)?\/\//.test(attribs.src ?? attribs.href ?? ""))
		faults.push(`<${name}> of another site`);
	if (name === "a" && /planted|evil/.test(attribs.href ?? "") && !attribs.rel?.includes("noopener"))
		faults.push(`<a> without rel: ${attribs.href}`);
	return faults;
}

/** In the head: the company's colour, and the style of a resume's frame. */
function isOwnStyle(element: Element): boolean {
	const { parent } = element;
	const isInHead = parent !== null && "name" in parent && parent.name === "head";
	return element.name === "style" && isInHead && !DomUtils.textContent(element).includes("planted");
}

/** A page of the desk's own address without scripts, a resume or a preview of the site; or one to edit, with a script without an origin. */
function isOwnFrame({ name, attribs: { sandbox, src = "" } }: Element): boolean {
	const runsNothing = sandbox === "" || sandbox === "allow-same-origin";
	const isEdited = sandbox === "allow-scripts" && /^\/studio\/preview\?.*&edit=yes(?:&|$)/.test(src);
	return name === "iframe" && (isEdited || (runsNothing && /^\/(?!\/)/.test(src)));
}

function readForm(form: Element): DeskForm {
	const inside = DomUtils.findAll(({ attribs }) => attribs.name !== undefined, form.children);
	const read: DeskForm = {
		action: form.attribs.action ?? "",
		method: form.attribs.method ?? "get",
		fields: [],
		texts: [],
		buttons: [],
	};
	for (const element of inside) {
		const { name = "", type = "text", value = "" } = element.attribs;
		if (element.name === "button") read.buttons.push([name, value]);
		else if (element.name === "textarea" || (element.name === "input" && typedInto.test(type))) read.texts.push(name);
		else if (element.name === "select") read.fields.push([name, chooseOption(element)]);
		else if (element.name === "input" && type !== "file") read.fields.push([name, value]);
	}
	return read;
}

/** The last option with a value, as the first is often the current one. */
function chooseOption(select: Element): string {
	const options = DomUtils.findAll(({ name }) => name === "option", select.children);
	return options.map(({ attribs }) => attribs.value ?? "").findLast((value) => value !== "") ?? "";
}
