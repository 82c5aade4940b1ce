/** Tells whether a change key concerns the site's public content, its drafts or their editors. */
export function isContentChangeKey(changeKey: string): boolean {
	return changeKey === "content" || changeKey.startsWith("content-") || changeKey.startsWith("editing:");
}
