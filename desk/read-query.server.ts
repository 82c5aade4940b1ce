/** Reads what an address says; what it says twice counts as unsaid. */
export function readQuery(request: Request): Record<string, string> {
	const { searchParams } = new URL(request.url);
	return Object.fromEntries([...searchParams].filter(([name]) => searchParams.getAll(name).length === 1));
}
