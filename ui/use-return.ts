import { useEffect, useEffectEvent } from "react";

/**
 * Runs `onReturn` when the browser shows the page again as it was left, by Back or Forward: a form that was being sent then is still in
 * that state, and nothing that it waits for will come.
 */
export function useReturn(onReturn: () => void): void {
	const run = useEffectEvent(onReturn);
	useEffect(() => {
		const show = ({ persisted }: PageTransitionEvent) => {
			if (persisted) run();
		};
		window.addEventListener("pageshow", show);
		return () => window.removeEventListener("pageshow", show);
	}, []);
}
