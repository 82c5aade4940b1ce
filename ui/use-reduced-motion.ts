import { startTransition, useEffect, useState } from "react";

const query = "(prefers-reduced-motion: reduce)";

/** Whether the visitor asked for less motion; true on the server and in the first rendering, so that nothing moves before we know. */
export function useReducedMotion(): boolean {
	const [reduced, setReduced] = useState(true);

	useEffect(() => {
		const list = window.matchMedia(query);
		// In slices: all carousels of a page hear of it in the same moment.
		const follow = () => startTransition(() => setReduced(list.matches));
		follow();
		list.addEventListener("change", follow);
		return () => list.removeEventListener("change", follow);
	}, []);

	return reduced;
}
