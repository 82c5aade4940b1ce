import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { collectGarbage } from "../../../platform/collect-garbage.ts";
import type { ResumeVerdict } from "./resume-inspection.server.ts";
import type { ResumeView } from "./resume-view.ts";

/** Checks an uploaded resume, or renders the view of a stored resume. */
type Task = { check: { path: string } } | { view: { file: Uint8Array; kind: "pdf" | "docx" } };

const largeFileBytes = 1024 * 1024;

// A task that fails or takes too much ends the thread. It loads only the modules that it needs.
parentPort?.on("message", (task: Task) => {
	if ("check" in task) void check(task.check).then((verdict) => parentPort?.postMessage(verdict, []));
	else void view(task.view).then((made) => parentPort?.postMessage(made, listBuffers(made)));
});

async function check({ path }: { path: string }): Promise<ResumeVerdict> {
	const { inspectResume } = await import("./resume-inspection.server.ts");
	const file = await readFile(path);
	const verdict = await inspectResume(file);
	// V8 would let several files and memories of PDFium gather first.
	if (file.length > largeFileBytes) await collectGarbage();
	return verdict;
}

async function view({ file, kind }: { file: Uint8Array; kind: "pdf" | "docx" }): Promise<ResumeView> {
	return kind === "pdf"
		? (await import("./pdf-pictures.server.ts")).renderPdfPages(file)
		: (await import("./word-text.server.ts")).readWordText(file);
}

function listBuffers(made: ResumeView): ArrayBuffer[] {
	return made.shows === "pages" ? made.pages.map(({ picture }) => picture.buffer as ArrayBuffer) : [];
}
