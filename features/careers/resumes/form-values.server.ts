import type { PDFiumDocument, PDFiumPage } from "@hyzyla/pdfium";

/** Of PDFium's `fpdf_annot.h` and `fpdf_formfill.h`. */
const widget = 20;
const [checkbox, radioButton, comboBox, listBox, textField] = [2, 3, 4, 5, 6];
const normalMode = 0;
/** UTF-16, with the zero at its end. */
const emptyTextBytes = 2;
const maxTextBytes = 1024 * 1024;

/** Shows a text that is not empty, or another content, which may show one. */
const showsText = /[)>\]]\s*(?:T[jJ]|['"])|\bDo\b/;
const showsEmptyText = /\(\s*\)\s*Tj/g;

/**
 * Makes the values of a page's form visible. Programs fill in a form and leave it to the reader to draw the values, sometimes beside an
 * appearance that is empty; PDFium draws a field only if it has no appearance at all. Call it before the page is rendered.
 */
export function showFormValues(document: PDFiumDocument, page: PDFiumPage): void {
	// The library has no other way to annotations. Its version is fixed, and a test fails if it changes.
	const { module, pageIdx } = page as unknown as { module: Module; pageIdx: number };
	const count = module.wasmExports.FPDFPage_GetAnnotCount(pageIdx);
	if (count === 0) return;
	const form = document.initializeFormFields();
	for (let index = 0; index < count; index++) {
		const annotation = module.wasmExports.FPDFPage_GetAnnot(pageIdx, index);
		if (annotation === 0) continue;
		if (module.wasmExports.FPDFAnnot_GetSubtype(annotation) === widget && isValueHidden(module, form, annotation))
			module.wasmExports.FPDFAnnot_SetAP(annotation, normalMode, 0);
		module.wasmExports.FPDFPage_CloseAnnot(annotation);
	}
}

function isValueHidden(module: Module, form: number, annotation: number): boolean {
	const type = module.wasmExports.FPDFAnnot_GetFormFieldType(form, annotation);
	// A field that its form does not list, or whose file has no form.
	if (type < 0) return readAppearance(module, annotation) === "";
	if (type === checkbox || type === radioButton)
		return (
			module.wasmExports.FPDFAnnot_GetAP(annotation, normalMode, 0, 0) <= emptyTextBytes && isOn(module, annotation)
		);
	if (type !== textField && type !== comboBox && type !== listBox) return false;
	if (module.wasmExports.FPDFAnnot_GetFormFieldValue(form, annotation, 0, 0) <= emptyTextBytes) return false;
	return !showsText.test(readAppearance(module, annotation).replaceAll(showsEmptyText, ""));
}

function readAppearance(module: Module, annotation: number): string {
	return readText(module, (at, bytes) => module.wasmExports.FPDFAnnot_GetAP(annotation, normalMode, at, bytes));
}

/** Whether a box or button is on: its state is any but Off. */
function isOn(module: Module, annotation: number): boolean {
	const key = Buffer.from("AS\0");
	const at = module.wasmExports.malloc(key.length);
	module.HEAPU8.set(key, at);
	const state = readText(module, (to, bytes) => module.wasmExports.FPDFAnnot_GetStringValue(annotation, at, to, bytes));
	module.wasmExports.free(at);
	return state !== "" && state !== "Off";
}

/** Reads a text that PDFium writes to a place of so many bytes, and whose length it returns. */
function readText(module: Module, write: (at: number, bytes: number) => number): string {
	const bytes = write(0, 0);
	if (bytes <= emptyTextBytes) return "";
	// An appearance of that size is none that is empty.
	if (bytes > maxTextBytes) return "Do";
	const at = module.wasmExports.malloc(bytes);
	if (at === 0) throw new Error("PDFium has no memory left");
	write(at, bytes);
	const text = Buffer.from(module.HEAPU8.buffer, at, bytes - emptyTextBytes).toString("utf16le");
	module.wasmExports.free(at);
	return text;
}

/** The library's module with PDFium's functions for annotations; a handle of 0 is none. */
type Module = {
	HEAPU8: Uint8Array<ArrayBuffer>;
	wasmExports: {
		malloc(bytes: number): number;
		free(at: number): void;
		FPDFPage_GetAnnotCount(page: number): number;
		FPDFPage_GetAnnot(page: number, index: number): number;
		FPDFPage_CloseAnnot(annotation: number): void;
		FPDFAnnot_GetSubtype(annotation: number): number;
		FPDFAnnot_GetFormFieldType(form: number, annotation: number): number;
		FPDFAnnot_GetFormFieldValue(form: number, annotation: number, at: number, bytes: number): number;
		FPDFAnnot_GetStringValue(annotation: number, key: number, at: number, bytes: number): number;
		FPDFAnnot_GetAP(annotation: number, mode: number, at: number, bytes: number): number;
		FPDFAnnot_SetAP(annotation: number, mode: number, at: number): number;
	};
};
