import { buffer } from "node:stream/consumers";
import { palette } from "../../shared/palette.ts";
import { loadPdfKit } from "./drawing-libraries.server.ts";
import { createPdfText, type PdfStyle } from "./pdf-text.server.ts";

/** `ratio`: width by height. `alt`: alternative text. */
export type PdfPicture = { bytes: Buffer; ratio: number; alt: string };

export type PdfBox = { x: number; y: number; width: number; height: number };

/** An A4 page and the place of its text, in points from the upper left corner, as all measures here. */
export const pdfPage = { width: 595.28, height: 841.89, left: 56, right: 539.28, top: 56, bottom: 770 } as const;

const footerStyle: PdfStyle = { face: "text", size: 8.5, leading: 12, colour: palette.muted };
const footerY = 794;
const numberWidth = 50;
const captionStyle: PdfStyle = { face: "text", size: 9, leading: 13, colour: palette.muted };
const captionSpace = 7;
const figureSpace = 22;
const mostFigureHeight = 330;
const itemSpace = 9;
/** As in ui/tokens.css. */
const hairline = "#DDD5C7";
const hairlineWidth = 0.75;
const cornerRadius = 6;
/** Heights are sums of fractions. */
const roundingError = 0.01;

export type PdfOptions = {
	title: string;
	author: string;
	subject: string;
	/** BCP 47. */
	language: string;
	/** Of the file. A fixed one, so that the same content gives the same bytes. */
	date: Date;
	/** At the foot of each page, beside its number. */
	footer: string;
};

export type PdfPages = ReturnType<typeof layOutPages>;

/** Creates a tagged PDF file in the site's fonts, which it embeds. Blocks are added one below the other, and continue on new pages. */
export async function createPdfPages({
	title,
	author,
	subject,
	language,
	date,
	footer,
}: PdfOptions): Promise<PdfPages> {
	const PdfDocument = await loadPdfKit();
	const doc = new PdfDocument({
		size: "A4",
		margin: 0,
		autoFirstPage: false,
		bufferPages: true,
		pdfVersion: "1.7",
		// The types know no PDF/UA.
		subset: "PDF/UA" as NonNullable<PDFKit.PDFDocumentOptions["subset"]>,
		tagged: true,
		displayTitle: true,
		lang: language,
		info: { Title: title, Author: author, Subject: subject, CreationDate: date },
	});
	return layOutPages(doc, await createPdfText(doc), footer);
}

function layOutPages(
	doc: PDFKit.PDFDocument,
	{ breakLines, measureLine, drawLine }: Awaited<ReturnType<typeof createPdfText>>,
	footer: string,
) {
	const bytes = buffer(doc);
	const root = doc.struct("Document");
	doc.addStructure(root);
	let parent = root;
	let left: number = pdfPage.left;
	/** Where the next block begins. */
	let y: number = pdfPage.top;
	startPage();

	function startPage(): void {
		doc.addPage();
		y = pdfPage.top;
	}

	/** Starts a page if a height does not fit on this one. */
	function reserve(height: number): void {
		if (y > pdfPage.top && y + height > pdfPage.bottom + roundingError) startPage();
	}

	/** Adds an element of the structure, which readers follow. */
	function addElement(type: string, fill: () => void, options: PDFKit.Mixins.StructureElementOptions = {}): void {
		const outer = parent;
		const element = doc.struct(type, options);
		outer.add(element);
		parent = element;
		fill();
		parent = outer;
		element.end();
	}

	/** Adds an element whose content is drawn. */
	function drawElement(type: string, draw: () => void, options?: PDFKit.Mixins.StructureElementOptions): void {
		addElement(type, () => parent.add(draw), options);
	}

	/** Draws what readers of the structure skip. */
	function drawArtifact(draw: () => void): void {
		doc.markContent("Artifact", { type: "Layout" });
		draw();
		doc.endMarkedContent();
	}

	/** Returns the height of what stands together at the start of a text. */
	function startOf(lines: readonly string[], { leading }: PdfStyle): number {
		return (lines.length <= 3 ? lines.length : 2) * leading;
	}

	/** Draws lines, and never a single one at the end of a text on a new page. */
	function drawLines(lines: readonly string[], style: PdfStyle): void {
		for (let next = 0; next < lines.length;) {
			const remaining = lines.length - next;
			const fitting = Math.max(1, Math.floor((pdfPage.bottom - y + roundingError) / style.leading));
			const count = fitting === remaining - 1 && fitting > 2 ? fitting - 1 : Math.min(fitting, remaining);
			for (const line of lines.slice(next, next + count)) {
				drawLine(line, style, { x: left, y });
				y += style.leading;
			}
			next += count;
			if (next < lines.length) startPage();
		}
	}

	function drawPicture(
		picture: Buffer,
		{ x, y: top, width, height }: PdfBox,
		{ isFramed }: { isFramed: boolean },
	): void {
		doc.save();
		if (isFramed) doc.roundedRect(x, top, width, height, cornerRadius).clip();
		doc.image(picture, x, top, { width, height });
		doc.restore();
		if (isFramed)
			doc.roundedRect(x, top, width, height, cornerRadius).lineWidth(hairlineWidth).strokeColor(hairline).stroke();
	}

	const bboxOf = ({ x, y: top, width, height }: PdfBox): [number, number, number, number] => [
		x,
		top,
		x + width,
		top + height,
	];

	function placeOf({ ratio }: PdfPicture): PdfBox {
		const width = Math.min(pdfPage.right - left, mostFigureHeight * ratio);
		return { x: left, y, width, height: width / ratio };
	}

	const pages = {
		get y() {
			return y;
		},
		moveTo(target: number): void {
			y = target;
		},
		/** Leaves space between blocks, not at the top of a page. */
		addSpace(height: number): void {
			if (y > pdfPage.top) y += height;
		},
		measureText(text: string, style: PdfStyle): number {
			return breakLines(text, style, pdfPage.right - left).length * style.leading;
		},
		/**
		 * Adds a text.
		 * @param type H1, H2, H3 or P
		 * @param options.keep height of what has to follow it on the same page
		 */
		addText(type: string, text: string, style: PdfStyle, { keep = 0 }: { keep?: number } = {}): void {
			const lines = breakLines(text, style, pdfPage.right - left);
			reserve(startOf(lines, style) + keep);
			drawElement(type, () => drawLines(lines, style));
		},
		measureStart: (text: string, style: PdfStyle): number =>
			startOf(breakLines(text, style, pdfPage.right - left), style),
		/**
		 * Adds a list.
		 * @param options.indent of its items, for their labels or markers
		 * @param options.measureStart returns the height of what stands together at the start of an item
		 * @param options.isRuled whether a rule stands above each item
		 */
		addList<Item>(
			items: readonly Item[],
			{
				indent,
				measureStart,
				isRuled = false,
				label,
				drawMarker,
				drawItem,
			}: {
				indent: number;
				measureStart: (item: Item) => number;
				isRuled?: boolean;
				label?: (item: Item, index: number) => { text: string; style: PdfStyle };
				drawMarker?: (place: { x: number; y: number }) => void;
				drawItem: (item: Item) => void;
			},
		): void {
			addElement("L", () => {
				for (const [index, item] of items.entries()) {
					if (index > 0) pages.addSpace(itemSpace);
					pages.indent(indent, () => reserve(measureStart(item) + (isRuled ? itemSpace : 0)));
					if (isRuled) pages.addRule(itemSpace);
					addElement("LI", () => {
						const place = { x: left, y };
						const lead = label?.(item, index);
						if (drawMarker) drawArtifact(() => drawMarker(place));
						if (lead) drawElement("Lbl", () => drawLine(lead.text, lead.style, place));
						addElement("LBody", () => pages.indent(indent, () => drawItem(item)));
					});
				}
			});
		},
		/** Adds a quotation beside a rule in a colour. */
		addQuote(quote: string, style: PdfStyle, { indent, colour }: { indent: number; colour: string }): void {
			pages.indent(indent, () => {
				const height = pages.measureText(quote, style);
				reserve(height);
				const box = { x: left - indent, y, width: 2, height: Math.min(height, pdfPage.bottom - y) };
				pages.fillBox(box, colour);
				addElement("BlockQuote", () => pages.addText("P", quote, style));
			});
		},
		measureFigure(picture: PdfPicture): number {
			return placeOf(picture).height + captionSpace + pages.measureText(picture.alt, captionStyle);
		},
		/** Adds a picture with its alternative text as caption. */
		addFigure(picture: PdfPicture): void {
			reserve(pages.measureFigure(picture));
			const box = placeOf(picture);
			drawElement("Figure", () => drawPicture(picture.bytes, box, { isFramed: true }), {
				alt: picture.alt,
				bbox: bboxOf(box),
				placement: "Block",
			});
			y += box.height + captionSpace;
			// Readers have heard it as the alternative text.
			drawArtifact(() => drawLines(breakLines(picture.alt, captionStyle, pdfPage.right - left), captionStyle));
			pages.addSpace(figureSpace);
		},
		/** Adds a rule and the space below it. */
		addRule(space: number): void {
			pages.fillBox({ x: left, y, width: pdfPage.right - left, height: hairlineWidth }, hairline);
			y += space;
		},
		/** Draws blocks with an indent. */
		indent(width: number, draw: () => void): void {
			left += width;
			draw();
			left -= width;
		},
		placePicture(
			{ bytes: picture, alt }: Pick<PdfPicture, "bytes" | "alt">,
			box: PdfBox,
			{ isFramed }: { isFramed: boolean },
		): void {
			drawElement("Figure", () => drawPicture(picture, box, { isFramed }), {
				alt,
				bbox: bboxOf(box),
				placement: "Block",
			});
		},
		/** Draws one line at a place; ending there if `isAtRight`. */
		placeLine(text: string, style: PdfStyle, { x, y: top }: { x: number; y: number }, isAtRight = false): void {
			drawElement("P", () => drawLine(text, style, { x: isAtRight ? x - measureLine(text, style) : x, y: top }));
		},
		fillBox({ x, y: top, width, height }: PdfBox, colour: string): void {
			drawArtifact(() => doc.rect(x, top, width, height).fill(colour));
		},
		/** Draws a line through points, as a marker. */
		strokePath(path: string, { x, y: top }: { x: number; y: number }, colour: string): void {
			doc
				.save()
				.translate(x, top)
				.path(path)
				.lineWidth(1.6)
				.lineCap("round")
				.lineJoin("round")
				.stroke(colour)
				.restore();
		},
		/** Writes the foot of each page, which readers of the structure hear once, and returns the file. */
		async finish(): Promise<Buffer> {
			const { count } = doc.bufferedPageRange();
			const [line = ""] = breakLines(footer, footerStyle, pdfPage.right - pdfPage.left - numberWidth);
			const drawFooter = () => drawLine(line, footerStyle, { x: pdfPage.left, y: footerY });
			for (let index = 0; index < count; index++) {
				doc.switchToPage(index);
				const number = `${index + 1} / ${count}`;
				const x = pdfPage.right - measureLine(number, footerStyle);
				if (index === 0) drawElement("P", drawFooter);
				else drawArtifact(drawFooter);
				drawArtifact(() => drawLine(number, footerStyle, { x, y: footerY }));
			}
			doc.end();
			return bytes;
		},
	};
	return pages;
}
