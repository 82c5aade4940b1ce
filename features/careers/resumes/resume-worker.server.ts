import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import type { ResumeVerdict } from "./resume-inspection.server.ts";
import type { ResumeView } from "./resume-view.ts";

/** Checks a resume that has come, or makes the view of one that is stored. */
type Task = { check: { path: string; name: string } } | { view: { file: Uint8Array; kind: "pdf" | "docx" } };

// An answer that fails or takes too much ends the thread. Only what the task needs is loaded.
parentPort?.on("message", (task: Task) => {
	if ("check" in task) void check(task.check).then((verdict) => parentPort?.postMessage(verdict, []));
	else void view(task.view).then((made) => parentPort?.postMessage(made, listBuffers(made)));
});

async function check({ path, name }: { path: string; name: string }): Promise<ResumeVerdict> {
	const { inspectResume } = await import("./resume-inspection.server.ts");
	return inspectResume(await readFile(path), name);
}

async function view({ file, kind }: { file: Uint8Array; kind: "pdf" | "docx" }): Promise<ResumeView> {
	return kind === "pdf"
		? (await import("./pdf-pictures.server.ts")).renderPdfPages(file)
		: (await import("./word-text.server.ts")).readWordText(file);
}

function listBuffers(made: ResumeView): ArrayBuffer[] {
	return made.shows === "pages" ? made.pages.map(({ picture }) => picture.buffer as ArrayBuffer) : [];
}
