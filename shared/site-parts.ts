/** Site modules that a company can turn off. */
const siteParts = ["booking", "careers", "blog", "portfolio"] as const;
export type SitePart = (typeof siteParts)[number];
/** Which modules are on. */
export type SiteOffer = Readonly<Record<SitePart, boolean>>;

const addresses: Readonly<Record<SitePart, RegExp>> = {
	booking: /^\/demo(?:[/.]|$)/,
	careers: /^\/(?:career(?:[/.]|$)|api\/(?:jobs|applications)(?:\/|$)|sitemap-jobs\.xml$)/,
	blog: /^\/blog(?:[/.]|$)/,
	portfolio: /^\/portfolio(?:[/.]|$)/,
};

/** Finds the module that a path belongs to; undefined for paths of every site. */
export function findSitePart(path: string): SitePart | undefined {
	return siteParts.find((part) => addresses[part].test(path));
}

/** Tells whether the site modules allow a page at a path. */
export function isOffered(path: string, parts: SiteOffer): boolean {
	const part = findSitePart(path);
	return part === undefined || parts[part];
}
