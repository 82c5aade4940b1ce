import { useEffect, useEffectEvent } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { focusMain } from "./focus-main.ts";

/** Scroll position of each history entry, in pixels, by its key. */
const places: Record<string, number> = {};

/** Returns the key of an entry without one, under React Router's name. */
const currentKey = (): string => window.history.state?.key ?? "default";

/** Key of the entry whose page was opened last. Outside the component, which is remounted when a page fails. */
let begun = import.meta.env.SSR ? "" : currentKey();

/**
 * Opens each further page at its top, or at its fragment, with the focus at its beginning for screen readers. A page returned to is shown
 * at its former position: the browser has tried that before the page was rendered, at another length.
 *
 * @param page changes with the page
 */
export function usePageEntry(page: string): void {
	const { key, hash } = useLocation();
	const navigationType = useNavigationType();
	const begin = useEffectEvent(() => {
		if (begun === key) return;
		begun = key;
		focusMain();
		if (navigationType === NavigationType.Pop) window.scrollTo(0, places[key] ?? window.scrollY);
		else if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
		else window.scrollTo(0, 0);
	});

	useEffect(() => begin(), [page]);
}

/** Remembers the scroll position of each history entry. Use once, in the frame. */
export function useKeptPlaces(): void {
	const { key } = useLocation();

	useEffect(() => {
		const keep = () => {
			// On the way back the browser is already at the other entry, and scrolls, while this page is still shown.
			if (currentKey() === key) places[key] = window.scrollY;
		};
		window.addEventListener("scroll", keep);
		return () => window.removeEventListener("scroll", keep);
	}, [key]);
}
