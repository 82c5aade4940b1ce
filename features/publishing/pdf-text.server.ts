import { loadPdfFonts, type PdfFace, type PdfFont } from "./pdf-fonts.server.ts";

/** `size` of the letters and `leading` from line to line in points; `colour` is hex. */
export type PdfStyle = { face: PdfFace; size: number; leading: number; colour: string };

export type PdfText = {
	/** Breaks a text into lines of a width; words that are wider within them. */
	breakLines(text: string, style: PdfStyle, width: number): string[];
	measureLine(text: string, style: PdfStyle): number;
	/** Draws a line below its upper end. */
	drawLine(text: string, style: PdfStyle, at: { x: number; y: number }): void;
};

type Run = { font: PdfFont; text: string };

/** The middle of a line is so far above its baseline, in heights of the letters. */
const baselineShift = 0.35;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
/** Characters that stay in the font of those before them. */
const joined = /[\s\p{M}\u200C\u200D]/u;

/** Creates what writes texts into a PDF file in the fonts of the site. Characters that no font has are left out. */
export async function createPdfText(doc: PDFKit.PDFDocument): Promise<PdfText> {
	const fonts = await loadPdfFonts();
	for (const { name, data } of Object.values(fonts).flat()) doc.registerFont(name, data);

	function listRuns(text: string, face: PdfFace): Run[] {
		const runs: Run[] = [];
		for (const character of text) {
			const has = ({ characters }: PdfFont) => characters.has(character.codePointAt(0) ?? 0);
			const last = runs.at(-1);
			const font = last && joined.test(character) && has(last.font) ? last.font : fonts[face].find(has);
			if (last && last.font === font) last.text += character;
			else if (font) runs.push({ font, text: character });
		}
		return runs;
	}

	function measureLine(text: string, { face, size }: PdfStyle): number {
		let width = 0;
		for (const run of listRuns(text, face)) width += doc.font(run.font.name, size).widthOfString(run.text);
		return width;
	}

	function cutWord(word: string, style: PdfStyle, width: number): string[] {
		if (measureLine(word, style) <= width) return [word];
		const parts: string[] = [];
		let part = "";
		for (const { segment } of graphemes.segment(word)) {
			if (part !== "" && measureLine(part + segment, style) > width) {
				parts.push(part);
				part = "";
			}
			part += segment;
		}
		return [...parts, part];
	}

	return {
		measureLine,
		breakLines(text, style, width) {
			const space = measureLine(" ", style);
			const words = text
				.trim()
				.split(/\s+/)
				.flatMap((word) => cutWord(word, style, width));
			const lines: string[][] = [];
			let room = 0;
			for (const word of words) {
				const wordWidth = measureLine(word, style);
				const line = lines.at(-1);
				if (line && space + wordWidth <= room) {
					line.push(word);
					room -= space + wordWidth;
				} else {
					lines.push([word]);
					room = width - wordWidth;
				}
			}
			// The space at the end of a line stays in the text that readers extract.
			return lines.map((line, index) => line.join(" ") + (index < lines.length - 1 ? " " : ""));
		},
		drawLine(text, { face, size, leading, colour }, { x, y }) {
			const baseline = y + leading / 2 + size * baselineShift;
			let at = x;
			for (const run of listRuns(text, face)) {
				doc.font(run.font.name, size).fillColor(colour);
				doc.text(run.text, at, baseline, { lineBreak: false, baseline: "alphabetic" });
				at += doc.widthOfString(run.text);
			}
		},
	};
}
