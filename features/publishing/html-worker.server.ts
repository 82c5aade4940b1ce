import { parentPort } from "node:worker_threads";
import { convertHtml } from "./html-to-markdown.server.ts";

/** The thread that converts HTML to Markdown, one text for each message (paste-html.server.ts). */
parentPort?.on("message", (html: string) => parentPort?.postMessage(convertHtml(html), []));
