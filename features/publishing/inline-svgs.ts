/** How many characters of a picture a page may have in its own HTML. */
const maxCharacters = 40_000;

/** Only on the server. An address names the picture's bytes, so what is kept for one never changes, whatever is published meanwhile. */
const svgs = import.meta.env.SSR ? new Map<string, string>() : undefined;

/** Keeps the text of a picture for the pages that have it in their own HTML. */
export function keepInlineSvg(address: string, svg: string): void {
	if (svg.length <= maxCharacters) svgs?.set(address, svg);
}

/** The text of a picture, where it was kept. */
export function findInlineSvg(address: string): string | undefined {
	return svgs?.get(address);
}
