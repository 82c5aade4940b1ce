/** Tells whether a fact is of what is public of the site, of drafts of it, or of who writes them. */
export function isFactOfContent(fact: string): boolean {
	return fact === "content" || fact.startsWith("content-") || fact.startsWith("editing:");
}
