/** Focuses the heading that asks for it, or else all of the content. */
export function focusStart(main: HTMLElement | null = document.querySelector("main")): void {
	const heading = main?.querySelector<HTMLElement>("[data-takes-focus]");
	(heading ?? main)?.focus({ preventScroll: true });
}
