import { getProgramUrl } from "../../platform/program-url.ts";
import { createAside, EndedAsideError } from "../../platform/run-aside.ts";
import type { ConvertedHtml } from "./html-to-markdown.server.ts";
import type { PastedMarkdown } from "./pasted-markdown.ts";

/** On a thread of its own: what is pasted may be anything. */
const convertAside = createAside<ConvertedHtml | undefined>(getProgramUrl("./html-worker.server.ts", import.meta.url), {
	timeoutMs: 10_000,
	maxMemoryMb: 128,
	keptMs: 20_000,
});

/**
 * Converts pasted HTML, such as Word, Google Docs and browsers copy it, to Markdown.
 * @returns undefined when it is too complicated to read
 */
export async function convertPasted(html: string): Promise<PastedMarkdown | undefined> {
	try {
		const converted = await convertAside(html);
		return converted && { markdown: converted.markdown, left: describeLeft(converted) };
	} catch (error) {
		if (error instanceof EndedAsideError) return undefined;
		throw error;
	}
}

function describeLeft({ pictures, embeds }: ConvertedHtml): string {
	const parts = [count(pictures, "picture"), count(embeds, "embedded item")].filter(Boolean).join(" and ");
	if (parts === "") return "";
	const one = pictures + embeds === 1;
	const advice = pictures > 0 ? ` Add ${pictures === 1 ? "the picture" : "the pictures"} with / and Picture.` : "";
	return `${parts} ${one ? "was" : "were"} not pasted.${advice}`;
}

function count(number: number, word: string): string {
	return number === 0 ? "" : `${number} ${word}${number === 1 ? "" : "s"}`;
}
