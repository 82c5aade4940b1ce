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

/** Opens a record's page at the newest entry. */
export function useNewestInView({ isOn }: { isOn: boolean }): void {
	const [isWanted] = useState(isOn);
	useLayoutEffect(() => {
		// After the router has scrolled to the start of the new page, and still before that is drawn.
		if (isWanted) queueMicrotask(scrollToNewest);
	}, [isWanted]);
}
