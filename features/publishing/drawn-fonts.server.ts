import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { SatoriOptions } from "satori";

let fonts: Promise<SatoriOptions["fonts"]> | undefined;

/** The fonts of what is drawn for others: cards, and icons that are an initial. They hold Latin characters alone. */
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
