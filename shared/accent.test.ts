import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deriveAccent, findAccentFault } from "./accent.ts";
import { contrastOf, hexToOklch, oklchToHex } from "./oklch.ts";
import { palette } from "./palette.ts";

const anyColour = fc
	.tuple(fc.nat(255), fc.nat(255), fc.nat(255))
	.map((bytes) => `#${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`);

test("the palette that the steps were measured on comes out as it was drawn", () => {
	expect(deriveAccent("#FF6A1A")).toEqual({ fill: "#FF6A1A", text: "#B93C00", ui: "#E4570B", onDark: "#FF8A4C" });
});

test("a colour counts the same in upper and lower case", () => {
	expect(deriveAccent("#2f9e8f")).toEqual(deriveAccent("#2F9E8F"));
});

test("whatever the accent, its shades keep their contrasts, or it is refused for the ink label on it", () => {
	fc.assert(
		fc.property(anyColour, (colour) => {
			const { fill, text, ui, onDark } = deriveAccent(colour);
			for (const ground of [palette.paper, palette.sand, palette.white]) {
				expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(4.5);
				expect(contrastOf(ui, ground)).toBeGreaterThanOrEqual(3);
			}
			expect(contrastOf(onDark, palette.ink)).toBeGreaterThanOrEqual(4.5);
			expect(findAccentFault(colour) === undefined).toBe(contrastOf(fill, palette.ink) >= 4.5);
		}),
		{ numRuns: 1000 },
	);
});

test("a shade goes no further from the accent than its contrast takes", () => {
	fc.assert(
		fc.property(anyColour, (colour) => {
			fc.pre(findAccentFault(colour) === undefined);
			const text = hexToOklch(deriveAccent(colour).text);
			const wanted = hexToOklch(colour).lightness - 0.1696;
			// Slightly lighter would fail, unless the step alone was enough.
			const lighter = oklchToHex({ ...text, lightness: text.lightness + 0.01 });
			expect(contrastOf(lighter, palette.sand) < 4.5 || text.lightness >= Math.max(0, wanted) - 0.01).toBe(true);
		}),
	);
});

describe("an accent that is too dark for an ink label", () => {
	test("is refused with the contrast that fails and by how much", () => {
		expect(findAccentFault("#1A2B3C")).toBe(
			"#1A2B3C is too dark behind the dark text of buttons (#15130F): the contrast is 1.28:1 and must be at least 4.5:1; choose a lighter colour",
		);
	});

	test("4.5 is not shown for less", () => {
		fc.assert(
			fc.property(anyColour, (colour) => {
				expect(findAccentFault(colour) ?? "").not.toMatch(/4\.50:1|0\.00 less/);
			}),
			{ numRuns: 1000 },
		);
	});
});

test("a colour that goes into OKLCH comes back the same", () => {
	fc.assert(
		fc.property(anyColour, (colour) => {
			expect(oklchToHex(hexToOklch(colour))).toBe(colour.toUpperCase());
		}),
	);
});

test.each([
	["#FFFFFF", { lightness: 1, chroma: 0 }],
	["#000000", { lightness: 0, chroma: 0 }],
	// https://www.w3.org/TR/css-color-4/ gives red as oklch(62.796% 0.25768 29.23).
	["#FF0000", { lightness: 0.62796, chroma: 0.25768, hue: 29.23 }],
])("%s has its place in OKLCH", (hex, place) => {
	const found = hexToOklch(hex);
	for (const [name, value] of Object.entries(place)) expect(found[name as keyof typeof found]).toBeCloseTo(value, 2);
});

test("a colour outside the gamut is made paler, not another hue", () => {
	const shown = hexToOklch(oklchToHex({ lightness: 0.5, chroma: 0.4, hue: 150 }));
	expect(shown.hue).toBeCloseTo(150, -0.5);
	expect(shown.chroma).toBeLessThan(0.4);
});

test.each([
	["#000000", "#FFFFFF", 21],
	["#777777", "#FFFFFF", 4.48],
	["#FFFFFF", "#777777", 4.48],
])("%s on %s has the contrast that WCAG's formula gives", (hex, other, contrast) => {
	expect(contrastOf(hex, other)).toBeCloseTo(contrast, 2);
});

test("colours outside the stylesheet equal the tokens", () => {
	const tokens = readFileSync(new URL("../ui/tokens.css", import.meta.url), "utf8");
	for (const [name, hex] of Object.entries(palette)) expect(tokens).toContain(`--color-${name}: ${hex.toLowerCase()};`);
});
