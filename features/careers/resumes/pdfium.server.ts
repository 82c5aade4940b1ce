import { readFileSync } from "node:fs";
import type { PDFiumLibrary } from "@hyzyla/pdfium";

let compiled: WebAssembly.Module | undefined;

/**
 * Starts PDFium, built without a script engine, in a WebAssembly memory of its own without access to files or network.
 *
 * @param maxMemoryBytes limit for PDFium, the file and unpacked data
 */
export async function startPdfium(maxMemoryBytes: number): Promise<PDFiumLibrary> {
	const program = (compiled ??= new WebAssembly.Module(
		readFileSync(new URL(import.meta.resolve("@hyzyla/pdfium/pdfium.wasm"))),
	));
	const { PDFiumLibrary: library } = await import("@hyzyla/pdfium");
	return library.init({
		instantiateWasm(imports, onInstance) {
			const grow = imports.env?.emscripten_resize_heap;
			if (!imports.env || typeof grow !== "function") throw new Error("PDFium asks for memory in another way");
			imports.env.emscripten_resize_heap = (bytes: number) => (bytes > maxMemoryBytes ? 0 : grow(bytes));
			const instance = new WebAssembly.Instance(program, imports);
			onInstance(instance as WebAssembly.Module);
			return instance.exports;
		},
	});
}
