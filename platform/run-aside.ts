import { once } from "node:events";
import { Worker, type Transferable } from "node:worker_threads";

/** A thread ended without a result: it took too long or too much memory, or failed. */
export class EndedAsideError extends Error {
	constructor(program: URL, cause?: unknown) {
		super(`${program.pathname.split("/").at(-1)} was ended before it had an answer`, { cause });
		this.name = "EndedAsideError";
	}
}

/** Longest time in which a thread loads its program: a busy machine takes many seconds. */
const longestStartMs = 120_000;

export type AsideOptions = {
	/** Of a task, from when its thread has loaded the program. */
	timeoutMs: number;
	/** Limit of the program's JavaScript heap; buffers and WebAssembly are outside it. */
	maxMemoryMb: number;
	/** How long the thread waits for its next task; without it, every task has a thread of its own. */
	keptMs?: number;
};

/**
 * Gives one task after the other to a program on a thread of its own, so that no input blocks other work. The program answers each
 * message with one message.
 *
 * @param program URL of the program (program-url.ts)
 * @returns runs a task, the objects in `transfer` transferred instead of copied. It rejects with EndedAsideError if the program takes too
 *   long or too much memory, fails, or ends; the next task gets a new thread
 */
export function createAside<Answer>(
	program: URL,
	{ timeoutMs, maxMemoryMb, keptMs = 0 }: AsideOptions,
): (task: unknown, transfer?: readonly Transferable[]) => Promise<Answer> {
	let last: Promise<unknown> = Promise.resolve();
	let kept: Worker | undefined;
	let keptTimer: NodeJS.Timeout | undefined;

	async function start(): Promise<Worker> {
		const worker = new Worker(writeStart(program), {
			resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
			// Nobody reads it: even unreferenced, a thread whose output is read keeps its process running.
			stdout: true,
			stderr: true,
		});
		// An error event without a listener would end the process; a running task rejects by its own listener.
		worker.on("error", () => undefined);
		worker.once("exit", () => {
			if (kept === worker) kept = undefined;
		});
		await hear(worker, longestStartMs);
		return worker;
	}

	async function run(task: unknown, transfer: readonly Transferable[]): Promise<Answer> {
		clearTimeout(keptTimer);
		const worker = kept ?? (await start());
		kept = undefined;
		worker.ref();
		const answer = await hear<Answer>(worker, timeoutMs, () => worker.postMessage(task, transfer));
		if (keptMs > 0) keep(worker);
		else void worker.terminate();
		return answer;
	}

	/** Waits for a thread's next message, which `ask` asks for; without it in time, the thread is ended. */
	async function hear<Message>(worker: Worker, limitMs: number, ask = () => {}): Promise<Message> {
		const timer = setTimeout(() => void worker.terminate(), limitMs);
		const waiting = new AbortController();
		try {
			ask();
			const [message] = (await Promise.race([
				once(worker, "message", waiting),
				once(worker, "exit", waiting).then(() => Promise.reject(new EndedAsideError(program))),
			])) as [Message];
			return message;
		} catch (error) {
			void worker.terminate();
			throw error instanceof EndedAsideError ? error : new EndedAsideError(program, error);
		} finally {
			clearTimeout(timer);
			waiting.abort();
		}
	}

	function keep(worker: Worker): void {
		kept = worker;
		worker.unref();
		keptTimer = setTimeout(() => {
			// At once: until it has exited, the next task would be given to it and be lost.
			kept = undefined;
			void worker.terminate();
		}, keptMs);
		keptTimer.unref();
	}

	return (task, transfer = []) => {
		const made = last.then(() => run(task, transfer));
		last = made.catch(() => undefined);
		return made;
	};
}

/**
 * Writes the module that a thread starts with: it loads the program, and then says that tasks may come. Input may make the program print
 * anything, which must not reach the log.
 */
function writeStart(program: URL): URL {
	const code = `import { parentPort } from "node:worker_threads";
process.stdout.write = process.stderr.write = () => true;
await import(${JSON.stringify(program.href)});
parentPort.postMessage("ready");`;
	return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
