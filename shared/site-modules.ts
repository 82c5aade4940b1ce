/** Site modules that a company can turn off. */
const siteModules = ["booking", "careers", "blog", "portfolio", "newsletter"] as const;
export type SiteModule = (typeof siteModules)[number];
/** Which modules are on. */
export type SiteOffer = Readonly<Record<SiteModule, boolean>>;

/** React Router ignores case. */
const addresses: Readonly<Record<SiteModule, RegExp>> = {
	booking: /^\/(?:demo|calls)(?:[/.]|$)/i,
	careers: /^\/(?:career(?:[/.]|$)|api\/(?:jobs|job-alerts|applications)(?:\/|$)|sitemap-jobs\.xml$)/i,
	blog: /^\/blog(?:[/.]|$)/i,
	portfolio: /^\/portfolio(?:[/.]|$)/i,
	newsletter: /^\/newsletter(?:[/.]|$)/i,
};

/** Finds the module that a path belongs to; undefined for paths of every site. */
export function findSiteModule(path: string): SiteModule | undefined {
	return siteModules.find((part) => addresses[part].test(path));
}

/** Tells whether the site modules allow a page at a path. */
export function isOffered(path: string, parts: SiteOffer): boolean {
	const part = findSiteModule(path);
	return part === undefined || parts[part];
}
