import { Worker, type Transferable } from "node:worker_threads";

/** A thread ended without a result: it took too long or too much memory, or failed. */
export class EndedAsideError extends Error {
	constructor(program: URL, cause?: unknown) {
		super(`${program.pathname.split("/").at(-1)} was ended before it had an answer`, { cause });
		this.name = "EndedAsideError";
	}
}

export type AsideOptions = {
	/** The program's workerData. */
	data: unknown;
	/** Objects in it to transfer instead of copying. */
	transfer?: readonly Transferable[];
	timeoutMs: number;
	/** Limit of the program's JavaScript heap; buffers and WebAssembly are outside it. */
	maxMemoryMb: number;
};

/**
 * Runs a program on a thread of its own, so that no input blocks other work, and returns the one message that it posts.
 *
 * @param program URL of the program (program-url.ts)
 * @throws EndedAsideError if it takes too long or too much memory, fails, or ends without a message
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
		// The input may make it write anything, which must not reach the log.
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
