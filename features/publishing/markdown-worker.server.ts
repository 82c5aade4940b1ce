import { parentPort } from "node:worker_threads";
import { takesTooMuch } from "./markdown-faults.ts";
import { writeAsText } from "./markdown-text.ts";
import { processMarkdown } from "./process-markdown.server.ts";

/** Longest HTML of one text: a table can be a hundred times as long as its Markdown. */
const mostHtmlCharacters = 2_000_000;

/** The thread that renders Markdown, one text for each message (markdown.server.ts). */
parentPort?.on("message", (markdown: string) => {
	void processMarkdown(markdown).then((read) => {
		const isTooLong = read.html.length > mostHtmlCharacters;
		parentPort?.postMessage(isTooLong ? { html: writeAsText(markdown), fault: takesTooMuch } : read, []);
	});
});
