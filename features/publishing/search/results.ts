import type { PageKind } from "../page-kind.ts";

/** A piece of a text, and whether a search has found it. */
export type TextPiece = { text: string; isFound: boolean };

/** A page that was found, with the wanted words marked. */
export type FoundPage = { path: string; kind: PageKind; title: TextPiece[]; excerpt: TextPiece[] };

/**
 * One page of the results of a search. `others` are the words of a search without results that have some, each with the number of pages
 * that hold it.
 */
export type SiteSearchResults = {
	q: string;
	count: number;
	page: number;
	pages: number;
	found: FoundPage[];
	others: { word: string; count: number }[];
};
