/**
 * Makes what tells whether a path is one of some patterns, whose parts may be parameters (/career/jobs/:jobId), left out (:jobId?) or
 * anything (/api/*). As React Router does, it takes capitals and a slash at the end.
 */
export function createPathMatcher(patterns: readonly string[]): (pathname: string) => boolean {
	const sources = patterns.map((pattern) =>
		pattern
			.split("/")
			.filter((part) => part !== "")
			.map((part) => {
				if (part === "*") return "/.*";
				if (/^:\w+\?$/.test(part)) return "(?:/[^/]+)?";
				return `/${part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/:\w+/g, "[^/]+")}`;
			})
			.join(""),
	);
	const known = new RegExp(`^(?:${sources.join("|")})/?$`, "i");
	return (pathname) => known.test(pathname);
}
