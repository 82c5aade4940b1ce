/** Options of PDFKit 0.20 that its types lack. */
declare namespace PDFKit.Mixins {
	interface StructureElementOptions {
		/** Left, top, right and bottom, in points. */
		bbox?: [number, number, number, number];
		placement?: "Block" | "Inline";
	}
}
