/** Loads sharp on first use: a server that draws nothing does without it. */
export async function loadSharp() {
	return (await import("sharp")).default;
}

/** Loads satori on first use. */
export async function loadSatori() {
	return (await import("satori")).default;
}

/** Loads PDFKit on first use. */
export async function loadPdfKit() {
	return (await import("pdfkit")).default;
}

/** Loads fontkit on first use. */
export async function loadFontKit() {
	return import("fontkit");
}
