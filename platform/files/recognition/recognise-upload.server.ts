import { getProgramUrl } from "../../program-url.ts";
import { createAside, EndedAsideError } from "../../run-aside.ts";
import type { RecognisedFile } from "./recognise-file.server.ts";

const recognise = createAside<RecognisedFile>(getProgramUrl("./recognition-worker.server.ts", import.meta.url), {
	/** Under load a thread takes seconds to start. */
	timeoutMs: 15_000,
	maxMemoryMb: 64,
	/** Covers the files of one form. */
	keptMs: 2_000,
});

/**
 * Recognises an uploaded file by its content, one at a time, on a thread that is ended after 15 seconds; the file then counts as damaged.
 *
 * @param path an absolute path
 */
export async function recogniseUpload(path: string): Promise<RecognisedFile> {
	try {
		return await recognise({ path });
	} catch (error) {
		if (error instanceof EndedAsideError) return { fault: "damaged" };
		throw error;
	}
}
