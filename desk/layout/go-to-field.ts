import { useEffect } from "react";
import { useLocation } from "react-router";

const controls = "input:not([type=hidden]), select, textarea, button";

/**
 * Goes to an element, also to one in an entry that is folded up, and tells whether there is one. Of a group that cannot have the focus,
 * its first control gets it.
 */
export function goToField(id: string): boolean {
	const field = document.getElementById(id);
	if (!field) return false;
	for (let around = field.closest("details"); around; around = around.parentElement?.closest("details") ?? null)
		around.open = true;
	field.focus();
	if (document.activeElement !== field) {
		field.scrollIntoView();
		field.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true });
	}
	return true;
}

/** Goes to the field that the address names, when a page is opened by it; a browser does so only for addresses that it loads itself. */
export function useFieldOfAddress(): void {
	const { hash, key } = useLocation();
	useEffect(() => {
		if (hash !== "") goToField(decodeURIComponent(hash.slice(1)));
	}, [hash, key]);
}
