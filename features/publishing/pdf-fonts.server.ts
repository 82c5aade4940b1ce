import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { loadFontKit } from "./drawing-libraries.server.ts";

/** The weights of the site's fonts that PDF files use. */
export type PdfFace = "text" | "strong" | "heading";

/** `characters`: code points that it has. */
export type PdfFont = { name: string; data: Buffer; characters: ReadonlySet<number> };

/** The fonts of each face: the first that has a character draws it. */
export type PdfFonts = Readonly<Record<PdfFace, readonly PdfFont[]>>;

const families = {
	text: ["instrument-sans", 400],
	strong: ["instrument-sans", 600],
	heading: ["bricolage-grotesque", 700],
} as const satisfies Record<PdfFace, readonly [string, number]>;

let fonts: Promise<PdfFonts> | undefined;

/** Loads the fonts of PDF files: Latin and Devanagari characters. */
export function loadPdfFonts(): Promise<PdfFonts> {
	return (fonts ??= readFonts());
}

async function readFonts(): Promise<PdfFonts> {
	const { create } = await loadFontKit();
	const { resolve } = createRequire(import.meta.url);
	const read = async (family: string, subset: string, weight: number): Promise<PdfFont> => {
		const name = `${family}-${subset}-${weight}-normal`;
		const data = await readFile(resolve(`@fontsource/${family}/files/${name}.woff`));
		const font = create(data);
		return { name, data, characters: new Set("characterSet" in font ? font.characterSet : []) };
	};
	const readFace = ([family, weight]: readonly [string, number]) =>
		Promise.all([
			read(family, "latin", weight),
			read(family, "latin-ext", weight),
			read("noto-sans-devanagari", "devanagari", weight),
		]);
	return {
		text: await readFace(families.text),
		strong: await readFace(families.strong),
		heading: await readFace(families.heading),
	};
}
