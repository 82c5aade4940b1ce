import { useEffect, type RefObject } from "react";

/** Parts that come and go with what somebody does; nobody's place is in them. */
const passing = ".notice-place, .selection-bar";

/** The element that has the focus, and where to continue once it is gone. */
type Place = {
	element: HTMLElement;
	id: string;
	/** Addresses of its own row, of those after it and of those before it, the nearest first; empty outside rows. */
	rows: string[];
};

/** Focuses the heading that asks for it, or else all of the content. */
export function focusStart(main: HTMLElement | null = document.querySelector("main")): void {
	const heading = main?.querySelector<HTMLElement>("[data-takes-focus]");
	(heading ?? main)?.focus({ preventScroll: true });
}

/** Keeps the focus in the content when an update removes the element that has it: otherwise the next key starts from the top. */
export function useFocusKept(main: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		let place: Place | undefined;
		/** The element that has the focus, also in a passing part. */
		let focused: HTMLElement | undefined;
		const isNowhere = () => document.activeElement === document.body;
		const onFocus = ({ target }: FocusEvent) => {
			const content = main.current;
			if (!(target instanceof HTMLElement) || !content?.contains(target)) return;
			focused = target;
			if (!target.closest(passing)) place = remember(content, target);
		};
		// Once an update is complete: only then is it known whether the element is gone, and whether the page has moved the focus itself.
		const onFocusOut = () =>
			queueMicrotask(() => {
				// Somebody has left it.
				if (focused?.isConnected === true && isNowhere()) focused = undefined;
			});
		const watch = new MutationObserver(() => {
			if (!focused || focused.isConnected || !isNowhere()) return;
			focused = undefined;
			if (!main.current || !place || !goBack(main.current, place)) focusStart(main.current);
		});
		watch.observe(document.body, { childList: true, subtree: true });
		const ended = new AbortController();
		const { signal } = ended;
		// Not "focusin", which a link never fires while its page is not loaded (ConnectionNotice).
		document.addEventListener("focus", onFocus, { capture: true, signal });
		document.addEventListener("focusout", onFocusOut, { signal });
		return () => {
			watch.disconnect();
			ended.abort();
		};
	}, [main]);
}

function remember(content: HTMLElement, element: HTMLElement): Place {
	const rows = listRows(content);
	const own = element.matches("[data-row]") ? element : element.closest("tr, li")?.querySelector("[data-row]");
	const at = rows.findIndex((row) => row === own);
	const near = at === -1 ? [] : [...rows.slice(at), ...rows.slice(0, at).toReversed()];
	return { element, id: element.id, rows: near.map(addressOf) };
}

/** @returns whether the focus is at the place, or at the nearest that remains */
function goBack(content: HTMLElement, { element, id, rows }: Place): boolean {
	const left = listRows(content);
	const candidates = [
		element,
		id === "" ? undefined : document.getElementById(id),
		// A page may show a row twice, of which one is hidden at its width.
		...rows.flatMap((address) => left.filter((row) => addressOf(row) === address)),
	];
	return candidates.some((one) => {
		// A change by somebody else must not move the page.
		one?.focus({ preventScroll: true });
		return one !== undefined && document.activeElement === one;
	});
}

function listRows(content: HTMLElement): HTMLAnchorElement[] {
	return [...content.querySelectorAll<HTMLAnchorElement>("a[data-row]")];
}

function addressOf({ pathname, search }: HTMLAnchorElement): string {
	return pathname + search;
}
