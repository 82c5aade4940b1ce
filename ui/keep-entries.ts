type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const listFields = () => [...document.querySelectorAll<Field>("input:not([type=hidden]), select, textarea")];

/**
 * Keeps what visitors enter before a page's scripts run. Where a browser has translated the page by then, its texts are not those that
 * React expects, and React puts new elements in the place of all.
 *
 * Call it once, before the page is hydrated.
 * @returns what React calls with the error that made it do so, which is reported unless the page was translated
 */
export function keepEntries(): (error: unknown) => void {
	const parts = [...document.body.children];
	const fields = listFields();
	let focused: EventTarget | null = document.activeElement;
	document.addEventListener("focusin", ({ target }) => (focused = target));
	return (error) => {
		if (!parts.some((part) => part.querySelector("font"))) reportError(error);
		const anew = listFields();
		for (const [index, field] of fields.entries()) {
			const other = anew[index];
			if (field.isConnected || other?.name !== field.name || other.type !== field.type) continue;
			copyEntry(field, other);
			if (field === focused) other.focus();
		}
	};
}

function copyEntry(from: Field, to: Field): void {
	if (from instanceof HTMLInputElement && to instanceof HTMLInputElement) {
		if (from.checked !== to.checked) return to.click();
		if (from.type === "file") {
			if (!from.files?.length) return;
			to.files = from.files;
			to.dispatchEvent(new Event("change", { bubbles: true }));
			return;
		}
	}
	if (from.value === to.value) return;
	// React takes the setter of the element itself for its own change.
	const prototype = Object.getPrototypeOf(to) as Field;
	Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(to, from.value);
	for (const type of ["input", "change"]) to.dispatchEvent(new Event(type, { bubbles: true }));
}
