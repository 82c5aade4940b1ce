import { cutPicture, readPicture } from "./process-picture.server.ts";
import { PictureRefusal } from "./picture-refusal.ts";
import type { PictureAnswer, PictureJob } from "./picture-processor.server.ts";

/**
 * A process of its own for reading and cutting pictures: picture-processor.server.ts runs it. Whatever a file does to the library that
 * reads it, the server goes on.
 */
const mostBytes = 1_000_000_000;
const exitCodeOfMemory = 3;

setInterval(() => {
	if (process.memoryUsage.rss() > mostBytes) process.exit(exitCodeOfMemory);
}, 20);

async function work(job: PictureJob): Promise<PictureAnswer> {
	try {
		if (job.kind === "read") return { master: await readPicture(job.bytes, { allowsSvg: job.allowsSvg }) };
		return { cuts: await cutPicture(job.master, job) };
	} catch (error) {
		return error instanceof PictureRefusal ? { refused: error.message } : { failed: String(error) };
	}
}

process.on("message", (job: PictureJob) => void work(job).then((answer) => process.send?.(answer)));
process.on("disconnect", () => process.exit());
