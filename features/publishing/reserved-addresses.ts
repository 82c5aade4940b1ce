/**
 * First segments of addresses that pages of sections cannot have, in lower case: those of fixed pages, whose capitals redirect, of other
 * kinds of documents, of files, and of the API. A test compares them with the routes.
 */
const reservedSegments: ReadonlySet<string> = new Set([
	"aboutus",
	"accessibility",
	"alltestimonial",
	"api",
	"app-icons",
	"assets",
	"blog",
	"calls",
	"cards",
	"career",
	"case-study",
	"contactus",
	"demo",
	"error",
	"faq",
	"fonts",
	"go",
	"healthz",
	"home",
	"metrics",
	"newsletter",
	"no",
	"ourteam",
	"person",
	"pictures",
	"portfolio",
	"preview",
	"privacy",
	"process-insights",
	"rating",
	"readyz",
	"search",
	"services",
	"terms-condition",
	"vision-mission",
	"why-choose-us",
]);

/**
 * Tells whether an address is reserved for the site's own pages.
 * @param path in lower case, such as "/industries/textiles"
 */
export function isReservedAddress(path: string): boolean {
	return reservedSegments.has(path.split("/")[1] ?? "");
}
