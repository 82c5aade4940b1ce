import { getProgramUrl } from "../../platform/program-url.ts";
import { createAside, EndedAsideError } from "../../platform/run-aside.ts";
import { findMarkdownFault, takesTooMuch } from "./markdown-faults.ts";
import { writeAsText, type ReadMarkdown } from "./markdown-text.ts";

/**
 * Creates a function that renders Markdown to HTML without scripts, styles, event handlers or content from elsewhere, whatever the source
 * holds. Text over the limits, or that takes too much time or memory, is shown as written. It is rendered on a thread of its own: a table
 * of many columns and rows, or brackets by the thousand, would hold the one that answers.
 */
export function createMarkdownReader({
	timeoutMs,
}: {
	timeoutMs: number;
}): (markdown: string) => Promise<ReadMarkdown> {
	const renderAside = createAside<ReadMarkdown>(getProgramUrl("./markdown-worker.server.ts", import.meta.url), {
		timeoutMs,
		maxMemoryMb: 128,
		keptMs: 20_000,
	});
	return async (markdown) => {
		const fault = findMarkdownFault(markdown);
		if (fault !== undefined) return { html: writeAsText(markdown), fault };
		try {
			return await renderAside(markdown);
		} catch (error) {
			if (error instanceof EndedAsideError) return { html: writeAsText(markdown), fault: takesTooMuch };
			throw error;
		}
	};
}

/** The reader of the site and the desk; an article takes it some milliseconds. */
export const readMarkdown = createMarkdownReader({ timeoutMs: 15_000 });

/** Renders Markdown as readMarkdown does, without reporting faults. */
export async function renderMarkdown(markdown: string): Promise<string> {
	return (await readMarkdown(markdown)).html;
}
