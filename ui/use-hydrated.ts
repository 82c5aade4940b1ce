import { startTransition, useEffect, useState } from "react";

let pageHydrated = false;

/**
 * False on the server and while the page hydrates, true from then on: for what only scripts can offer.
 *
 * The change is a transition, so that it is rendered in slices: useSyncExternalStore, which knows the server from the browser by
 * itself, would render all that depends on it at once, and the page would not answer meanwhile.
 */
export function useHydrated(): boolean {
	const [hydrated, setHydrated] = useState(pageHydrated);

	useEffect(() => {
		pageHydrated = true;
		startTransition(() => setHydrated(true));
	}, []);

	return hydrated;
}
