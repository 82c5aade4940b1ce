import { contrastOf, hexToOklch, oklchToHex, type Oklch } from "./oklch.ts";
import { palette } from "./palette.ts";

/** Four shades of the company's accent colour, as upper-case hex. */
export type Accent = {
	/** The accent itself: fills, under an ink label. */
	fill: string;
	/** Links, and the current item of a navigation. */
	text: string;
	/** Icons, rules, marks. */
	ui: string;
	/** Text and icons on ink, and the fill under the pointer. */
	onDark: string;
};

/** The distance of each shade from the accent, measured on a palette drawn by hand (accent.test.ts). */
const steps = {
	text: { lightness: -0.1696, chroma: 0.857, hue: -3.9755 },
	ui: { lightness: -0.0662, chroma: 0.9534, hue: -1.4098 },
	onDark: { lightness: 0.0498, chroma: 0.8105, hue: 3.7314 },
};

/** Contrasts required by WCAG 2.2: 4.5:1 for text (1.4.3), 3:1 for everything else (1.4.11). */
const contrasts = {
	fill: { least: 4.5, against: [palette.ink] },
	text: { least: 4.5, against: [palette.paper, palette.sand, palette.white] },
	ui: { least: 3, against: [palette.paper, palette.sand, palette.white] },
	onDark: { least: 4.5, against: [palette.ink] },
} satisfies Record<keyof Accent, { least: number; against: string[] }>;

/**
 * Derives the four shades of an accent colour. The three derived ones always have their contrasts: where a step is not
 * enough, the shade is darkened, or lightened on ink.
 *
 * @param accentColour hex such as "#1A2B3C"; `findAccentFault` checks its own contrast
 */
export function deriveAccent(accentColour: string): Accent {
	return {
		fill: accentColour.toUpperCase(),
		text: deriveShade(accentColour, "text", 0),
		ui: deriveShade(accentColour, "ui", 0),
		onDark: deriveShade(accentColour, "onDark", 1),
	};
}

/**
 * Says why a colour cannot be the accent: the ink label of a button would be unreadable on it.
 *
 * @param accentColour hex such as "#1A2B3C"
 * @returns a sentence, or undefined for a usable colour
 */
export function findAccentFault(accentColour: string): string | undefined {
	const { least } = contrasts.fill;
	const contrast = contrastOf(accentColour, palette.ink);
	if (contrast >= least) return undefined;
	// Rounded down, so that 4.499 is not shown as enough.
	const shown = Math.floor(contrast * 100) / 100;
	return `${accentColour} is too dark behind the dark text of buttons (${palette.ink}): the contrast is ${shown.toFixed(2)}:1 and must be at least ${least}:1; choose a lighter colour`;
}

/** @param limit the lightness at which the contrasts always hold: 0 or 1 */
function deriveShade(accentColour: string, shade: keyof typeof steps, limit: 0 | 1): string {
	const step = steps[shade];
	const accent = hexToOklch(accentColour);
	const at = (lightness: number): string =>
		oklchToHex({ lightness, chroma: accent.chroma * step.chroma, hue: accent.hue + step.hue } satisfies Oklch);
	const holds = (hex: string): boolean =>
		contrasts[shade].against.every((colour) => contrastOf(hex, colour) >= contrasts[shade].least);

	const wanted = Math.min(1, Math.max(0, accent.lightness + step.lightness));
	if (holds(at(wanted))) return at(wanted);
	let [tooNear, farEnough]: [number, number] = [wanted, limit];
	while (Math.abs(farEnough - tooNear) > 0.001) {
		const middle = (tooNear + farEnough) / 2;
		if (holds(at(middle))) farEnough = middle;
		else tooNear = middle;
	}
	return at(farEnough);
}
