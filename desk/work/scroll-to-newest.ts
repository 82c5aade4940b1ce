import { useEffect, useLayoutEffect, useState } from "react";

const gapPx = 16;
/** How long the router may take to scroll the page. */
const routerMs = 1_000;

/** Scrolls the page down until the newest entry of its conversation is above the composer; a long one until it begins on top. */
export function scrollToNewest(): void {
	const hidden = measureHidden([...document.querySelectorAll("[data-newest]")].at(-1));
	if (hidden && hidden.down > 0) window.scrollBy({ top: hidden.down, behavior: "instant" });
}

/** Scrolls the page until a new preview is above the composer; a long one until it begins on top. */
export function usePreviewInView(preview: object | undefined): void {
	useEffect(() => {
		const hidden = preview && measureHidden(document.querySelector(".email-preview"));
		if (hidden) window.scrollBy({ top: Math.min(hidden.above, Math.max(hidden.down, 0)), behavior: "instant" });
	}, [preview]);
}

/**
 * Measures how far the page has to be scrolled.
 * @returns the distance down until an element is above the composer, or begins on top; and until it begins on top, negative if it is above
 */
function measureHidden(element: Element | null | undefined): { down: number; above: number } | undefined {
	const place = element?.getBoundingClientRect();
	const dock = document.querySelector(".composer");
	if (!place || !dock) return undefined;
	const head = document.querySelector(".inbox-record > .page-head");
	const isStuck = (part: Element) => getComputedStyle(part).position === "sticky";
	const above = place.top - (head && isStuck(head) ? head.getBoundingClientRect().height : 0) - gapPx;
	const end = isStuck(dock) ? dock.getBoundingClientRect().top : window.innerHeight;
	return { down: Math.min(place.bottom + gapPx - end, above), above };
}

const signsOfReader = ["keydown", "pointerdown", "touchstart", "wheel"] as const;

function whenReaderActs(act: () => void, signal: AbortSignal): void {
	for (const sign of signsOfReader) document.addEventListener(sign, act, { passive: true, capture: true, signal });
}

const countEntries = () => document.querySelectorAll("[data-newest]").length;

/**
 * Keeps the newest entry in view while the page settles, until its reader does something. An entry that comes later leaves the page where it
 * is.
 * @returns a function that ends it
 */
export function keepNewestInView(): () => void {
	const count = countEntries();
	const ended = new AbortController();
	const settling = new ResizeObserver(() => (countEntries() === count ? scrollToNewest() : stop()));
	// The router may still scroll the page; later, only its reader does, perhaps by voice.
	const leaveScrolling = () => document.removeEventListener("scroll", scrollToNewest);
	const timer = setTimeout(leaveScrolling, routerMs);
	const stop = () => {
		settling.disconnect();
		clearTimeout(timer);
		leaveScrolling();
		ended.abort();
	};
	settling.observe(document.body);
	document.addEventListener("scroll", scrollToNewest, { passive: true });
	whenReaderActs(stop, ended.signal);
	scrollToNewest();
	return stop;
}

/** Opens a record's page at its newest entry. */
export function useNewestInView({ isOn }: { isOn: boolean }): void {
	const [isWanted] = useState(isOn);
	useLayoutEffect(() => {
		if (!isWanted) return;
		// After the router has scrolled to the start of the new page, and still before that is drawn.
		queueMicrotask(scrollToNewest);
		return keepNewestInView();
	}, [isWanted]);
}
