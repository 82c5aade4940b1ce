import { startPdfium } from "./pdfium.server.ts";

/** "complicated" when it takes more memory than a check may. */
export type PdfVerdict = "fine" | "damaged" | "protected" | "complicated";

/** For PDFium, the file and its first page. */
const maxMemoryBytes = 128 * 1024 * 1024;

/**
 * Tells whether PDFium, which shows resumes to staff, opens a PDF without a password and finds its first page. Every file gets a memory of
 * its own, so nothing remains for the next.
 */
export async function inspectPdf(file: Buffer): Promise<PdfVerdict> {
	const pdfium = await startPdfium(maxMemoryBytes);
	try {
		const document = await pdfium.loadDocument(file);
		const { originalWidth, originalHeight } = document.getPage(0).getOriginalSize();
		return originalWidth > 0 && originalHeight > 0 ? "fine" : "damaged";
	} catch (error) {
		if (!(error instanceof Error) || error instanceof WebAssembly.RuntimeError) return "complicated";
		return /password|security/i.test(error.message) ? "protected" : "damaged";
	}
}
