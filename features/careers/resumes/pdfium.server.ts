import { readFileSync } from "node:fs";
import { PDFiumLibrary } from "@hyzyla/pdfium";

let compiled: WebAssembly.Module | undefined;

/**
 * Starts PDFium, built without a script engine, in a WebAssembly memory of its own: it can reach neither files nor the network.
 *
 * @param maxMemoryBytes what it may take, with the file and what that unpacks to
 */
export function startPdfium(maxMemoryBytes: number): Promise<PDFiumLibrary> {
	const program = (compiled ??= new WebAssembly.Module(
		readFileSync(new URL(import.meta.resolve("@hyzyla/pdfium/pdfium.wasm"))),
	));
	return PDFiumLibrary.init({
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
