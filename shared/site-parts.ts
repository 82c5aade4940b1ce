/** Parts of the site that a company may leave out. */
const siteParts = ["booking", "careers", "blog", "portfolio"] as const;
export type SitePart = (typeof siteParts)[number];
/** Which of them there are. */
export type SiteOffer = Readonly<Record<SitePart, boolean>>;

const addresses: Readonly<Record<SitePart, RegExp>> = {
	booking: /^\/demo(?:[/.]|$)/,
	careers: /^\/(?:career(?:[/.]|$)|api\/(?:jobs|applications)(?:\/|$)|sitemap-jobs\.xml$)/,
	blog: /^\/blog(?:[/.]|$)/,
	portfolio: /^\/portfolio(?:[/.]|$)/,
};

/** Tells which of them an address belongs to; undefined for what every site has. */
export function findSitePart(path: string): SitePart | undefined {
	return siteParts.find((part) => addresses[part].test(path));
}

/** Whether there is a page at an address, as far as the parts of the site decide it. */
export function isOffered(path: string, parts: SiteOffer): boolean {
	const part = findSitePart(path);
	return part === undefined || parts[part];
}
