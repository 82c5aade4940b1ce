/** Reads what an address says; what it says twice counts as unsaid, and so does a NUL, which PostgreSQL refuses to look for. */
export function readQuery(request: Request): Record<string, string> {
	const { searchParams } = new URL(request.url);
	return Object.fromEntries(
		[...searchParams].filter(([name, value]) => searchParams.getAll(name).length === 1 && !value.includes("\0")),
	);
}
