import { encode } from "fast-png";
import { showFormValues } from "./form-values.server.ts";
import { startPdfium } from "./pdfium.server.ts";
import type { ResumePage, ResumeView } from "./resume-view.ts";

/** Readable on a screen of double pixel density. */
const pageWidthPx = 1_240;
/** Longer pages become narrower. */
const maxPageHeightPx = 4_000;
const maxPages = 20;
/** For all pictures; a page of text takes about 50 KB, a photographed page a few MB. */
const maxPictureBytes = 24 * 1024 * 1024;
const maxTextLength = 20_000;
/** No page starts after that; earlier pages are shown. */
const enoughMs = 8_000;
/** For PDFium, the file, a page and unpacked data. */
const maxMemoryBytes = 384 * 1024 * 1024;

/**
 * Renders a PDF's pages as pictures of painted content only.
 *
 * @throws the renderer's error if it fails before the first page
 */
export async function renderPdfPages(file: Uint8Array): Promise<ResumeView> {
	const startedMs = performance.now();
	const library = await startPdfium(maxMemoryBytes);
	const document = await library.loadDocument(file);
	const pageCount = document.getPageCount();
	const pages: ResumePage[] = [];
	let bytes = 0;
	for (let index = 0; index < Math.min(pageCount, maxPages); index++) {
		if (pages.length > 0 && performance.now() - startedMs > enoughMs) break;
		try {
			const page = document.getPage(index);
			// Rendering closes the page.
			const text = page.getText().slice(0, maxTextLength);
			showFormValues(document, page);
			const { originalWidth, originalHeight } = page.getOriginalSize();
			const scale = Math.min(pageWidthPx / originalWidth, maxPageHeightPx / originalHeight);
			const { data, width, height } = await page.render({
				render: "bitmap",
				renderFormFields: true,
				scale: 1,
				width: Math.max(1, Math.round(originalWidth * scale)),
				height: Math.max(1, Math.round(originalHeight * scale)),
			});
			const picture = encode({ width, height, channels: 3, data: withoutAlpha(data) }, { zlib: { level: 4 } });
			bytes += picture.length;
			if (pages.length > 0 && bytes > maxPictureBytes) break;
			pages.push({ picture, widthPx: width, heightPx: height, text });
		} catch (error) {
			// The renderer's state is unknown now: render no further page.
			if (pages.length === 0) throw error;
			break;
		}
	}
	return pageCount > 0 ? { shows: "pages", pages, pageCount } : { shows: "nothing", why: "unreadable" };
}

/** From four bytes a pixel to three: pages are opaque. */
function withoutAlpha(pixels: Uint8Array): Uint8Array {
	const opaque = new Uint8Array((pixels.length / 4) * 3);
	for (let from = 0, to = 0; from < pixels.length; from += 4) {
		opaque[to++] = pixels[from] ?? 0;
		opaque[to++] = pixels[from + 1] ?? 0;
		opaque[to++] = pixels[from + 2] ?? 0;
	}
	return opaque;
}
