/** Most characters of an inlined picture. */
const maxCharacters = 40_000;

/** Only on the server. An address names the picture's bytes, so cached texts never change. */
const svgs = import.meta.env.SSR ? new Map<string, string>() : undefined;

/** Keeps the text of a picture for inlining. */
export function keepInlineSvg(address: string, svg: string): void {
	if (svg.length <= maxCharacters) svgs?.set(address, svg);
}

/** Finds the text of a kept picture. */
export function findInlineSvg(address: string): string | undefined {
	return svgs?.get(address);
}
