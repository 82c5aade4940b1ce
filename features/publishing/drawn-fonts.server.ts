import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { SatoriOptions } from "satori";

let fonts: Promise<SatoriOptions["fonts"]> | undefined;

/** Loads the fonts of cards and of icons with an initial; Latin characters only. */
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
	];
}
