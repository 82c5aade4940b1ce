/** Counts the characters of a text that readers see: the editor's pages mark texts with private-use characters, which have no width. */
export function visibleLength(text: string): number {
	return text.replaceAll(/\p{Private_Use}/gu, "").length;
}
