/**
 * A colour by perceived lightness (0 to 1), chroma (0 for grey, at most about 0.3) and hue (degrees). Equal steps look
 * equal.
 */
export type Oklch = { lightness: number; chroma: number; hue: number };

type Triple = readonly [number, number, number];

// Both directions, from https://bottosson.github.io/posts/oklab/
const rgbToCones: readonly Triple[] = [
	[0.4122214708, 0.5363325363, 0.0514459929],
	[0.2119034982, 0.6806995451, 0.1073969566],
	[0.0883024619, 0.2817188376, 0.6299787005],
];
const conesToLab: readonly Triple[] = [
	[0.2104542553, 0.793617785, -0.0040720468],
	[1.9779984951, -2.428592205, 0.4505937099],
	[0.0259040371, 0.7827717662, -0.808675766],
];
const labToCones: readonly Triple[] = [
	[1, 0.3963377774, 0.2158037573],
	[1, -0.1055613458, -0.0638541728],
	[1, -0.0894841775, -1.291485548],
];
const conesToRgb: readonly Triple[] = [
	[4.0767416621, -3.3077115913, 0.2309699292],
	[-1.2684380046, 2.6097574011, -0.3413193965],
	[-0.0041960863, -0.7034186147, 1.707614701],
];

/** @param hex such as "#1A2B3C" */
export function hexToOklch(hex: string): Oklch {
	const [lightness, a, b] = multiply(conesToLab, map(multiply(rgbToCones, toLinear(hex)), Math.cbrt));
	return { lightness, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI };
}

/** Returns the colour as upper-case hex, with less chroma where no screen can show it. */
export function oklchToHex({ lightness, chroma, hue }: Oklch): string {
	let [shown, notShown] = [0, chroma];
	if (isShown(toRgb({ lightness, chroma, hue }))) shown = chroma;
	else
		while (notShown - shown > 0.0001) {
			const middle = (shown + notShown) / 2;
			if (isShown(toRgb({ lightness, chroma: middle, hue }))) shown = middle;
			else notShown = middle;
		}
	return `#${toRgb({ lightness, chroma: shown, hue })
		.map((part) => toByte(part).toString(16).padStart(2, "0"))
		.join("")
		.toUpperCase()}`;
}

/** Returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(hex: string, other: string): number {
	const [darker = 0, lighter = 0] = [luminanceOf(hex), luminanceOf(other)].toSorted((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(hex: string): number {
	const [red, green, blue] = toLinear(hex);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(hex: string): Triple {
	const bytes = Number.parseInt(hex.slice(1), 16);
	return map([bytes >> 16, (bytes >> 8) & 255, bytes & 255], (byte) => {
		const part = byte / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
}

/** Returns linear red, green and blue; values from 0 to 1 can be shown. */
function toRgb({ lightness, chroma, hue }: Oklch): Triple {
	const angle = (hue * Math.PI) / 180;
	const lab: Triple = [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
	return multiply(
		conesToRgb,
		map(multiply(labToCones, lab), (part) => part ** 3),
	);
}

/** Accepts what rounds to a displayable colour: up to a third of a step of 255 outside. */
function isShown(rgb: Triple): boolean {
	return rgb.every((part) => part >= -0.0001 && part <= 1.0001);
}

function toByte(light: number): number {
	const part = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
	return Math.round(Math.min(1, Math.max(0, part)) * 255);
}

function multiply(matrix: readonly Triple[], [a, b, c]: Triple): Triple {
	const [first = 0, second = 0, third = 0] = matrix.map(([x, y, z]) => x * a + y * b + z * c);
	return [first, second, third];
}

function map([a, b, c]: Triple, change: (part: number) => number): Triple {
	return [change(a), change(b), change(c)];
}
