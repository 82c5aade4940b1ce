import { contentFact } from "../features/publishing/releases/release-store.server.ts";
import { publishedPaths, searchPaths } from "../features/publishing/site-paths.ts";
import type { Publication, PublishedAddress } from "../platform/pages/publication.ts";
import type { Editions } from "./releases.ts";

/** Of a site with thousands of posts, the first of them are what most visitors come for. */
const mostWarm = 200;
const dataEnding = ".data";

/**
 * Publishes what content alone decides: while it is as it was built, the build's own pages are answered, and after that those that are
 * made anew. Whether a page has changed is told by its data, which take a tenth of the time to make.
 */
export function createContentPublication({ current, contents }: Pick<Editions, "current" | "contents">): Publication {
	return {
		pattern: "*",
		describe({ path = "" }, query) {
			const isData = path.endsWith(dataEnding);
			const page = isData ? findPageOfData(path) : path;
			const { paths, drawnPaths } = current();
			if (drawnPaths.has(path)) return { key: path, facts: [contentFact], kind: "page", revalidated: true };
			if (!paths.has(page) || publishedPaths.includes(page)) return undefined;
			// What a query decides is nobody else's; others mean nothing to a page, as in a link with marks of a campaign.
			if (query.size > 0 && (searchPaths.includes(page) || isData)) return undefined;
			return {
				key: path,
				facts: [contentFact],
				data: isDocument(page) ? undefined : nameData(page),
				kind: "page",
				lasting: true,
				revalidated: true,
			};
		},
		listWarm() {
			if (contents.isAsBuilt()) return [];
			const pages = [...current().paths].filter((path) => !publishedPaths.includes(path)).slice(0, mostWarm);
			return [...pages, ...pages.filter((path) => !isDocument(path)).map(nameData)];
		},
	};
}

/** Every answer may show content: facts of the company stand on each page. */
export function showContent(publication: Publication): Publication {
	const withContent = (address: PublishedAddress): PublishedAddress => ({
		...address,
		facts: [...address.facts, contentFact],
		missing: address.missing && withContent(address.missing),
	});
	return {
		...publication,
		describe(parameters, query) {
			const address = publication.describe(parameters, query);
			return address && withContent(address);
		},
	};
}

/** Where the data of a page are, which scripts ask for to go on to it. */
export function nameData(page: string): string {
	return page === "/" ? "/_.data" : `${page}${dataEnding}`;
}

function findPageOfData(path: string): string {
	return path === "/_.data" ? "/" : path.slice(0, -dataEnding.length);
}

/** The sitemap, the feed and the like, which have no data. */
export function isDocument(path: string): boolean {
	return path.slice(path.lastIndexOf("/")).includes(".");
}
