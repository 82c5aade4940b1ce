import { useEffect } from "react";
import { useNavigate } from "react-router";
import { createBrowserChoice } from "./browser-choice.ts";

/** Keys that work outside fields; a page marks its own with data-key. */
export const shortcuts: readonly { key: string; does: string }[] = [
	{ key: "j", does: "Next item" },
	{ key: "k", does: "Previous item" },
	{ key: "Enter", does: "Open the selected item" },
	{ key: "a", does: "Assign an owner" },
	{ key: "e", does: "Change the stage" },
	{ key: "n", does: "Add a note" },
	{ key: "r", does: "Reply" },
	{ key: "Ctrl+Enter", does: "Send the reply, or add the note, that you are writing" },
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
	useEffect(() => {
		if (!isOn) return;
		const onKey = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !shortcutsChoice.isOn()) return;
			if (event.target instanceof Element && event.target.closest("input, select, textarea, [contenteditable]")) return;
			if (event.key === "?") {
				event.preventDefault();
				void navigate("/keyboard");
				return;
			}
			const target =
				event.key === "j" || event.key === "k"
					? findRow(event.key === "j" ? 1 : -1)
					: document.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key)}"]`);
			if (!target) return;
			event.preventDefault();
			if (target.closest("[data-opens]") && target.hasAttribute("data-row")) {
				target.click();
				return;
			}
			target.closest("details")?.setAttribute("open", "");
			target.focus();
			// Typing continues at the end of the text.
			if (target instanceof HTMLTextAreaElement) target.setSelectionRange(target.value.length, target.value.length);
		};
		document.addEventListener("keydown", onKey);
		return () => document.removeEventListener("keydown", onKey);
	}, [navigate, isOn]);
}

/**
 * Finds the row after or before the focused one; without focus, the first or the last. Beside an open record, the rows that open others
 * are those after or before its own.
 */
function findRow(step: 1 | -1): HTMLElement | undefined {
	const beside = document.querySelector("[data-opens]");
	const rows = [...(beside ?? document).querySelectorAll<HTMLElement>("[data-row]")];
	const current = rows.findIndex((row) =>
		beside ? row.getAttribute("aria-current") === "page" : row === document.activeElement,
	);
	return current === -1 ? rows.at(step === 1 ? 0 : -1) : rows[current + step];
}
