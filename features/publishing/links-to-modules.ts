import { findSiteModule, isOffered, type SiteOffer, type SiteModule } from "../../shared/site-modules.ts";

const anchor = /<a href="(\/[^"]*)"[^>]*>(.*?)<\/a>/gs;
const address = /(?<![\w/.-])\/[\w-]+(?:\/[\w./-]*\w)?(?![\w-])/g;

/**
 * Replaces links to site modules that are off by their text: docs/product/studio.md, Parts of the site.
 * @param html rendered Markdown of the content
 */
export function withoutLinksToModules(html: string, parts: SiteOffer): string {
	if (Object.values(parts).every(Boolean)) return html;
	return html.replaceAll(anchor, (link, to: string, words: string) => (leadsAway(to, parts) ? words : link));
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
