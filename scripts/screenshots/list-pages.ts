import rehypeParse from "rehype-parse";
import { unified } from "unified";
import { visit } from "unist-util-visit";

/** A page to be captured. */
export type PageToCapture = {
	/** Its name in both checkouts: the address without random parts. */
	name: string;
	url: string;
	/** Of a signed-in member. */
	cookie?: string;
	/** Searched on the page before the picture is taken. */
	search?: string;
};

/** A reference of a record, such as ENQ-7K3F9QXM. */
export const referencePattern = /\b[A-Z]{3}-[0-9A-HJKMNP-TV-Z]{8}\b/g;

/** States of pages, and pages outside the sitemap. */
const pathsBesideSitemap = [
	"/home",
	"/error",
	"/contactUs/thank-you",
	"/demo/by-form",
	"/demo/other-times",
	"/career?q=react",
	"/career?q=nothing-of-the-kind",
	"/career/apply",
	"/career/jobs/no-such-job",
	"/case-study/no-such-service",
	"/portfolio/no-such-project",
	"/no/such/page",
	"/search",
	"/search?q=erp",
	"/search?q=nothing-of-the-kind",
];

/** Lists the public pages: those of the sitemap, further ones, and one page each of jobs and of categories. */
export async function listSitePages(origin: string): Promise<PageToCapture[]> {
	const [indexed, jobs, filters] = await Promise.all([
		readSitemap(`${origin}/sitemap.xml`),
		readSitemap(`${origin}/sitemap-jobs.xml`),
		listLinks(`${origin}/portfolio`),
	]);
	const [job = ""] = jobs;
	const jobId = job.split("/").at(-1);
	const paths = [
		...indexed,
		...pathsBesideSitemap,
		job,
		`/career/apply/${jobId}`,
		`/career/apply/${jobId}?view=whole`,
		...filters.filter((path) => path.startsWith("/portfolio?")).slice(0, 1),
	];
	return [...new Set(paths)].map((path) => ({ name: path, url: origin + path }));
}

/**
 * Lists the pages of the desk by following its links from the overview, and adds a search and an unknown address.
 * References are random: in names each is the number of its record, in the order of the lists. Ids of accounts are random too; their pages
 * and the audit log's parts are left out.
 * @param cookie of a signed-in member; empty for a release whose desk has no accounts
 */
export async function listDeskPages(origin: string, cookie: string): Promise<PageToCapture[]> {
	const numbers = new Map<string, number>();
	const nameOf = (path: string) =>
		path.replaceAll(referencePattern, (reference) => {
			const number = numbers.get(reference) ?? numbers.size + 1;
			numbers.set(reference, number);
			return `${reference.slice(0, 3)}-${number}`;
		});
	const pages = new Map<string, PageToCapture>();
	const waiting = ["/"];
	for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
		const name = `desk ${nameOf(path)}`;
		if (pages.has(name)) continue;
		const links = (await listLinks(origin + path, cookie)).filter((link) => !/^\/accounts\/|^\/audit-log\?/.test(link));
		if (links.length === 0) continue;
		pages.set(name, { name, url: origin + path, cookie });
		waiting.push(...links);
	}
	return [
		...pages.values(),
		{ name: "desk search for what is there", url: `${origin}/`, cookie, search: "example" },
		{ name: "desk search for what is not", url: `${origin}/`, cookie, search: "nothing-of-the-kind" },
		{ name: "desk /no/such/page", url: `${origin}/no/such/page`, cookie },
	];
}

/** The paths of a sitemap, in order. */
async function readSitemap(url: string): Promise<string[]> {
	const response = await fetch(url);
	if (!response.ok) throw new Error(`${url} answered ${response.status}`);
	return [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
		([, address = ""]) => new URL(address).pathname,
	);
}

/** The paths with queries that a page links to on its own origin, in order; empty without a page. */
async function listLinks(url: string, cookie = ""): Promise<string[]> {
	const response = await fetch(url, { headers: { cookie } });
	if (!response.ok || !response.headers.get("content-type")?.startsWith("text/html")) {
		await response.body?.cancel();
		return [];
	}
	const links: string[] = [];
	visit(
		unified()
			.use(rehypeParse)
			.parse(await response.text()),
		"element",
		({ tagName, properties }) => {
			if (tagName !== "a" || typeof properties.href !== "string") return;
			const { origin, pathname, search } = new URL(properties.href, url);
			if (origin === new URL(url).origin) links.push(pathname + search);
		},
	);
	return links;
}
