/** Moves the focus to the beginning of the page's content, for those who listen, when what had it has gone. */
export function focusMain(): void {
	document.getElementById("content")?.focus({ preventScroll: true });
}
