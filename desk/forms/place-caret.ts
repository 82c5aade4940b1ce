/** Between the greeting and the close of a letter that is only begun. */
const gap = /\n\n(?=\n\n)/;

/**
 * Puts the caret where writing continues: into the gap of a letter that is only begun; otherwise after its words, before the close that the
 * field names in `data-close`.
 */
export function placeCaret(area: HTMLTextAreaElement): void {
	const at = findPlace(area.value, area.dataset["close"] ?? "");
	area.setSelectionRange(at, at);
}

function findPlace(text: string, close: string): number {
	const found = gap.exec(text);
	if (found) return found.index + found[0].length;
	return close !== "" && text.trimEnd().endsWith(close)
		? text.trimEnd().slice(0, -close.length).trimEnd().length
		: text.length;
}

/** Returns what a letter that is only begun ends with, such as a signature; empty for nothing. */
export function findClose(begun: string): string {
	const found = gap.exec(begun);
	return found ? begun.slice(found.index + found[0].length).trim() : "";
}
