import { palette } from "../../shared/palette.ts";

/** The mark without its outline, which is too fine for a tab. */
export function drawIcon(accentColour: string): string {
	const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 36'><path d='M16 2 30 10v16l-14 8L2 26V10Z' fill='${palette.ink}'/><path d='M16 5 27 11 16 17 5 11Z' fill='${accentColour}'/></svg>`;
	return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
