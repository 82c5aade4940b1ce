import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { SatoriOptions } from "satori";

let fonts: Promise<SatoriOptions["fonts"]> | undefined;

/** Loads the fonts of cards and of icons with an initial: Latin and Devanagari characters. */
export function loadDrawnFonts(): Promise<SatoriOptions["fonts"]> {
	return (fonts ??= readFonts());
}

async function readFonts(): Promise<SatoriOptions["fonts"]> {
	const { resolve } = createRequire(import.meta.url);
	const read = (file: string) => readFile(resolve(`@fontsource/${file}`));
	return [
		{
			name: "Bricolage",
			data: await read("bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff"),
			weight: 700,
		},
		{
			name: "Instrument",
			data: await read("instrument-sans/files/instrument-sans-latin-500-normal.woff"),
			weight: 500,
		},
		// For the characters that the fonts above lack, such as ₹ and Ł.
		{
			name: "Bricolage Extended",
			data: await read("bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff"),
			weight: 700,
		},
		{
			name: "Instrument Extended",
			data: await read("instrument-sans/files/instrument-sans-latin-ext-500-normal.woff"),
			weight: 500,
		},
		{
			name: "Noto Sans Devanagari",
			data: await read("noto-sans-devanagari/files/noto-sans-devanagari-devanagari-700-normal.woff"),
			weight: 700,
		},
	];
}
