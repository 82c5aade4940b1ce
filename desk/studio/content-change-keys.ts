/** Tells whether a change key concerns the site's public content, its drafts or their editors. */
export function isContentChangeKey(fact: string): boolean {
	return fact === "content" || fact.startsWith("content-") || fact.startsWith("editing:");
}
