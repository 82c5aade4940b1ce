declare module "subset-font" {
	type Options = {
		targetFormat: "woff2" | "woff" | "sfnt";
		variationAxes?: Record<string, number | { min: number; max: number }>;
		keepFeatures?: string[];
		noHinting?: boolean;
	};

	/** Cuts a font to the characters of `text` and, for a variable font, to parts of its axes. */
	export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
