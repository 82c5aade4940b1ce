/** Reads a query; a repeated parameter counts as absent, and so does a NUL, which PostgreSQL refuses. */
export function readQuery(request: Request): Record<string, string> {
	const { searchParams } = new URL(request.url);
	return Object.fromEntries(
		[...searchParams].filter(([name, value]) => searchParams.getAll(name).length === 1 && !value.includes("\0")),
	);
}
