/** A path and query whose response is the same for everybody until a change. */
export type CachedAddress = {
	/** Path and query under which the response is made and kept; several may share one. */
	key: string;
	/** Change keys of the response. */
	changeKeys: readonly string[];
	/**
	 * Path of the response's data, if nothing else decides what it shows: while the data is the same, the response need not be made again.
	 */
	data?: string | undefined;
	/** When a response made now expires, in milliseconds since 1970; without it, at the next change. */
	findGoodUntil?: ((nowMs: number) => number) | undefined;
	/**
	 * The kind of response. The number of "page"s is bounded by the content, that of "search"es is not, so they are kept apart; a "missing"
	 * response says that there is nothing.
	 */
	kind: "page" | "search" | "missing";
	/** Whether its content stays for long, so that thorough compression pays once it has been kept for a while. */
	lasting?: boolean | undefined;
	/** Whether browsers may keep a copy and revalidate it; otherwise the response's own headers decide. */
	revalidated?: boolean | undefined;
	/** Tells whether the path has content; otherwise the response is `missing`. */
	exists?: (() => Promise<boolean>) | undefined;
	missing?: CachedAddress | undefined;
};

/** The pages that a feature or a face publishes. */
export type PageSource = {
	/** A path whose segments may be parameters, such as /career/jobs/:jobId; "*" alone is every path, as the parameter `path`. */
	pattern: string;
	/** Describes the response; undefined if the query makes it a response for one visitor only. */
	describe(parameters: Readonly<Record<string, string>>, query: URLSearchParams): CachedAddress | undefined;
	/** Lists paths to keep ready before anybody asks. */
	listWarm?(): Promise<string[]> | string[];
};

/** Creates the function that finds the publication of a path and query. */
export function createPageSourceFinder(pageSources: readonly PageSource[]): (url: string) => CachedAddress | undefined {
	const known = pageSources.map((pageSource) => ({ pageSource, pattern: compilePattern(pageSource.pattern) }));
	return (url) => {
		const queryAt = url.indexOf("?");
		const path = queryAt === -1 ? url : url.slice(0, queryAt);
		for (const { pageSource, pattern } of known) {
			const groups = pattern.exec(path)?.groups;
			if (!groups) continue;
			return pageSource.describe(groups, new URLSearchParams(queryAt === -1 ? "" : url.slice(queryAt)));
		}
		return undefined;
	};
}

function compilePattern(pattern: string): RegExp {
	if (pattern === "*") return /^(?<path>.*)$/;
	const source = pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:(\w+)/g, "(?<$1>[^/]+?)");
	// With an empty group, so that a pattern without parameters has groups too.
	return new RegExp(`^(?<all_>)${source}$`);
}
