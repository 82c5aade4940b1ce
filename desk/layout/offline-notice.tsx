import { useEffect, useState, useSyncExternalStore } from "react";

const listen = (onChange: () => void) => {
	for (const type of ["online", "offline"]) window.addEventListener(type, onChange);
	return () => {
		for (const type of ["online", "offline"]) window.removeEventListener(type, onChange);
	};
};

/**
 * Leaves links and forms alone while the browser is offline, and says so when one is pressed: an error would take the place of the page,
 * and of what is typed.
 */
export function OfflineNotice() {
	const isOffline = useSyncExternalStore(
		listen,
		() => !navigator.onLine,
		() => false,
	);
	const [isTold, setTold] = useState(false);
	useEffect(() => {
		if (!isOffline) return;
		const leave = (event: Event) => {
			if (event.type === "click" && !isOnLink(event)) return;
			event.preventDefault();
			event.stopPropagation();
			setTold(true);
		};
		const prefetch = (event: Event) => {
			if (event instanceof MouseEvent || isOnLink(event)) event.stopPropagation();
		};
		const guarded: [types: readonly string[], stop: (event: Event) => void][] = [
			[["click", "submit"], leave],
			// The router loads the page of a link that is pointed at, and reloads the present one if it cannot.
			[["mouseover", "mouseout", "focusin", "touchstart"], prefetch],
		];
		const ended = new AbortController();
		for (const [types, stop] of guarded)
			// Before the listeners of the page.
			for (const type of types) window.addEventListener(type, stop, { capture: true, signal: ended.signal });
		return () => {
			ended.abort();
			setTold(false);
		};
	}, [isOffline]);
	if (!isOffline || !isTold) return null;
	return (
		<div className="notice">
			<p>You are offline. The page stays as it is, with what you typed. Try again when you are back online.</p>
		</div>
	);
}

/** Telephone numbers and addresses of e-mail need no connection to the desk. */
const isOnLink = ({ target }: Event) =>
	target instanceof Element && target.closest("a[href]:not([href^='#'], [href^='tel:'], [href^='mailto:'])") !== null;
