import { getProgramUrl } from "../../../platform/program-url.ts";
import { createAside, EndedAsideError } from "../../../platform/run-aside.ts";
import { messages, type ResumeVerdict } from "./resume-inspection.server.ts";

/** Under load a thread takes seconds to start; no file that was tried takes two. */
const limitMs = 15_000;
/** The file and PDFium, with a limit of its own, come on top. */
const maxMemoryMb = 64;
/** Covers resumes in quick succession; an idle server needs no thread. */
const keptMs = 2_000;

const inspect = createAside<ResumeVerdict>(getProgramUrl("./resume-worker.server.ts", import.meta.url), {
	timeoutMs: limitMs,
	maxMemoryMb,
	keptMs,
});

/**
 * Detects by content which kind of document a file is, and whether staff can read it without a password and without running anything:
 * docs/resumes.md. Checks one file at a time, on a thread that is ended after 15 seconds; the file is then refused.
 *
 * @param path an absolute path
 */
export async function checkResume(path: string): Promise<ResumeVerdict> {
	try {
		return await inspect({ check: { path } });
	} catch (error) {
		if (error instanceof EndedAsideError) return { ok: false, message: messages.complicated };
		throw error;
	}
}
