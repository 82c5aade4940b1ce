import { extname } from "node:path";
import { buffer } from "node:stream/consumers";
import { LRUCache } from "lru-cache";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { createKeyedQueue } from "../../../platform/keyed-queue.ts";
import { createRenderLimit } from "../../../platform/pages/render-limit.ts";
import { getProgramUrl } from "../../../platform/program-url.ts";
import { createAside, EndedAsideError } from "../../../platform/run-aside.ts";
import type { ResumeView } from "./resume-view.ts";

/** Pages done by then are shown; only a single page this slow is not. */
const limitMs = 15_000;
const maxMemoryMb = 256;
/** So that a file that takes long holds up no other; each view may take up to 640 MB. */
const viewsAtOnce = 3;
const mostWaiting = 30;
/** For recent views, so that reloading a page, as after each form without scripts, renders nothing again. */
const keptBytes = 16 * 1024 * 1024;
const keptMs = 10 * 60_000;

/** Renders the view of a stored resume; rejects with the signal's reason if the request is aborted before its turn. */
export type ViewResume = (file: { storedAs: string }, signal: AbortSignal) => Promise<ResumeView>;

/**
 * Creates the viewer of resumes for staff. It renders three at a time, each on a thread that is ended when it takes too long, and caches
 * the latest few in memory. It rejects with ServerBusyError if too many wait.
 */
export function createResumeViewer({
	files,
	timeoutMs = limitMs,
}: {
	files: Pick<FileStore, "read">;
	timeoutMs?: number;
}): ViewResume {
	const kept = new LRUCache<string, ResumeView>({ maxSize: keptBytes, ttl: keptMs, sizeCalculation: measureView });
	const free = Array.from({ length: viewsAtOnce }, () =>
		createAside<ResumeView>(getProgramUrl("./resume-worker.server.ts", import.meta.url), { timeoutMs, maxMemoryMb }),
	);
	const limit = createRenderLimit({ atOnce: viewsAtOnce, mostWaiting });
	// The same file once more is found among the latest.
	const queue = createKeyedQueue();

	async function make(storedAs: string, kind: "pdf" | "docx"): Promise<ResumeView> {
		const known = kept.get(storedAs);
		if (known) return known;
		const stream = await files.read(storedAs);
		if (!stream) return { shows: "nothing", why: "gone" };
		const file = new Uint8Array(await buffer(stream));
		const run = free.pop();
		if (!run) throw new Error("More views than threads");
		const view = await run({ view: { file, kind } }, [file.buffer])
			.catch((error: unknown): ResumeView => {
				if (error instanceof EndedAsideError) return { shows: "nothing", why: "unreadable" };
				throw error;
			})
			.finally(() => free.push(run));
		kept.set(storedAs, view);
		return view;
	}

	return ({ storedAs }, signal) => {
		// We name stored files by their kind.
		const kind = extname(storedAs).slice(1);
		if (kind !== "pdf" && kind !== "docx") return Promise.resolve({ shows: "nothing", why: "other-kind" });
		return queue(storedAs, () => limit({ client: storedAs, signal }, () => make(storedAs, kind)));
	};
}

function measureView(view: ResumeView): number {
	if (view.shows === "pages")
		return view.pages.reduce((sum, { picture, text }) => sum + picture.length + text.length, 1);
	return view.shows === "text" ? view.html.length + 1 : 1;
}
