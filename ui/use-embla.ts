import type { EmblaCarouselType } from "embla-carousel";
import { useEffect, useState, type RefObject } from "react";

type UseEmblaOptions = {
	/** False while the carousel is in a hidden panel. */
	active: boolean;
	loop: boolean;
	/** Duration of a move, in Embla's own unit; 0 jumps. */
	duration: number;
};

/** Distance from the view at which the carousel's code loads; until then it is a strip to scroll by hand. */
const loadMargin = "200px";

/** Visible part of a slide that counts as in view; with 0, a slide that only touches the edge would count. */
const inViewThreshold = 0.5;

/**
 * Turns a scrolling strip into an Embla carousel once it comes near the view, and loads the library only then.
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
