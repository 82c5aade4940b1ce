import { extname } from "node:path";
import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { getProgramUrl } from "../../../platform/program-url.ts";
import { createAside, EndedAsideError } from "../../../platform/run-aside.ts";
import type { ResumeView } from "./resume-view.ts";

/** Pages that are done by then are shown, so that only a page that takes this long by itself is not. */
const limitMs = 15_000;
const maxMemoryMb = 256;
/** Of views that were made, so that a page which is loaded again, as after each form without scripts, makes no new one. */
const keptBytes = 16 * 1024 * 1024;
const keptMs = 10 * 60_000;

/** Makes the view of a stored resume; rejects with the signal's reason when whoever asked has gone before its turn comes. */
export type ViewResume = (file: { storedAs: string }, signal: AbortSignal) => Promise<ResumeView>;

/**
 * Makes what shows resumes to staff. One is made at a time, on a thread that is ended when it takes too long; the few last ones are kept in
 * memory.
 */
export function createResumeViewer({
	files,
	timeoutMs = limitMs,
}: {
	files: Pick<FileStore, "read">;
	timeoutMs?: number;
}): ViewResume {
	const kept = new LRUCache<string, ResumeView>({ maxSize: keptBytes, ttl: keptMs, sizeCalculation: measureView });
	const run = createAside<ResumeView>(getProgramUrl("./resume-worker.server.ts", import.meta.url), {
		timeoutMs,
		maxMemoryMb,
	});
	let last: Promise<unknown> = Promise.resolve();

	async function make(storedAs: string, kind: "pdf" | "docx", signal: AbortSignal): Promise<ResumeView> {
		signal.throwIfAborted();
		const known = kept.get(storedAs);
		if (known) return known;
		const stream = await files.read(storedAs);
		if (!stream) return { shows: "nothing", why: "gone" };
		const file = new Uint8Array(await buffer(stream));
		const view = await run({ view: { file, kind } }, [file.buffer]).catch((error: unknown): ResumeView => {
			if (error instanceof EndedAsideError) return { shows: "nothing", why: "unreadable" };
			throw error;
		});
		kept.set(storedAs, view);
		return view;
	}

	return ({ storedAs }, signal) => {
		// Their names are ours, by what they hold.
		const kind = extname(storedAs).slice(1);
		if (kind !== "pdf" && kind !== "docx") return Promise.resolve({ shows: "nothing", why: "other-kind" });
		const made = last.then(() => make(storedAs, kind, signal));
		last = made.catch(() => undefined);
		return made;
	};
}

function measureView(view: ResumeView): number {
	if (view.shows === "pages")
		return view.pages.reduce((sum, { picture, text }) => sum + picture.length + text.length, 1);
	return view.shows === "text" ? view.html.length + 1 : 1;
}
