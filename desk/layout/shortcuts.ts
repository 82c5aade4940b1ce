import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { placeCaret } from "../forms/place-caret.ts";
import { createBrowserChoice } from "./browser-choice.ts";

/** Keys that work outside fields. A page marks its own with data-key, and with data-press those that press a button. */
export const shortcuts: readonly { key: string; does: string }[] = [
	{ key: "j", does: "Next item" },
	{ key: "k", does: "Previous item" },
	{ key: "Enter", does: "Open the selected item" },
	{ key: "x", does: "Select the focused row, or unselect it" },
	{ key: "Shift+x", does: "Select every row from the last selected to the focused one" },
	{ key: "a", does: "Assign an owner" },
	{ key: "i", does: "Assign to yourself" },
	{ key: "s", does: "Change the stage" },
	{ key: "h", does: "Snooze" },
	{ key: "e", does: "Done: move to the first closed stage" },
	{ key: "!", does: "Mark as spam" },
	{ key: "r", does: "Reply" },
	{ key: "n", does: "Add a note" },
	{ key: "z", does: "Undo what the last message offers to undo" },
	{ key: "Ctrl+Enter", does: "Send the reply, or add the note, that you are writing" },
	{ key: "Ctrl+Shift+Enter", does: "Send the reply and open the next record" },
	{ key: "/ on an empty line", does: "Choose a template for the reply" },
	{ key: "Escape", does: "Leave the field that you are in, or unselect all rows" },
	{ key: "h or [", does: "Move the focused card to the previous stage" },
	{ key: "l or ]", does: "Move the focused card to the next stage" },
	{ key: "/", does: "Search" },
	{ key: "Ctrl+K", does: "Go to a page, setting, record or person" },
	{ key: "?", does: "Keyboard shortcuts" },
];

/** The shortcuts can be turned off: speech input would press them by accident (WCAG 2.1.4). */
export const shortcutsChoice = createBrowserChoice("desk-shortcuts");

export function useShortcuts({ isOn }: { isOn: boolean }): void {
	const navigate = useNavigate();
	const { pathname } = useLocation();
	useEffect(() => {
		if (keyOnArrival !== undefined) openByKey(keyOnArrival);
		keyOnArrival = undefined;
	}, [pathname]);
	// With the page, so that no key is pressed between.
	useLayoutEffect(
		() => () => {
			leftPath = pathname;
		},
		[pathname],
	);
	useEffect(() => {
		if (!isOn) return;
		const onKey = (event: KeyboardEvent) => {
			if (!isShortcut(event)) return;
			if (event.key === "?") {
				event.preventDefault();
				void navigate("/keyboard");
				return;
			}
			const target =
				findByKey(event.key) ??
				(event.key === "j" || event.key === "k" ? findRow(event.key === "j" ? 1 : -1) : undefined);
			if (!target) return;
			event.preventDefault();
			const opens = target.hasAttribute("data-row") && target.closest("[data-opens]") !== null;
			if (!opens && !target.hasAttribute("data-press")) openAndFocus(target);
			else if (opens || !event.repeat) target.click();
		};
		document.addEventListener("keydown", onKey);
		return () => document.removeEventListener("keydown", onKey);
	}, [navigate, isOn]);
}

/** Tells whether a key is pressed for a shortcut: alone, not to type, and not in a dialog that covers the page. */
export function isShortcut(event: KeyboardEvent): boolean {
	if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !shortcutsChoice.isOn()) return false;
	if (document.querySelector("dialog:modal")) return false;
	const typing = "input:not([type='checkbox']), select, textarea, [contenteditable]";
	return !(event.target instanceof Element && event.target.closest(typing));
}

let keyOnArrival: string | undefined;
/** The page before this one: back in its list, the keys go on from its row. */
let leftPath: string | undefined;

/** Presses a key of the page to which the next navigation leads. */
export function pressOnArrival(key: string): void {
	keyOnArrival = key;
}

/** Focuses what a key of this page stands for, and opens what it is in. */
export function openByKey(key: string): void {
	const target = findByKey(key);
	if (target) openAndFocus(target);
}

function findByKey(key: string): HTMLElement | null {
	return document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
}

/** Shows an element that is folded, or in a tab that is not chosen. */
function reveal(target: HTMLElement): void {
	target.closest("details")?.setAttribute("open", "");
	const tab = target.closest('[role="tabpanel"]')?.getAttribute("aria-labelledby");
	if (tab && !target.checkVisibility()) document.getElementById(tab)?.click();
}

/** Focuses an element, and opens what it is in. */
export function openAndFocus(target: HTMLElement): void {
	reveal(target);
	target.focus();
	if (target instanceof HTMLTextAreaElement) placeCaret(target);
}

/** Finds the row that an element is in, within a part of the page. */
export function findRowOf(part: ParentNode | null, element: Element | null): HTMLElement | undefined {
	return [...(part?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].find((row) => isIn(row, element));
}

function isIn(row: Element, element: Element | null): boolean {
	return element !== null && (row.closest("tr, li") ?? row).contains(element);
}

/**
 * Finds the row after or before the focused one; without focus, after or before that of the page before, or else the first or the last.
 * Beside an open record, the rows that open others are those after or before its own, or its neighbours once it has left the list.
 */
function findRow(step: 1 | -1): HTMLElement | undefined {
	const beside = document.querySelector("[data-opens]");
	const rows = [...(beside ?? document).querySelectorAll<HTMLElement>("[data-row]")];
	const findPlace = (isCurrent: (row: HTMLElement) => boolean) => {
		const place = rows.findIndex(isCurrent);
		return place === -1 ? undefined : place;
	};
	const current = beside
		? findPlace((row) => row.getAttribute("aria-current") === "page")
		: (findPlace((row) => isIn(row, document.activeElement)) ??
			findPlace((row) => row instanceof HTMLAnchorElement && row.pathname === leftPath));
	if (current !== undefined) return rows[current + step];
	if (rows.some((row) => row.dataset["neighbour"] !== undefined))
		return rows.find((row) => row.dataset["neighbour"] === (step === 1 ? "next" : "previous"));
	return rows.at(step === 1 ? 0 : -1);
}
