import { createElement as h } from "react";
import { deriveAccent } from "../../shared/accent.ts";
import { palette } from "../../shared/palette.ts";
import { loadSatori } from "./drawing-libraries.server.ts";
import { loadDrawnFonts } from "./drawn-fonts.server.ts";

const side = 64;

/** Finds the first alphanumeric character of a name, as a capital; undefined if our fonts cannot draw it. */
export function findInitial(name: string): string | undefined {
	const first = /[\p{L}\p{N}]/u.exec(name.normalize("NFC"))?.[0].toLocaleUpperCase("en");
	return first !== undefined && /^[A-Z0-9\u00C0-\u00D6\u00D8-\u00DE]$/.test(first) ? first : undefined;
}

/**
 * Draws an initial on a square in the company's button colour, as SVG without fonts.
 * @param radius of its corners, for sides of 64
 */
export async function drawInitial(initial: string, accentColour: string, radius: number): Promise<string> {
	const style = {
		display: "flex",
		width: side,
		height: side,
		alignItems: "center",
		justifyContent: "center",
		borderRadius: radius,
		background: deriveAccent(accentColour).fill,
		color: palette.ink,
		fontFamily: "Bricolage",
		fontSize: 44,
		lineHeight: 1,
	};
	const satori = await loadSatori();
	return satori(h("div", { style }, initial), { width: side, height: side, fonts: await loadDrawnFonts() });
}
