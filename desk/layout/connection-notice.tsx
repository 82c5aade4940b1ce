import { X } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router";
import { connected, forgetUnanswered, listenToConnection, noteShown, readConnection } from "./connection.ts";
import { keepActionDataOf } from "./keep-action-data.tsx";
import { hasFiles } from "./load-files.ts";

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;

const listenToBrowser = (onChange: () => void) => {
	for (const type of ["online", "offline"]) window.addEventListener(type, onChange);
	return () => {
		for (const type of ["online", "offline"]) window.removeEventListener(type, onChange);
	};
};

/**
 * Keeps the page and what is typed in it while there is no connection to the desk, and says so. While the browser is offline, links and
 * forms are left alone. While the desk is not reached, the page that was asked for, or else the present one, is read again and again.
 */
export function ConnectionNotice() {
	const isOffline = useSyncExternalStore(
		listenToBrowser,
		() => !navigator.onLine,
		() => false,
	);
	const [isTold, setTold] = useState(false);
	const { isUnreached, isUnanswered } = useRetries();
	useEffect(() => {
		const leave = (event: Event) => {
			if (event.type === "click" && !findLink(event.target)) return;
			event.preventDefault();
			event.stopPropagation();
			setTold(true);
		};
		const prefetch = (event: Event) => {
			// For React, the mouse enters an element when it leaves the one before.
			const link = findLink(event.type === "mouseout" ? (event as MouseEvent).relatedTarget : event.target);
			if (isOffline ? event instanceof MouseEvent || link : link && !hasFiles(link.href)) event.stopPropagation();
		};
		const guarded: [types: readonly string[], stop: (event: Event) => void][] = [
			...(isOffline ? [[["click", "submit"], leave] as [string[], typeof leave]] : []),
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
	if (isOffline && isTold)
		return (
			<div className="notice">
				<p>You are offline. The page stays as it is, with what you typed. Try again when you are back online.</p>
			</div>
		);
	if (isUnanswered)
		return (
			<div className="notice">
				<p>
					{isUnreached
						? "The desk cannot be reached, so your change may not have been saved. What you typed is still here. Reconnecting…"
						: "The desk did not answer, so your change may not have been saved. Check this page, and try again if it was not."}
				</p>
				<button type="button" className="notice-close" onClick={forgetUnanswered}>
					<X size={16} aria-hidden="true" />
					<span className="sr-only">Close</span>
				</button>
			</div>
		);
	if (!isUnreached) return null;
	return (
		<div className="notice">
			<p>The desk cannot be reached. Trying again…</p>
		</div>
	);
}

/** Tries again ever more rarely while the desk is not reached. */
function useRetries(): { isUnreached: boolean; isUnanswered: boolean } {
	const { failures, unanswered } = useSyncExternalStore(listenToConnection, readConnection, () => connected);
	const { revalidate } = useRevalidator();
	const navigate = useNavigate();
	const { pathname, search, hash, state, key } = useLocation();
	useEffect(() => noteShown({ pathname, search }), [pathname, search]);
	useEffect(() => {
		if (failures === 0) return;
		// It continues to the page that was asked for.
		const timer = setTimeout(() => void revalidate(), Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs));
		return () => clearTimeout(timer);
	}, [failures, revalidate]);
	useEffect(() => {
		if (unanswered === 0) return;
		// Ends the sending, and shows whether it was saved.
		const stays = keepActionDataOf({ key, state });
		void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true, state: stays });
		// oxlint-disable-next-line react/exhaustive-deps -- once for each form
	}, [unanswered]);
	useEffect(() => forgetUnanswered, [pathname]);
	return { isUnreached: failures > 0, isUnanswered: unanswered > 0 };
}

/** Telephone numbers and addresses of e-mail need no connection to the desk. */
const findLink = (target: EventTarget | null): HTMLAnchorElement | undefined =>
	(target instanceof Element &&
		target.closest<HTMLAnchorElement>("a[href]:not([href^='#'], [href^='tel:'], [href^='mailto:'])")) ||
	undefined;
