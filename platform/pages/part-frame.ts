import { hashInlineSource, listInlineSources } from "./finish-pages.ts";
import type { RenderedPart } from "./page-part.ts";

/** The rest of a page around its part. */
export type PartFrame = {
	/** Returns the page with another part, and the sources of its inline code. */
	fill(part: RenderedPart): { html: string; inlineSources: ReturnType<typeof listInlineSources> };
};

/**
 * Creates a frame from a whole page and its part.
 *
 * @returns undefined unless the page contains the part exactly once, as rendered alone, and its data in a later script
 */
export function createPartFrame(page: string, { html, data }: RenderedPart): PartFrame | undefined {
	const [before, behind, ...more] = page.split(html);
	const [between, after, ...evenMore] = behind?.split(writeLoaderText(data)) ?? [];
	if (before === undefined || between === undefined || after === undefined) return undefined;
	if (more.length > 0 || evenMore.length > 0) return undefined;
	const startOfScript = between.slice(between.indexOf(">", between.lastIndexOf("<script")) + 1);
	const endOfScript = after.slice(0, after.indexOf("</script>"));
	const hashScript = (text: string) => hashInlineSource(startOfScript + text + endOfScript);
	const sources = listInlineSources(page);
	const { scripts } = sources;
	const own = scripts.indexOf(hashScript(writeLoaderText(data)));
	if (own === -1) return undefined;
	return {
		fill(part) {
			const text = writeLoaderText(part.data);
			return {
				html: before + part.html + between + text + after,
				inlineSources: { ...sources, scripts: scripts.with(own, hashScript(text)) },
			};
		},
	};
}

const escapes: Record<string, string> = {
	"&": String.raw`\u0026`,
	">": String.raw`\u003e`,
	"<": String.raw`\u003c`,
	"\u2028": String.raw`\u2028`,
	"\u2029": String.raw`\u2029`,
};

/** Writes a text of a loader's data as it appears in the script that passes the data to the browser: a string within a string. */
function writeLoaderText(text: string): string {
	return JSON.stringify(JSON.stringify(text))
		.slice(1, -1)
		.replaceAll(/[&><\u2028\u2029]/g, (character) => escapes[character] ?? character);
}
