import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { transform, type Selector, type SelectorComponent, type SelectorList, type Visitor } from "lightningcss";
import { findElements, replaceParts } from "./html-elements.ts";

/**
 * Returns the page with only those rules of its stylesheet that its elements, including those its scripts may add, can match, and the
 * variables they read.
 */
type StyleCutter = (html: string) => string;

type Script = { loads: string[]; classes: string[] };

/**
 * Creates the cutter of the stylesheet in every page, so that a page carries no rules of other pages.
 *
 * A rule stays if every class of its selector is in the page or in a script that the page may load, whatever its state. The whole
 * stylesheet loads as a file when the visitor goes to another page (site/layout/whole-stylesheet.tsx).
 *
 * @param clientDirectory absolute path of the client build; its stylesheet and scripts are read once
 */
export async function createStyleCutter(clientDirectory: string): Promise<StyleCutter> {
	const assets = join(clientDirectory, "assets");
	const files = await readdir(assets);
	const classes = new Set<string>();
	for (const name of files.filter((file) => /^styles-.*\.css$/.test(file)))
		listClasses(await readFile(join(assets, name), "utf8"), classes);
	// The manifest names every script of the site, which does not make them scripts of the page.
	const scripts = new Map<string, Script>();
	// Of every script, because the style attribute of an element also appears in a script.
	const readByScripts = new Set<string>();
	for (const name of files.filter((file) => file.endsWith(".js") && !file.startsWith("manifest-"))) {
		const code = await readFile(join(assets, name), "utf8");
		for (const [variable] of code.matchAll(/--[a-z][\w-]*/g)) readByScripts.add(variable);
		// A word spelt like a class counts as one, which only keeps a rule too many.
		scripts.set(name, {
			loads: listScriptsIn(code),
			classes: [...classes].filter((className) => code.includes(className)),
		});
	}
	const cuts = new Map<string, string>();

	return (html) => {
		const elements = findElements(
			html,
			(name, attributes) => name === "style" || isStartModule(name, attributes) || attributes.class !== undefined,
		);
		// A style element with an id is not the stylesheet but the page's own.
		const style = elements.find(({ name, attributes }) => name === "style" && attributes.id === undefined);
		if (!style) return html;
		const start = elements.find(({ name, attributes }) => isStartModule(name, attributes));
		const loaded = new Set(listScriptsIn(html.slice(start?.contentStart, start?.contentEnd ?? 0)));
		const used = new Set(elements.flatMap(({ attributes }) => attributes.class?.split(" ") ?? []));
		// Iterating a set also visits items added on the way.
		for (const name of loaded) {
			const script = scripts.get(name);
			for (const next of script?.loads ?? []) loaded.add(next);
			for (const className of script?.classes ?? []) used.add(className);
		}
		// Pages of a kind have the same classes, and so the same styles.
		const key = [...used]
			.filter((className) => classes.has(className))
			.toSorted()
			.join(" ");
		const { contentStart, contentEnd } = style;
		const cut =
			cuts.get(key) ?? dropUnreadVariables(cutRules(html.slice(contentStart, contentEnd), used), readByScripts);
		cuts.set(key, cut);
		return replaceParts(html, [{ start: contentStart, end: contentEnd, text: cut }]);
	};
}

/** Lists the script files that code imports, statically or dynamically. */
function listScriptsIn(code: string): string[] {
	return [...code.matchAll(/[\w.-]+\.js\b/g)].map(([name]) => name);
}

/** Tells whether a script is the inline script that starts a page. */
function isStartModule(name: string, { type, src }: Record<string, string>): boolean {
	return name === "script" && type === "module" && src === undefined;
}

/** Adds every class in the selectors of a stylesheet. */
function listClasses(css: string, classes: Set<string>): void {
	visitRules(css, (selectors) => {
		for (const name of selectors.flatMap(listClassesOf)) classes.add(name);
		return true;
	});
}

function cutRules(css: string, used: ReadonlySet<string>): string {
	return visitRules(css, (selectors) => selectors.some((selector) => canMatch(selector, used)));
}

/** Removes declarations and registrations of variables that no value reads, until none is left. */
function dropUnreadVariables(css: string, readElsewhere: ReadonlySet<string>): string {
	const read = new Set(readElsewhere);
	visit(css, {
		Variable({ name }) {
			read.add(name.ident);
		},
	});
	const shorter = visit(css, {
		Rule: { property: ({ value }) => (read.has(value.name) ? undefined : []) },
		Declaration: { custom: ({ name }) => (read.has(name) || !name.startsWith("--") ? undefined : []) },
	});
	return shorter === css ? css : dropUnreadVariables(shorter, readElsewhere);
}

/** @returns the stylesheet with the style rules that `keep` accepts */
function visitRules(css: string, keep: (selectors: SelectorList) => boolean): string {
	return visit(css, { Rule: { style: ({ value }) => (keep(value.selectors) ? undefined : []) } });
}

function visit(css: string, visitor: Visitor<never>): string {
	return transform({ filename: "styles.css", code: Buffer.from(css), minify: true, visitor }).code.toString();
}

function listClassesOf(selector: Selector): string[] {
	return selector.flatMap((part) =>
		part.type === "class" ? [part.name] : listAlternatives(part).flatMap(listClassesOf),
	);
}

/** Tells whether an element can match if only the `used` classes exist; selectors in :not() need not exist. */
function canMatch(selector: Selector, used: ReadonlySet<string>): boolean {
	return selector.every((part) => {
		if (part.type === "class") return used.has(part.name);
		const alternatives = part.type === "pseudo-class" && part.kind === "not" ? [] : listAlternatives(part);
		return alternatives.length === 0 || alternatives.some((alternative) => canMatch(alternative, used));
	});
}

/** The selectors in :is(), :where(), :has() or :not(). */
function listAlternatives(part: SelectorComponent): SelectorList {
	if (part.type !== "pseudo-class") return [];
	return part.kind === "is" || part.kind === "where" || part.kind === "has" || part.kind === "not"
		? part.selectors
		: [];
}
