import type { ShouldRevalidateFunctionArgs } from "react-router";

/**
 * Whether what stands around a page is asked for again: only with another page.
 *
 * A change of the query alone (a step of the application, a filter, a search) asks for nothing: without a connection the frame would fail,
 * and take with it what has been typed. Another page brings the frame's data along, as they lie in its file anyway: left out, the address
 * would name what is wanted instead, and /portfolio be rendered for it.
 */
export function isAnotherPage({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
	return currentUrl.pathname !== nextUrl.pathname;
}
