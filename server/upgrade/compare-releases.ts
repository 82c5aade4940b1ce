import { diffArrays } from "diff";
import pMap from "p-map";
import type { ReleaseDescription } from "./describe-release-program.ts";
import { createPageReader, listPictures, listWords, type ReadPage } from "./read-page.ts";

/** A line of words that only one release has. */
export type WordChange = { sign: "-" | "+"; line: string };

/** How a page or e-mail differs between two releases. */
export type Difference = {
	/** Path of a page; kind and occasion of an e-mail. */
	name: string;
	/** `failed` where the new release does not show what the one before shows. */
	state: "same" | "changed" | "added" | "removed" | "failed";
	/** In words, why it failed. */
	failure: string | undefined;
	words: WordChange[];
	/** Bytes before and after, of what visitors load; undefined on the side that does not have it. */
	weight: { before: ReadPage["weight"] | undefined; after: ReadPage["weight"] | undefined };
	/** Addresses of pictures whose bytes the other release does not show here. */
	pictures: { gone: string[]; added: string[] };
};

/** Addresses of one site, so that links in circles end. */
const mostPages = 5_000;
const pagesAtOnce = 2;
/** The keys of forms differ with each request, and compress differently. */
const leastBytes = 64;

/** Pages whose addresses no page needs to link to. */
const documents = ["/sitemap.xml", "/robots.txt"];

/**
 * Reads every page of a running site: the given ones, and those that they and the sitemaps link to.
 *
 * @param url of the server; links with publicUrl in front belong to it too
 */
export async function readSite(
	url: string,
	publicUrl: string,
	paths: readonly string[],
): Promise<Map<string, ReadPage>> {
	const read = createPageReader(url);
	const pages = new Map<string, ReadPage>();
	const seen = new Set<string>();
	let next = [...new Set([...paths, ...documents])];
	while (next.length > 0 && seen.size < mostPages) {
		for (const path of next) seen.add(path);
		const found = await pMap(next, async (path) => [path, await read(path)] as const, { concurrency: pagesAtOnce });
		for (const [path, page] of found) pages.set(path, page);
		next = [...new Set(found.flatMap(([, { links }]) => links.map((link) => toPath(link, publicUrl))))].filter(
			(path) => path !== undefined && !seen.has(path),
		) as string[];
	}
	return new Map([...pages].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the path of a page of the site; undefined for a file or another site. Queries are states of a page. */
function toPath(link: string, publicUrl: string): string | undefined {
	const path = (link.startsWith(`${publicUrl}/`) || link === publicUrl ? link.slice(publicUrl.length) : link).replace(
		/[?#].*$/s,
		"",
	);
	if (path === "") return "/";
	return path.startsWith("/") && !/^\/(?:assets|pictures|cards)\//.test(path) ? path : undefined;
}

/** Compares the pages of two releases, by path. */
export function comparePages(
	before: ReadonlyMap<string, ReadPage>,
	after: ReadonlyMap<string, ReadPage>,
): Difference[] {
	const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted();
	return paths.map((path) => comparePage(path, before.get(path), after.get(path)));
}

function comparePage(name: string, before: ReadPage | undefined, after: ReadPage | undefined): Difference {
	const failure = describeFailure(before, after);
	const words = listChanges(before?.words ?? [], after?.words ?? []);
	const hashesOf = (page: ReadPage | undefined) =>
		new Set([...(page?.pictures.values() ?? [])].map(({ sha256 }) => sha256));
	const only = (page: ReadPage | undefined, others: ReadonlySet<string>) =>
		[...(page?.pictures ?? [])].filter(([, { sha256 }]) => !others.has(sha256)).map(([address]) => address);
	const pictures = { gone: only(before, hashesOf(after)), added: only(after, hashesOf(before)) };
	const isSame =
		before?.status === after?.status &&
		before?.location === after?.location &&
		words.length === 0 &&
		pictures.gone.length + pictures.added.length === 0 &&
		weighSame(before?.weight, after?.weight);
	const state = failure !== undefined ? "failed" : isSame ? "same" : !before ? "added" : !after ? "removed" : "changed";
	return { name, state, failure, words, weight: { before: before?.weight, after: after?.weight }, pictures };
}

function weighSame(before: ReadPage["weight"] | undefined, after: ReadPage["weight"] | undefined): boolean {
	if (!before || !after) return before === after;
	return (["page", "scripts", "styles", "pictures"] as const).every(
		(part) => Math.abs(before[part] - after[part]) < leastBytes,
	);
}

/** A page that visitors could open must open: itself, or another that it leads to. */
function describeFailure(before: ReadPage | undefined, after: ReadPage | undefined): string | undefined {
	const isFine = (page: ReadPage | undefined) => page !== undefined && page.status >= 200 && page.status < 400;
	if (after && (after.status === 0 || after.status >= 500) && (before === undefined || isFine(before)))
		return after.status === 0 ? "no response" : `status ${after.status}`;
	if (isFine(before) && !isFine(after)) return after ? `status ${after.status}` : "it is gone, without a redirect";
	return undefined;
}

/** Compares the sample e-mails of two releases, by kind and occasion. */
export function compareEmails(before: ReleaseDescription["emails"], after: ReleaseDescription["emails"]): Difference[] {
	const byName = (emails: ReleaseDescription["emails"]) =>
		new Map(emails.map((email) => [`${email.kind}, ${email.about}`, email]));
	const [was, is] = [byName(before), byName(after)];
	return [...new Set([...was.keys(), ...is.keys()])].toSorted().map((name) => {
		const [left, right] = [was.get(name), is.get(name)];
		const words = listChanges(listEmailWords(left), listEmailWords(right));
		const pictures = { gone: onlyIn(left, right), added: onlyIn(right, left) };
		const weight = { before: weighEmail(left), after: weighEmail(right) };
		const isSame =
			words.length + pictures.gone.length + pictures.added.length === 0 && weight.before?.page === weight.after?.page;
		const state = isSame ? "same" : !left ? "added" : !right ? "removed" : "changed";
		return { name, state, failure: undefined, words, weight, pictures };
	});
}

type Email = ReleaseDescription["emails"][number];

function listEmailWords(email: Email | undefined): string[] {
	if (!email) return [];
	return [`Subject: ${email.subject}`, ...listWords(email.html === "" ? email.text : email.html)];
}

function weighEmail(email: Email | undefined): ReadPage["weight"] | undefined {
	const page = email && Buffer.byteLength(email.html) + Buffer.byteLength(email.text);
	return page === undefined ? undefined : { page, scripts: 0, styles: 0, pictures: 0 };
}

function onlyIn(email: Email | undefined, other: Email | undefined): string[] {
	const others = new Set(listPictures(other?.html ?? ""));
	return listPictures(email?.html ?? "").filter((src) => !others.has(src));
}

function listChanges(before: string[], after: string[]): WordChange[] {
	return diffArrays(before, after).flatMap(({ added, removed, value }) =>
		added || removed ? value.map((line): WordChange => ({ sign: added ? "+" : "-", line })) : [],
	);
}
