import { getProgramUrl } from "../../../platform/program-url.ts";
import { createAside, EndedAsideError } from "../../../platform/run-aside.ts";
import { messages, type ResumeVerdict } from "./resume-inspection.server.ts";

const limitMs = 5_000;
/** Beside it come the file and PDFium with its own limit. */
const maxMemoryMb = 64;
/** Long enough for resumes that come one after the other; an idle server needs none of it. */
const keptMs = 2_000;

const inspect = createAside<ResumeVerdict>(getProgramUrl("./resume-worker.server.ts", import.meta.url), {
	timeoutMs: limitMs,
	maxMemoryMb,
	keptMs,
});

/**
 * Tells by its content which kind of document a file is, and whether staff can read it without a password and without running anything:
 * docs/resumes.md. One file at a time is read, on a thread of its own that is ended after five seconds; such a file is refused.
 *
 * @param path an absolute path
 * @param name the applicant's name for it
 */
export async function checkResume(path: string, name: string): Promise<ResumeVerdict> {
	try {
		return await inspect({ check: { path, name } });
	} catch (error) {
		if (error instanceof EndedAsideError) return { ok: false, message: messages.complicated };
		throw error;
	}
}
