import { findElements, replaceParts } from "../../platform/pages/html-elements.ts";
import { findSiteModule, isOffered, type SiteOffer, type SiteModule } from "../../shared/site-modules.ts";

const address = /(?<![\w/.-])\/[\w-]+(?:\/[\w./-]*\w)?(?![\w-])/g;

/**
 * Replaces links to site modules that are off by their text: docs/product/studio.md, Parts of the site.
 * @param html rendered Markdown of the content
 */
export function withoutLinksToModules(html: string, parts: SiteOffer): string {
	// Sooner than parsing.
	if (findLinksToModules(html, parts).length === 0) return html;
	const links = findElements(
		html,
		(name, { href = "" }) => name === "a" && href.startsWith("/") && leadsAway(href, parts),
	);
	const tags = links.flatMap(({ start, contentStart, contentEnd }) => [
		{ start, end: contentStart, text: "" },
		{ start: contentEnd, end: contentEnd + "</a>".length, text: "" },
	]);
	return replaceParts(html, tags);
}

/** Lists the distinct addresses in a text that lead to site modules that are off. */
export function findLinksToModules(text: string, parts: SiteOffer): { address: string; part: SiteModule }[] {
	const found = new Set([...text.matchAll(address)].map(([named]) => named));
	return [...found].flatMap((named) => {
		const part = findSiteModule(named);
		return part !== undefined && !parts[part] ? [{ address: named, part }] : [];
	});
}

function leadsAway(to: string, parts: SiteOffer): boolean {
	return !isOffered(to.replace(/[?#].*$/s, ""), parts);
}
