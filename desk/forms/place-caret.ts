/** Between the greeting and the close of a letter that is only begun. */
const gap = /\n\n(?=\n\n)/;

/** Puts the caret where writing goes on: into the gap of a letter that is only begun, or at the end. */
export function placeCaret(area: HTMLTextAreaElement): void {
	const found = gap.exec(area.value);
	const at = found ? found.index + found[0].length : area.value.length;
	area.setSelectionRange(at, at);
}
