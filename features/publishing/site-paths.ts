import { pathOfCalls } from "../../shared/call-type.ts";
import { pathOfEnquiryForm, type EnquiryForm } from "../../shared/enquiry-form.ts";
import { isOffered, type SiteOffer } from "../../shared/site-modules.ts";
import { listOlderBlogPaths } from "./blog-pages.ts";

/** The part of the content that the site's addresses are made of. */
export type LinkedContent = {
	company: {
		parts: SiteOffer;
		publicReplyTimes?: { enquiries: boolean } | undefined;
		enquiryForms?: readonly Pick<EnquiryForm, "service">[] | undefined;
	};
	services: { slug: string }[];
	projects: { slug: string }[];
	callPages: { slug: string }[];
	posts: { slug: string; featured: boolean }[];
	landingPages: { slug: string; isListed: boolean; sections: { type: string }[] }[];
};

export const fixedPaths = [
	"/",
	"/services",
	"/portfolio",
	"/blog",
	"/contactUs",
	"/demo",
	"/aboutUs",
	"/ourteam",
	"/vision-mission",
	"/why-choose-us",
	"/process-insights",
	"/rating",
	"/alltestimonial",
	"/faq",
	"/career",
	"/privacy",
	"/terms-condition",
	"/accessibility",
] as const;
/** The address of a page that every site has. */
export type FixedPath = (typeof fixedPaths)[number];

export const siteSearchPath = "/search";

/** Pages that search engines leave out: a second address of the home page, states of other pages, and the search. */
const unlistedPaths = ["/home", "/error", "/contactUs/thank-you", siteSearchPath, "/newsletter"];

/** Pages whose query decides what they show. */
export const searchPaths: readonly string[] = ["/portfolio", "/career", siteSearchPath];

export const sitemapPath = "/sitemap.xml";
const documentPaths = [sitemapPath, "/robots.txt", "/blog/feed.xml", "/site.webmanifest"];

/** Lists the paths of the sitemap, in reading order. */
export function listIndexedPaths({
	company,
	services,
	projects,
	callPages,
	posts,
	landingPages,
}: LinkedContent): string[] {
	const paths: string[] = [
		...fixedPaths,
		...services.map(({ slug }) => `/case-study/${slug}`),
		...projects.map(({ slug }) => `/portfolio/${slug}`),
		...callPages.map(({ slug }) => pathOfCalls(slug)),
		...posts.map(({ slug }) => `/blog/${slug}`),
		...landingPages.filter(({ isListed }) => isListed).map(pathOfLandingPage),
	];
	return paths.filter((path) => isOffered(path, company.parts));
}

/** Returns the address of a page of sections. */
export function pathOfLandingPage({ slug }: { slug: string }): string {
	return `/${slug}`;
}

/** Pages of every site that show data of the database, rendered again when it changes. */
export const publishedPaths: readonly string[] = ["/career", sitemapPath];

/** Lists the pages of sections with open positions, which are rendered again when those change. */
export function listPathsWithJobs({
	company,
	landingPages,
}: Pick<LinkedContent, "company" | "landingPages">): string[] {
	if (!company.parts.careers) return [];
	return landingPages.filter(({ sections }) => sections.some(({ type }) => type === "jobs")).map(pathOfLandingPage);
}

/** Lists the pages with the enquiry form where they show how soon enquiries had a reply. */
export function listPathsWithReplyTimes({ company }: Pick<LinkedContent, "company">): string[] {
	return company.publicReplyTimes?.enquiries ? ["/contactUs", ...listEnquiryFormPaths(company)] : [];
}

/** Lists the pages of a company's own that show data of the database, so that no build can render them. */
export function listPathsWithRecords(content: LinkedContent): string[] {
	return [...listPathsWithJobs(content), ...listPathsWithReplyTimes(content)];
}

/** Lists the pages of services with questions of their own. */
function listEnquiryFormPaths({ enquiryForms = [] }: LinkedContent["company"]): string[] {
	return enquiryForms.flatMap(({ service }) => (service === "" ? [] : pathOfEnquiryForm(service)));
}

/** Lists the paths that are rendered when the site is built. */
export function listPrerenderedPaths(content: LinkedContent): string[] {
	const withRecords = listPathsWithRecords(content);
	return [
		...listIndexedPaths(content),
		...listOlderBlogPaths(content.posts),
		...unlistedPaths,
		...content.landingPages.filter(({ isListed }) => !isListed).map(pathOfLandingPage),
		...listEnquiryFormPaths(content.company),
		...documentPaths,
	].filter(
		(path) => !publishedPaths.includes(path) && !withRecords.includes(path) && isOffered(path, content.company.parts),
	);
}

/** Lists the addresses of pages and of documents such as the sitemap, without positions. */
export function listAddresses(content: LinkedContent): Set<string> {
	return new Set([...listPrerenderedPaths(content), ...publishedPaths, ...listPathsWithRecords(content)]);
}

/**
 * Returns a function that tells whether an address of the site leads to a page or a file. Of positions, which are in the database, and of
 * files it supposes so.
 */
export function createAddressCheck(content: LinkedContent): (to: string) => boolean {
	const paths = listAddresses(content);
	return (to) => paths.has(to) || to.startsWith("/career/") || to.includes(".");
}

/** Returns the path of a page's Open Graph picture. */
export function cardPathOf(path: string): string {
	return `/cards/${path === "/" ? "home" : path.slice(1)}.png`;
}

/** A case study as a PDF file has the address of its page, with this ending. */
export const caseStudyPdfEnding = ".pdf";

/** Lists the paths of case studies as PDF files. */
export function listCaseStudyPdfs({ company, projects }: Pick<LinkedContent, "company" | "projects">): string[] {
	return company.parts.portfolio ? projects.map(({ slug }) => `/portfolio/${slug}${caseStudyPdfEnding}`) : [];
}
