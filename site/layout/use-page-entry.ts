import { useEffect, useEffectEvent } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { focusMain } from "./focus-main.ts";

/** How far down each entry of the history was left, in pixels, by its key. */
const places: Record<string, number> = {};

/** The key of an entry that no navigation of ours made; React Router calls it so too. */
const currentKey = (): string => window.history.state?.key ?? "default";

/** Key of the entry whose page was begun last. Kept outside the component, which begins anew when a page fails. */
let begun = import.meta.env.SSR ? "" : currentKey();

/**
 * Begins each further page at its top, or where its address points, with the focus at its beginning for those who listen. A page that is
 * returned to is shown where it was left: the browser has tried that before the page was there again, in one of another length.
 *
 * @param page another one for another page
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

/** Remembers where each entry of the history stands, for the return to it. Once in the frame. */
export function useKeptPlaces(): void {
	const { key } = useLocation();

	useEffect(() => {
		const keep = () => {
			// On the way back the browser is at the other entry already, and scrolls, while this page still stands.
			if (currentKey() === key) places[key] = window.scrollY;
		};
		window.addEventListener("scroll", keep);
		return () => window.removeEventListener("scroll", keep);
	}, [key]);
}
