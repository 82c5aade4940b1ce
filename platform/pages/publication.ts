/** An address whose answer is the same for everybody until a fact changes. */
export type PublishedAddress = {
	/** Path and query under which the answer is made and kept; several addresses may share one. */
	key: string;
	/** The facts that the answer shows. */
	facts: readonly string[];
	/**
	 * Path of the data that the answer is made of, where nothing else decides what it shows: while they are the same, a fact that has
	 * changed is none that it shows.
	 */
	data?: string | undefined;
	/** Until when an answer that is made now is good, in milliseconds since 1970; without it, until a fact changes. */
	findGoodUntil?: ((nowMs: number) => number) | undefined;
	/**
	 * What kind of answer it is. There are as many "page"s as there are facts, so that they are kept apart from "search"es, of which there
	 * are as many as visitors think of; an answer that is "missing" says that there is nothing.
	 */
	kind: "page" | "search" | "missing";
	/** Whether its content stays for long, so that it is worth being compressed as far as it goes once it has stood for a while. */
	lasting?: boolean | undefined;
	/** Whether browsers may keep a copy and ask whether it is still good; otherwise what the answer says itself. */
	revalidated?: boolean | undefined;
	/** Tells whether there is anything at the address; when there is not, `missing` is answered. */
	exists?: (() => Promise<boolean>) | undefined;
	missing?: PublishedAddress | undefined;
};

/** What a feature or a face publishes. */
export type Publication = {
	/** A path whose parts may be parameters, such as /career/jobs/:jobId; "*" alone is every path, the parameter `path`. */
	pattern: string;
	/** Says what stands there; undefined when the query asks for something that is nobody else's. */
	describe(parameters: Readonly<Record<string, string>>, query: URLSearchParams): PublishedAddress | undefined;
	/** Lists addresses that are kept ready before anybody asks. */
	listWarm?(): Promise<string[]> | string[];
};

/** Makes what finds the publication at a path and query. */
export function createPublicationFinder(
	publications: readonly Publication[],
): (url: string) => PublishedAddress | undefined {
	const known = publications.map((publication) => ({ publication, pattern: compilePattern(publication.pattern) }));
	return (url) => {
		const queryAt = url.indexOf("?");
		const path = queryAt === -1 ? url : url.slice(0, queryAt);
		for (const { publication, pattern } of known) {
			const groups = pattern.exec(path)?.groups;
			if (!groups) continue;
			return publication.describe(groups, new URLSearchParams(queryAt === -1 ? "" : url.slice(queryAt)));
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
