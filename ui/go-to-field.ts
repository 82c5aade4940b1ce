const controls = "input:not([type=hidden]), select, textarea, button";

/**
 * Moves the focus to an element, unfolding what is folded up around it. Of a group that cannot have the focus, its first control gets it.
 *
 * @returns whether the page has such an element
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
