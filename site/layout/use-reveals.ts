import { useEffect, type RefObject } from "react";

/** Visible share of a section that starts its animation: docs/product/site.md, Timings. */
const visibleShare = 0.2;
const below = "0 12px";
const timing: KeyframeAnimationOptions = { duration: 400, easing: "cubic-bezier(0.2, 0, 0, 1)" };

/**
 * Lets sections below the first screen rise by 12 px, once, when they come into view.
 *
 * Nothing is hidden before, so the page is complete without scripts and in print; for visitors who prefer less motion nothing moves.
 */
export function useReveals(main: RefObject<HTMLElement | null>, pathname: string): void {
	useEffect(() => {
		if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
		const parts = main.current?.querySelectorAll<HTMLElement>("section > .container-page") ?? [];
		const waiting = new Set<Element>();
		const observer = new IntersectionObserver(
			(entries) => {
				for (const { target, intersectionRatio, boundingClientRect, rootBounds } of entries) {
					const part = target as HTMLElement;
					if (waiting.has(part)) {
						if (intersectionRatio < visibleShare) continue;
						part.style.removeProperty("translate");
						part.animate([{ translate: below }, { translate: "0 0" }], timing);
					} else if (boundingClientRect.top > (rootBounds?.bottom ?? 0)) {
						waiting.add(part);
						part.style.setProperty("translate", below);
						continue;
					}
					observer.unobserve(part);
				}
			},
			{ threshold: visibleShare },
		);
		for (const part of parts) observer.observe(part);
		return () => {
			observer.disconnect();
			for (const part of parts) part.style.removeProperty("translate");
		};
	}, [main, pathname]);
}
