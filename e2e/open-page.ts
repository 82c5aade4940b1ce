import type { APIRequestContext } from "@playwright/test";
import type { Element, Root } from "hast";
import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";

/** A page as the server sends it, before any script has run. */
export type OpenPage = {
	status: number;
	/** Every element, in the order of the page. */
	elements: Element[];
	/** What each element holds as text. */
	texts(): Set<string>;
	meta(attribute: "name" | "property", value: string): string | undefined;
	canonical(): string | undefined;
	ids: Set<string>;
	/** Addresses the page points at, as written. */
	links: string[];
	/** The objects of JSON-LD that describe the page; where several stand in one script, each for itself. */
	structuredData: Record<string, unknown>[];
};

const opened = new Map<string, Promise<OpenPage>>();

/** Fetches and parses a page once for all the tests of a worker, whose server changes none of them. A redirect is not followed. */
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
			// What a form is posted to answers nothing else.
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

/** The text of an element and all below it, whitespace collapsed; of a script or a style below it, nothing. */
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

/** The elements below one that is named so for screen readers. */
export function listBelow({ elements }: OpenPage, ariaLabel: string): Element[] {
	const below: Element[] = [];
	for (const element of elements.filter((candidate) => readAttribute(candidate, "ariaLabel") === ariaLabel))
		visit(element, "element", (child) => void below.push(child));
	return below;
}
