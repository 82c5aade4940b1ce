import type { APIRequestContext } from "@playwright/test";
import type { Element, Root } from "hast";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";

/** A page as the server sends it, before any script has run. */
export type OpenPage = {
	status: number;
	/** Every element, in order. */
	elements: Element[];
	/** The text of each element. */
	texts(): Set<string>;
	meta(attribute: "name" | "property", value: string): string | undefined;
	canonical(): string | undefined;
	ids: Set<string>;
	/** Addresses in the page, as written. */
	links: string[];
	/** The page's JSON-LD objects; several in one script are listed separately. */
	structuredData: Record<string, unknown>[];
};

const opened = new Map<string, Promise<OpenPage>>();

/** Fetches and parses a page once for all the tests of a worker, whose server does not change them. Redirects are not followed. */
export function openPage(request: APIRequestContext, path: string): Promise<OpenPage> {
	const page = opened.get(path) ?? fetchPage(request, path);
	opened.set(path, page);
	return page;
}

async function fetchPage(request: APIRequestContext, path: string): Promise<OpenPage> {
	const response = await request.get(path, { maxRedirects: 0 });
	const isPage = response.headers()["content-type"]?.startsWith("text/html");
	return { status: response.status(), ...parsePage(isPage ? await response.text() : "") };
}

export function parsePage(html: string): Omit<OpenPage, "status"> {
	const tree: Root = unified().use(rehypeParse).parse(html);
	const elements: Element[] = [];
	visit(tree, "element", (element) => void elements.push(element));
	return {
		elements,
		texts: () => new Set(elements.map(textOf)),
		meta: (attribute, value) =>
			elements
				.filter((element) => element.tagName === "meta" && readAttribute(element, attribute) === value)
				.map((element) => readAttribute(element, "content"))[0],
		canonical: () =>
			elements
				.filter((element) => element.tagName === "link" && element.properties.rel?.toString() === "canonical")
				.map((element) => readAttribute(element, "href"))[0],
		ids: new Set(elements.flatMap((element) => readAttribute(element, "id") ?? [])),
		links: elements.flatMap((element) => [
			// A form's POST address serves nothing else.
			...(readAttribute(element, "method")?.toLowerCase() === "post"
				? ["href", "src"]
				: ["href", "src", "action"]
			).flatMap((name) => readAttribute(element, name) ?? []),
			...(readAttribute(element, "srcSet")
				?.split(",")
				.map((candidate) => candidate.trim().split(" ")[0] ?? "") ?? []),
		]),
		structuredData: elements
			.filter((element) => element.tagName === "script" && readAttribute(element, "type") === "application/ld+json")
			.flatMap((element) => JSON.parse(rawTextOf(element))),
	};
}

/** @param name as hast spells it, such as "srcSet" */
export function readAttribute(element: Element, name: string): string | undefined {
	return element.properties[name]?.toString();
}

/** The text of an element, whitespace collapsed, without scripts and styles. */
export function textOf(element: Element): string {
	return rawTextOf(element, ["script", "style"]).replaceAll(/\s+/g, " ").trim();
}

function rawTextOf(element: Element, leftOut: readonly string[] = []): string {
	return element.children
		.map((child) => {
			if (child.type === "text") return child.value;
			return child.type === "element" && !leftOut.includes(child.tagName) ? rawTextOf(child, leftOut) : "";
		})
		.join("");
}

/** The elements below the one with this accessible name. */
export function listBelow({ elements }: OpenPage, ariaLabel: string): Element[] {
	const below: Element[] = [];
	for (const element of elements.filter((candidate) => readAttribute(candidate, "ariaLabel") === ariaLabel))
		visit(element, "element", (child) => void below.push(child));
	return below;
}
