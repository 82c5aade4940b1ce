import { Worker, type Transferable } from "node:worker_threads";

/** A thread was ended before it had an answer: it took too long or too much memory, or failed. */
export class EndedAsideError extends Error {
	constructor(program: URL, cause?: unknown) {
		super(`${program.pathname.split("/").at(-1)} was ended before it had an answer`, { cause });
		this.name = "EndedAsideError";
	}
}

export type AsideOptions = {
	/** What the program finds as its workerData. */
	data: unknown;
	/** What of it goes over instead of being copied. */
	transfer?: readonly Transferable[];
	timeoutMs: number;
	/** Of what the program keeps in JavaScript; buffers and WebAssembly lie outside of it. */
	maxMemoryMb: number;
};

/**
 * Runs a program on a thread of its own, so that whatever it is given keeps nobody else waiting, and gives the one message that it posts.
 *
 * @param program where it is (program-url.ts)
 * @throws EndedAsideError when it takes too long or too much memory, fails, or ends without a message
 */
export async function runAside<Answer>(
	program: URL,
	{ data, transfer = [], timeoutMs, maxMemoryMb }: AsideOptions,
): Promise<Answer> {
	const { promise, resolve, reject } = Promise.withResolvers<Answer>();
	const worker = new Worker(program, {
		workerData: data,
		transferList: [...transfer],
		resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
		// What it is given may make it write anything; the log is no place for that.
		stdout: true,
		stderr: true,
	});
	worker.stdout.resume();
	worker.stderr.resume();
	const timer = setTimeout(() => void worker.terminate(), timeoutMs);
	worker.once("message", (answer: Answer) => resolve(answer));
	worker.once("error", (error) => reject(new EndedAsideError(program, error)));
	worker.once("exit", () => reject(new EndedAsideError(program)));
	try {
		return await promise;
	} finally {
		clearTimeout(timer);
		void worker.terminate();
	}
}
