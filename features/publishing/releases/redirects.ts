/** A release's changes of addresses. */
export type AddressChanges = {
	/** Addresses that have a document from now on. */
	live: readonly string[];
	/** Addresses that no longer have one, with their redirects, if any. */
	left: readonly { from: string; to: string | undefined }[];
};

/**
 * Where the former addresses of documents lead, by address; undefined for a redirect of redirects.yml that has ended, and for a deleted
 * document to which other former addresses lead.
 */
export type FormerAddresses = ReadonlyMap<string, string | undefined>;

/**
 * Lays the redirects of former addresses over those of redirects.yml: each leads to its end in one step, and circles are left out. A page
 * that exists wins over any redirect.
 * @param former those that redirects.yml has not overruled since
 * @param pages addresses of pages
 */
export function layRedirects(
	listed: ReadonlyMap<string, string>,
	{ former, pages }: { former: FormerAddresses; pages: ReadonlySet<string> },
): Map<string, string> {
	return changeRedirects(listed, {
		live: [...listed.keys(), ...former.keys()].filter((from) => pages.has(from)),
		left: [...former].map(([from, to]) => ({ from, to })),
	});
}

/**
 * Computes the redirects after a release: each in one step, none to itself, none from a document's address, and none to an address without
 * a page.
 */
export function changeRedirects(
	before: ReadonlyMap<string, string>,
	{ live, left }: AddressChanges,
): Map<string, string> {
	const redirects = new Map(before);
	for (const { from, to } of left) {
		if (to === undefined) redirects.delete(from);
		else redirects.set(from, to);
	}
	for (const address of live) redirects.delete(address);
	const gone = new Set(left.filter(({ to }) => to === undefined).map(({ from }) => from));
	for (const address of live) gone.delete(address);
	const result = new Map<string, string>();
	for (const from of redirects.keys()) {
		const to = follow(redirects, from);
		if (to !== undefined && !gone.has(to)) result.set(from, to);
	}
	return result;
}

/** Follows redirects to the end; undefined for a circle. */
function follow(redirects: ReadonlyMap<string, string>, from: string): string | undefined {
	const seen = new Set([from]);
	let to = redirects.get(from);
	for (let next = to; next !== undefined; next = redirects.get(next)) {
		if (seen.has(next)) return undefined;
		seen.add(next);
		to = next;
	}
	return to;
}
