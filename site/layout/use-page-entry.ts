import { useEffect, useRef } from "react";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import { focusMain } from "./focus-main.ts";

/**
 * Begins each further page at its top, or where its address points, with the focus at its beginning for those who listen.
 *
 * @param page another one for another page
 */
export function usePageEntry(page: string): void {
	const { hash } = useLocation();
	const navigationType = useNavigationType();
	const entered = useRef(page);

	useEffect(() => {
		if (entered.current === page) return;
		entered.current = page;
		focusMain();
		if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
		else if (navigationType !== NavigationType.Pop) window.scrollTo(0, 0);
	}, [page, hash, navigationType]);
}
