import type { ShouldRevalidateFunction } from "react-router";
import { isReadingAgain } from "../work/use-live.ts";

/**
 * Leaves a page as it is while only what is opened beside it or over it changes. A form that was sent and a change that was announced
 * refresh it.
 * @param showsOf the part of an address that decides what the page itself shows
 */
export function keepPageBeside(showsOf: (url: URL) => string): ShouldRevalidateFunction {
	return ({ currentUrl, nextUrl, formMethod, defaultShouldRevalidate }) => {
		if (isReadingAgain() || (formMethod !== undefined && formMethod !== "GET")) return true;
		const isBesideAlone = showsOf(currentUrl) === showsOf(nextUrl) && currentUrl.href !== nextUrl.href;
		return isBesideAlone ? false : defaultShouldRevalidate;
	};
}
