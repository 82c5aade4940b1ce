import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * Tells whether to load the frame's data again: only for another page.
 *
 * A change of the query alone (a step of the application, a filter, a search) loads nothing: offline, the frame would fail and lose what
 * has been typed. Another page loads the frame's data too, since it is in the same file anyway: without it, the request would name the
 * wanted routes, and /portfolio would be rendered for it.
 */
export function isAnotherPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
	return currentUrl.pathname !== nextUrl.pathname;
}
