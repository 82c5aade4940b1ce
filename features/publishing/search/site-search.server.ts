import { listSearchWords, listWantedWords } from "../../../core/records/search-words.ts";
import { createWordIndex } from "../../../core/search/word-index.server.ts";
import type { Content } from "../documents/content.ts";
import type { PageKind } from "../page-kind.ts";
import { hashPageSubject, listPageSubjects, type PageSubject } from "../page-subjects.server.ts";
import { cutExcerpt, markWords } from "./excerpt.ts";
import { joinTexts } from "./join-texts.server.ts";
import type { FoundPage, SiteSearchResults } from "./results.ts";

/** A page as the search knows it. */
export type SearchedPage = {
	path: string;
	kind: PageKind;
	title: string;
	/** Shown where no text of the page holds a wanted word. */
	description: string;
	keywords: string;
	/** All its texts. */
	text: string;
};

export const resultsPerPage = 10;
/** As long as the field. */
export const maxSearchLength = 100;
/** Higher page numbers are the last page. */
const maxSearchPage = 1_000;

/** Searches the pages of a content, and further pages that are not part of it. */
type SearchSite = (
	search: { q: string; page: number },
	pages: { content: Content; others: readonly SearchedPage[] },
) => SiteSearchResults;

/**
 * Creates the search of the public site: pages that hold every word, each as the beginning of a word, without regard to case and accents;
 * those that hold them all in the title first, then in description or keywords, then elsewhere: docs/product/site.md, Search.
 *
 * Its index is made at the first search and updated with the pages that have changed.
 */
export function createSiteSearch(): SearchSite {
	const index = createWordIndex<SearchedPage>({
		listWords: ({ title, description, keywords, text }) => [
			listSearchWords(text),
			listSearchWords(description, keywords),
			listSearchWords(title),
		],
		matches: "beginning",
	});
	const toPages = createPageReader();
	let indexed: { own: readonly SearchedPage[]; others: readonly SearchedPage[] } | undefined;

	function countEach(wanted: readonly string[]): SiteSearchResults["others"] {
		return wanted.map((word) => ({ word, count: index.search([word]).length })).filter(({ count }) => count > 0);
	}

	return ({ q, page }, { content, others }) => {
		const own = toPages(content);
		if (indexed?.own !== own || indexed.others !== others) {
			index.update([...own, ...others]);
			indexed = { own, others };
		}
		const wanted = listWantedWords(q);
		const matches = wanted.length === 0 ? [] : index.search(wanted);
		const pages = Math.max(1, Math.ceil(matches.length / resultsPerPage));
		const shown = Math.min(page, pages);
		return {
			q,
			count: matches.length,
			page: shown,
			pages,
			found: matches
				.slice((shown - 1) * resultsPerPage, shown * resultsPerPage)
				.map((match) => showFound(match, wanted)),
			others: matches.length > 0 || wanted.length < 2 ? [] : countEach(wanted),
		};
	};
}

function showFound({ path, kind, title, description, text }: SearchedPage, wanted: readonly string[]): FoundPage {
	return {
		path,
		kind,
		title: markWords(title, wanted),
		excerpt: cutExcerpt(text, wanted) ?? markWords(description, wanted),
	};
}

/** Creates the function that lists the pages of a content: the same list, and the same object for an unchanged page. */
function createPageReader(): (content: Content) => readonly SearchedPage[] {
	let known = new Map<string, { hash: string; page: SearchedPage }>();
	let last: { content: Content; pages: readonly SearchedPage[] } | undefined;
	return (content) => {
		if (last?.content === content) return last.pages;
		const read = listPageSubjects(content).map((subject) => {
			const hash = hashPageSubject(subject, content);
			const before = known.get(subject.path);
			return before?.hash === hash ? before : { hash, page: toSearchedPage(subject) };
		});
		known = new Map(read.map((one) => [one.page.path, one]));
		last = { content, pages: read.map(({ page }) => page) };
		return last.pages;
	};
}

function toSearchedPage({ path, kind, title, description, keywords, texts }: PageSubject): SearchedPage {
	return { path, kind, title, description, keywords: keywords.join(" "), text: joinTexts(texts) };
}

/** Reads the search of an address such as /search?q=erp&page=2; undefined when it asks for nothing. */
export function readSiteSearch(parameters: URLSearchParams): { q: string; page: number } | undefined {
	const q = (parameters.get("q") ?? "").trim().slice(0, maxSearchLength);
	if (q === "") return undefined;
	const page = Number.parseInt(parameters.get("page") ?? "", 10);
	return { q, page: page >= 1 ? Math.min(page, maxSearchPage) : 1 };
}
