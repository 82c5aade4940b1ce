import { useSyncExternalStore } from "react";

const query = "(prefers-reduced-motion: reduce)";

function subscribe(onChange: () => void): () => void {
	const list = window.matchMedia(query);
	list.addEventListener("change", onChange);
	return () => list.removeEventListener("change", onChange);
}

/** Whether the visitor asked for less motion; true on the server, so that nothing moves before we know. */
export function useReducedMotion(): boolean {
	return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches, () => true);
}
