/** Moves the focus to the beginning of the page's content, for screen readers, when the focused element has disappeared. */
export function focusMain(): void {
	document.getElementById("content")?.focus({ preventScroll: true });
}
