import { readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

/**
 * Writes site/fonts/*.woff2: the two typefaces with only the characters and weights that the site uses, at most 50 KB together.
 * Each fits into a server's first burst of packets, which decides what is left out (docs/decisions/0005-two-small-fonts.md). Bricolage's
 * rupee sign is in Fontsource's latin-ext file, so only pages with a price load it; Instrument Sans has none, and the fallback's is used.
 */
const latin = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)).join("");
const westernPunctuation = "\u00a0©°·×Éáäçéèíñóöôúü–—‘’“”…−→";
const faces = [
	{
		name: "bricolage-grotesque",
		subset: "latin",
		file: "latin",
		characters: latin + westernPunctuation,
		weight: 700,
		features: ["kern", "tnum"],
	},
	{ name: "bricolage-grotesque", subset: "latin-ext", file: "currency", characters: "₹", weight: 700, features: [] },
	{
		name: "instrument-sans",
		subset: "latin",
		file: "latin",
		characters: latin + westernPunctuation,
		weight: { min: 400, max: 600 },
		features: ["tnum"],
	},
];
const maxTotalBytes = 50_000;
const maxFileBytes = 14_000;

const source = (name: string, subset: string) =>
	readFile(
		new URL(`../node_modules/@fontsource-variable/${name}/files/${name}-${subset}-wght-normal.woff2`, import.meta.url),
	);

let totalBytes = 0;
for (const { name, subset, file, characters, weight, features } of faces) {
	const font = await subsetFont(await source(name, subset), characters, {
		targetFormat: "woff2",
		variationAxes: { wght: weight },
		keepFeatures: features,
		noHinting: true,
	});
	await writeFile(new URL(`../site/fonts/${name}-${file}.woff2`, import.meta.url), font);
	if (font.length > maxFileBytes)
		throw new Error(`${name}-${file}.woff2 weighs ${font.length} bytes; the budget is ${maxFileBytes}`);
	totalBytes += font.length;
	console.log(`${name}-${file}.woff2: ${font.length} bytes`);
}
if (totalBytes > maxTotalBytes) throw new Error(`The fonts weigh ${totalBytes} bytes; the budget is ${maxTotalBytes}`);
