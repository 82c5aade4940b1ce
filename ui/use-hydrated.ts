import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/** False on the server and while the page hydrates, true from then on: for what only scripts can offer. */
export function useHydrated(): boolean {
	return useSyncExternalStore(subscribeToNothing, () => true, () => false);
}
