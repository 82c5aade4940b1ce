import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { createKeyedQueue } from "../../../platform/keyed-queue.ts";
import { getProgramUrl } from "../../../platform/program-url.ts";
import type { Logger } from "../../../platform/log.ts";
import type { FocalPoint } from "./crop.ts";
import { PictureRefusal } from "./picture-refusal.ts";
import type { PictureShape } from "./picture-shapes.ts";
import type { CutPicture, PictureMaster } from "./process-picture.server.ts";

type CutOptions = { focal: FocalPoint; shape: Pick<PictureShape, "ratio" | "widths" | "maxBytes"> };

export type PictureJob =
	| { kind: "read"; bytes: Uint8Array; allowsSvg: boolean }
	| ({ kind: "cut"; master: PictureMaster } & CutOptions);

export type PictureAnswer =
	| { master: PictureMaster }
	| { cuts: CutPicture[] }
	| { refused: string }
	/** What should never be. */
	| { failed: string };

/** Reads and cuts pictures in a process beside the server. */
export type PictureProcessor = {
	/**
	 * Reads an uploaded file.
	 *
	 * @throws PictureRefusal when it is none that can be taken, or takes too much of the machine
	 */
	read(bytes: Uint8Array, options: { allowsSvg: boolean }): Promise<PictureMaster>;
	/**
	 * Cuts what was read for a place: narrow ones first, the whole last.
	 *
	 * @throws PictureRefusal when it is too small or too heavy for it
	 */
	cut(master: PictureMaster, options: CutOptions): Promise<CutPicture[]>;
	/** Ends the process. */
	close(): Promise<void>;
};

/** Of one job, whatever the library says of itself. */
const limitMs = 60_000;
/** Starting it costs a tenth of a second, keeping it some 60 MB. */
const idleMs = 20_000;
/** Of the operating system: whoever answers visitors goes first. */
const priority = 15;
const mostWaiting = 40;

/**
 * Makes what reads and cuts pictures, one after the other, in a process that is started for the first and ends when nothing has come for
 * a while.
 */
export function createPictureProcessor({
	log,
	timeoutMs = limitMs,
}: {
	log: Logger;
	timeoutMs?: number;
}): PictureProcessor {
	const queue = createKeyedQueue();
	let waiting = 0;
	let child: ChildProcess | undefined;
	let idle: NodeJS.Timeout | undefined;

	function start(): ChildProcess {
		const started = fork(getProgramUrl("./picture-program.server.ts", import.meta.url), [], {
			serialization: "advanced",
			// No secret of the server's reaches a program that reads what others have made.
			env: { NODE_ENV: "production", MALLOC_ARENA_MAX: "2" },
			execArgv: ["--max-old-space-size=128"],
			stdio: ["ignore", "ignore", "ignore", "ipc"],
		});
		// Not every system lets a process step back.
		if (started.pid !== undefined) tryTo(() => setPriority(started.pid as number, priority));
		started.once("exit", () => {
			if (child === started) child = undefined;
		});
		// A message that finds no reader any more.
		started.on("error", (error) => log.warn({ err: error }, "the process that reads pictures failed"));
		return started;
	}

	async function ask(job: PictureJob): Promise<PictureAnswer> {
		clearTimeout(idle);
		const asked = (child ??= start());
		const ended = new AbortController();
		const timer = setTimeout(() => asked.kill("SIGKILL"), timeoutMs);
		try {
			const answered = once(asked, "message", { signal: ended.signal }) as Promise<[PictureAnswer]>;
			const exited = once(asked, "exit", { signal: ended.signal }) as Promise<[number | null, string | null]>;
			answered.catch(() => undefined);
			exited.catch(() => undefined);
			asked.send(job);
			const first = await Promise.race([answered, exited.then((how) => ({ how }))]);
			if (Array.isArray(first)) return first[0];
			log.warn(
				{ code: first.how[0], signal: first.how[1] },
				"the process that reads pictures ended in the middle of one",
			);
			return {
				refused: "Too large or complex to process. Save a smaller version as JPEG or PNG.",
			};
		} finally {
			ended.abort();
			clearTimeout(timer);
			idle = setTimeout(() => void end(), idleMs);
			idle.unref();
		}
	}

	async function end(): Promise<void> {
		clearTimeout(idle);
		const ending = child;
		child = undefined;
		if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
		const exited = once(ending, "exit");
		ending.kill("SIGKILL");
		await exited;
	}

	async function answerTo(job: PictureJob): Promise<Exclude<PictureAnswer, { refused: string } | { failed: string }>> {
		if (waiting >= mostWaiting) throw new PictureRefusal("Too many uploads right now. Try again in a minute.");
		waiting += 1;
		const answer = await queue("pictures", () => ask(job)).finally(() => (waiting -= 1));
		if ("refused" in answer) throw new PictureRefusal(answer.refused);
		if ("failed" in answer) throw new Error(answer.failed);
		return answer;
	}

	return {
		async read(bytes, { allowsSvg }) {
			const answer = await answerTo({ kind: "read", bytes, allowsSvg });
			if (!("master" in answer)) throw new Error("The process that reads pictures answered something else");
			return answer.master;
		},
		async cut(master, { focal, shape: { ratio, widths, maxBytes } }) {
			const shape = { widths, maxBytes, ...(ratio && { ratio }) };
			const answer = await answerTo({ kind: "cut", master, focal, shape });
			if (!("cuts" in answer)) throw new Error("The process that reads pictures answered something else");
			return answer.cuts;
		},
		close: end,
	};
}

function tryTo(work: () => void): void {
	try {
		work();
	} catch {
		return;
	}
}
