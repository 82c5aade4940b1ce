/**
 * Creates a test for paths that match any of some patterns, whose segments may be parameters (/career/jobs/:jobId), optional (:jobId?) or
 * anything (/api/*). Like React Router, it ignores case and a trailing slash.
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
