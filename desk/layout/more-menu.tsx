import { Ellipsis } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useLocation } from "react-router";
import { closeByEscape } from "./close-details.ts";

/**
 * The part of the frame that is a sheet over the page on a phone: a link in it, the focus in the page, or Escape closes it. On a wide screen
 * it is always shown.
 */
export function MoreMenu({ count, children }: { count: ReactNode; children: ReactNode }) {
	const details = useRef<HTMLDetailsElement>(null);
	const { key } = useLocation();
	const shown = useRef(key);
	useEffect(() => {
		if (shown.current !== key) details.current?.removeAttribute("open");
		shown.current = key;
	}, [key]);
	useEffect(() => (details.current ? closeWhenLeft(details.current) : undefined), []);
	return (
		<details ref={details} className="menu">
			<summary>
				<Ellipsis size={18} aria-hidden="true" />
				<span>More</span> {count}
			</summary>
			<div className="menu-content">{children}</div>
		</details>
	);
}

function closeWhenLeft(details: HTMLDetailsElement): () => void {
	const ending = new AbortController();
	const { signal } = ending;
	document.addEventListener(
		"focusin",
		({ target }) => {
			if (target instanceof Element && target.closest("main")) details.open = false;
		},
		{ signal },
	);
	closeByEscape(details, signal);
	return () => ending.abort();
}
