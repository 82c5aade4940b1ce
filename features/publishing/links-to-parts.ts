import { findSitePart, isOffered, type SiteOffer, type SitePart } from "../../shared/site-parts.ts";

const anchor = /<a href="(\/[^"]*)"[^>]*>(.*?)<\/a>/gs;
const address = /(?<![\w/.-])\/[\w-]+(?:\/[\w./-]*\w)?(?![\w-])/g;

/**
 * Leaves the words of links that lead to parts which the site does not have: docs/product/studio.md, Parts of the site.
 *
 * @param html as the Markdown of the content is rendered
 */
export function withoutLinksToParts(html: string, parts: SiteOffer): string {
	if (Object.values(parts).every(Boolean)) return html;
	return html.replaceAll(anchor, (link, to: string, words: string) => (leadsAway(to, parts) ? words : link));
}

/** Finds the addresses that a text names and that lead to parts which the site does not have, each once. */
export function findLinksToParts(text: string, parts: SiteOffer): { address: string; part: SitePart }[] {
	const found = new Set([...text.matchAll(address)].map(([named]) => named));
	return [...found].flatMap((named) => {
		const part = findSitePart(named);
		return part !== undefined && !parts[part] ? [{ address: named, part }] : [];
	});
}

function leadsAway(to: string, parts: SiteOffer): boolean {
	return !isOffered(to.replace(/[?#].*$/s, ""), parts);
}
