import { parentPort, workerData } from "node:worker_threads";
import type { ResumeView } from "./resume-view.ts";

// Makes the view of one resume and ends. What fails or takes too much ends it without one. Only what the kind needs is loaded.
const { file, kind } = workerData as { file: Uint8Array; kind: "pdf" | "docx" };
const view: ResumeView =
	kind === "pdf"
		? await (await import("./pdf-pictures.server.ts")).renderPdfPages(file)
		: await (await import("./word-text.server.ts")).readWordText(file);
parentPort?.postMessage(
	view,
	view.shows === "pages" ? view.pages.map(({ picture }) => picture.buffer as ArrayBuffer) : [],
);
