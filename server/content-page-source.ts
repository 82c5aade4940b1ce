import { contentChangeKey } from "../features/publishing/releases/release-store.server.ts";
import { caseStudyPdfEnding, publishedPaths, searchPaths } from "../features/publishing/site-paths.ts";
import { findPageOfData, isDataPath, nameData } from "../platform/pages/data-path.ts";
import type { PageSource, CachedAddress } from "../platform/pages/page-source.ts";
import type { Releases } from "./releases.ts";

/** Of a site with thousands of posts, the first ones get most visits. */
const mostWarm = 200;
/** Each takes a second to draw, and half a megabyte of memory. */
const mostWarmPdfs = 12;

/**
 * Declares the pages that depend only on content: the build's own until the content changes, then rendered ones. A page's data, which take
 * a tenth of the time, tell whether it has changed.
 * @param jobs what pages with open positions depend on besides
 * @param replyTimes what pages with reply times depend on besides
 */
export function createContentPageSource(
	{ current, contents }: Pick<Releases, "current" | "contents">,
	{ jobs, replyTimes }: Record<"jobs" | "replyTimes", Pick<CachedAddress, "changeKeys" | "findGoodUntil">>,
): PageSource {
	return {
		pattern: "*",
		describe({ path = "" }, query) {
			const page = findPageOfData(path);
			const { paths, pathsWithJobs, pathsWithReplyTimes, drawnPaths } = current();
			if (drawnPaths.has(path))
				return {
					key: path,
					changeKeys: [contentChangeKey],
					// A case study's file shows what its page shows.
					data: isPdf(path) ? nameData(path.slice(0, -caseStudyPdfEnding.length)) : undefined,
					kind: "page",
					revalidated: true,
				};
			if (!paths.has(page) || publishedPaths.includes(page)) return undefined;
			const showsJobs = pathsWithJobs.has(page);
			const records = showsJobs ? jobs : pathsWithReplyTimes.has(page) ? replyTimes : undefined;
			// Pages that depend on their query have their own source; for other pages, such as links of campaigns, it has no meaning.
			if (query.size > 0 && (searchPaths.includes(page) || isDataPath(path))) return undefined;
			return {
				key: path,
				changeKeys: [contentChangeKey, ...(records?.changeKeys ?? [])],
				data: isDocument(page) || showsJobs ? undefined : nameData(page),
				...(records && { findGoodUntil: records.findGoodUntil }),
				kind: "page",
				lasting: !records,
				revalidated: true,
			};
		},
		listWarm() {
			const { paths, pathsWithJobs, pathsWithReplyTimes } = current();
			const warm = contents.isAsBuilt() ? [...pathsWithJobs, ...pathsWithReplyTimes] : paths;
			const pages = [...warm].filter((path) => !publishedPaths.includes(path)).slice(0, mostWarm);
			const pdfs = contents.isAsBuilt() ? [] : [...current().drawnPaths].filter(isPdf).slice(0, mostWarmPdfs);
			return [...pages, ...pages.filter((path) => !isDocument(path)).map(nameData), ...pdfs];
		},
	};
}

/** Every page may show company settings. */
export function showContent(pageSource: PageSource): PageSource {
	const withContent = (address: CachedAddress): CachedAddress => ({
		...address,
		changeKeys: [...address.changeKeys, contentChangeKey],
		missing: address.missing && withContent(address.missing),
	});
	return {
		...pageSource,
		describe(parameters, query) {
			const address = pageSource.describe(parameters, query);
			return address && withContent(address);
		},
	};
}

/** Tells whether a path is a document without data, such as the sitemap or the feed. */
export function isDocument(path: string): boolean {
	return path.slice(path.lastIndexOf("/")).includes(".");
}

function isPdf(path: string): boolean {
	return path.endsWith(caseStudyPdfEnding);
}
