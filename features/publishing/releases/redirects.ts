/** What an edition does to addresses. */
export type AddressChanges = {
	/** Addresses at which a document stands from now on. */
	live: readonly string[];
	/** Addresses at which none stands any more, and where each leads; to nowhere where nothing takes its place. */
	left: readonly { from: string; to: string | undefined }[];
};

/** What the studio says over the redirects of the build, by address; undefined where one leads nowhere any more. */
export type RedirectOverlay = ReadonlyMap<string, string | undefined>;

/** Where addresses lead by the build and by what the studio says over it: each in one step, and none round in a circle. */
export function layRedirects(base: ReadonlyMap<string, string>, over: RedirectOverlay): Map<string, string> {
	const redirects = new Map(base);
	for (const [from, to] of over) {
		if (to === undefined) redirects.delete(from);
		else redirects.set(from, to);
	}
	return changeRedirects(redirects, { live: [], left: [] });
}

/**
 * Works out where addresses lead after an edition: each in one step, none to itself, and none from an address at which a document stands.
 * What led to an address that leads nowhere leads nowhere either.
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

/** Where an address leads in the end; undefined where it leads round in a circle. */
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
