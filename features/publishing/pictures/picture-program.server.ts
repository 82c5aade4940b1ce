import type { PictureResponse, PictureJob } from "./picture-processor.server.ts";
import { PictureRefusal } from "./picture-refusal.ts";
import { cutPicture, readPicture } from "./process-picture.server.ts";

/**
 * The process that reads and cuts pictures, run by picture-processor.server.ts. A file that crashes the library does not affect the server.
 */
const mostBytes = 1_000_000_000;
const exitCodeOfMemory = 3;

setInterval(() => {
	if (process.memoryUsage.rss() > mostBytes) process.exit(exitCodeOfMemory);
}, 20);

async function work(job: PictureJob): Promise<PictureResponse> {
	try {
		if (job.kind === "read") return { master: await readPicture(job.bytes, { allowsSvg: job.allowsSvg }) };
		return { cuts: await cutPicture(job.master, job) };
	} catch (error) {
		return error instanceof PictureRefusal ? { refused: error.message } : { failed: String(error) };
	}
}

process.on("message", (job: PictureJob) => void work(job).then((answer) => process.send?.(answer)));
process.on("disconnect", () => process.exit());
