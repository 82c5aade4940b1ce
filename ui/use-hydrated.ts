import { startTransition, useEffect, useState } from "react";

let pageHydrated = false;

/**
 * False on the server and while the page hydrates, then true: for controls that need scripts.
 *
 * The change is a transition, so React renders it in slices. useSyncExternalStore would render everything that depends
 * on it at once and block the page.
 */
export function useHydrated(): boolean {
	const [hydrated, setHydrated] = useState(pageHydrated);

	useEffect(() => {
		pageHydrated = true;
		startTransition(() => setHydrated(true));
	}, []);

	return hydrated;
}
