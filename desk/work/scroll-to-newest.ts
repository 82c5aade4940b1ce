import { useLayoutEffect, useState } from "react";

const gapPx = 16;

/** Scrolls the page down until the newest entry of its conversation is above the composer; a long one until it begins on top. */
export function scrollToNewest(): void {
	const newest = [...document.querySelectorAll("[data-newest]")].at(-1)?.getBoundingClientRect();
	const dock = document.querySelector(".composer")?.getBoundingClientRect();
	if (!newest || !dock) return;
	const head = document.querySelector(".inbox-record > .page-head");
	const isStuck = head !== null && getComputedStyle(head).position === "sticky";
	const top = (isStuck ? head.getBoundingClientRect().height : 0) + gapPx;
	const hidden = Math.min(newest.bottom + gapPx - dock.top, newest.top - top);
	if (hidden > 0) window.scrollBy({ top: hidden, behavior: "instant" });
}

const signsOfReader = ["keydown", "pointerdown", "touchstart", "wheel"] as const;

/** Opens a record's page at its newest entry, and keeps that in view while the page settles, until its reader does something. */
export function useNewestInView({ isOn }: { isOn: boolean }): void {
	const [isWanted] = useState(isOn);
	useLayoutEffect(() => {
		if (!isWanted) return;
		// After the router has scrolled to the start of the new page, and still before that is drawn.
		queueMicrotask(scrollToNewest);
		const count = document.querySelectorAll("[data-newest]").length;
		const settling = new ResizeObserver(() => {
			// An entry that comes later leaves the page where it is.
			if (document.querySelectorAll("[data-newest]").length === count) scrollToNewest();
			else stop();
		});
		const ended = new AbortController();
		const stop = () => {
			settling.disconnect();
			ended.abort();
		};
		settling.observe(document.body);
		for (const sign of signsOfReader)
			document.addEventListener(sign, stop, { passive: true, capture: true, signal: ended.signal });
		return stop;
	}, [isWanted]);
}
