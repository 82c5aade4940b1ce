import type { MetaDescriptor } from "react-router";
import type { PageMeta } from "./content-schema.ts";
import { cardPathOf } from "./site-paths.ts";

export type PageHead = {
	meta: PageMeta;
	/** Canonical path of the page, such as /aboutUs. */
	path: string;
	/** Origin of every absolute link, without a trailing slash. */
	origin: string;
	siteName: string;
	type?: "website" | "article";
	/** JSON-LD objects describing the page, on top of those of the whole site. */
	structuredData?: object[];
	/** False for states and second addresses of other pages. */
	indexed?: boolean;
	/** Paths of the pages before and after this one in a list over several. */
	neighbours?: { previous?: string | undefined; next?: string | undefined };
	/** The page whose Open Graph picture stands for this one, for pages that are rendered live. */
	cardPath?: string;
};

/** What search engines show of a title; a longer one goes without the company's name. */
const maxTitleLength = 70;

/** The head of a page: title, description, canonical address, Open Graph card and structured data. */
export function describePage({
	meta,
	path,
	origin,
	siteName,
	type = "website",
	structuredData = [],
	indexed = true,
	neighbours = {},
	cardPath = path,
}: PageHead): MetaDescriptor[] {
	const url = origin + path;
	const card = origin + cardPathOf(cardPath);
	const withSiteName = meta.title.includes(siteName) ? meta.title : `${meta.title} | ${siteName}`;
	const title = withSiteName.length > maxTitleLength ? meta.title : withSiteName;
	return [
		{ title },
		{ name: "description", content: meta.description },
		...(meta.keywords.length > 0 ? [{ name: "keywords", content: meta.keywords.join(", ") }] : []),
		...(indexed ? [{ tagName: "link", rel: "canonical", href: url }] : [{ name: "robots", content: "noindex" }]),
		...(neighbours.previous ? [{ tagName: "link", rel: "prev", href: origin + neighbours.previous }] : []),
		...(neighbours.next ? [{ tagName: "link", rel: "next", href: origin + neighbours.next }] : []),
		{ property: "og:site_name", content: siteName },
		{ property: "og:type", content: type },
		{ property: "og:title", content: meta.ogTitle ?? meta.title },
		{ property: "og:description", content: meta.ogDescription ?? meta.description },
		{ property: "og:url", content: url },
		...(indexed
			? [
					{ property: "og:image", content: card },
					{ property: "og:image:width", content: "1200" },
					{ property: "og:image:height", content: "630" },
					{ property: "og:image:alt", content: meta.ogTitle ?? meta.title },
					{ name: "twitter:card", content: "summary_large_image" },
				]
			: []),
		...structuredData.map((object) => ({ "script:ld+json": object })),
	];
}

/** The head of a page that shows what somebody searched for: it has a title, and search engines leave it out. */
export function describeSearchPage(title: string): MetaDescriptor[] {
	return [{ title }, { name: "robots", content: "noindex" }];
}
