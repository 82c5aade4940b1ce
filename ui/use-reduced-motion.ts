import { startTransition, useEffect, useState } from "react";

const query = "(prefers-reduced-motion: reduce)";

/**
 * Tells whether the visitor prefers less motion; true on the server and in the first render, so that nothing moves too
 * early.
 */
export function useReducedMotion(): boolean {
	const [reduced, setReduced] = useState(true);

	useEffect(() => {
		const list = window.matchMedia(query);
		// In slices: all carousels of a page get the change at the same moment.
		const follow = () => startTransition(() => setReduced(list.matches));
		follow();
		list.addEventListener("change", follow);
		return () => list.removeEventListener("change", follow);
	}, []);

	return reduced;
}
