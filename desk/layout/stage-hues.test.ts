import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { contrastOf } from "../../shared/oklch.ts";

/** For marks beside text, by WCAG 1.4.11. */
const leastContrast = 3;
const css = await readFile(new URL("../desk.css", import.meta.url), "utf8");
const tokens = await readFile(new URL("../../ui/tokens.css", import.meta.url), "utf8");

/** Reads a variable's first value, for light pages, and its last, for dark ones. */
function readValues(name: string): { light: string; dark: string } {
	const values = [...`${tokens}${css}`.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, "g"))].map(
		([, value = ""]) => value,
	);
	expect([name, values.length]).toEqual([name, 2]);
	return { light: values[0] ?? "", dark: values[1] ?? "" };
}

const hues = ["stage-1", "stage-2", "stage-3", "stage-done"];
const grounds = ["color-paper", "color-sand", "tint", "tint-strong"];

test.each(hues.flatMap((hue) => grounds.map((ground) => [hue, ground])))(
	"%s can be seen on %s, by light and in the dark",
	(hue = "", ground = "") => {
		const [shown, behind] = [readValues(hue), readValues(ground)];
		expect(contrastOf(shown.light, behind.light)).toBeGreaterThanOrEqual(leastContrast);
		expect(contrastOf(shown.dark, behind.dark)).toBeGreaterThanOrEqual(leastContrast);
	},
);

test("no two stages have one hue", () => {
	for (const scheme of ["light", "dark"] as const)
		expect(new Set(hues.map((hue) => readValues(hue)[scheme])).size).toBe(hues.length);
});
