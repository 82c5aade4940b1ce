import type { MetaDescriptor } from "react-router";
import type { PageMeta } from "./content-schema.ts";
import { cardPathOf } from "./site-paths.ts";

export type PageHead = {
	meta: PageMeta;
	/** Canonical path of the page, such as /aboutUs. */
	path: string;
	/** Origin of every absolute link, without a slash at the end. */
	origin: string;
	siteName: string;
	type?: "website" | "article";
	/** JSON-LD of the page besides that of the whole site. */
	structuredData?: object[];
	/** False for states and second addresses of other pages. */
	indexed?: boolean;
	/** Paths of the previous and next page of a list. */
	neighbours?: { previous?: string | undefined; next?: string | undefined };
	/** The page whose Open Graph picture is used, for pages that are rendered on request. */
	cardPath?: string;
};

/** As much as search engines show; a longer title goes without the company's name. */
const maxTitleLength = 70;

/** Returns the head of a page: title, description, canonical address, Open Graph card and structured data. */
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

/** Returns the head of a search's page, which search engines leave out. */
export function describeSearchPage(title: string): MetaDescriptor[] {
	return [{ title }, { name: "robots", content: "noindex" }];
}
