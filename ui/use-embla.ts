import type { EmblaCarouselType } from "embla-carousel";
import { useEffect, useState, type RefObject } from "react";

type UseEmblaOptions = {
	/** False while the carousel stands in a hidden panel. */
	active: boolean;
	loop: boolean;
	/** Embla's measure of how long a move takes; 0 jumps. */
	duration: number;
};

/** How near to the view a carousel comes before its code is loaded; until then it is a strip to scroll by hand. */
const loadMargin = "200px";

/** The part of a slide that must be visible for it to count as in view; with none, a slide that only touches the edge would. */
const inViewThreshold = 0.5;

/**
 * Turns a scrolling strip into an Embla carousel once it comes near the view; the library is loaded then, not with the page.
 *
 * @returns the carousel, or undefined until it runs
 */
export function useEmbla(
	viewport: RefObject<HTMLElement | null>,
	{ active, loop, duration }: UseEmblaOptions,
): EmblaCarouselType | undefined {
	const [near, setNear] = useState(false);
	const [embla, setEmbla] = useState<EmblaCarouselType>();

	useEffect(() => {
		const element = viewport.current;
		if (!element) return;
		const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
			rootMargin: loadMargin,
		});
		observer.observe(element);
		return () => observer.disconnect();
	}, [viewport]);

	useEffect(() => {
		if (!near || !active) return;
		let started: EmblaCarouselType | undefined;
		let left = false;
		void import("embla-carousel").then(({ default: EmblaCarousel }) => {
			if (left || !viewport.current) return;
			viewport.current.scrollLeft = 0;
			started = EmblaCarousel(viewport.current, { align: "start", watchFocus: false, inViewThreshold, loop, duration });
			setEmbla(started);
		});
		return () => {
			left = true;
			started?.destroy();
			setEmbla(undefined);
		};
	}, [viewport, near, active, loop, duration]);

	return embla;
}
