import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { createKeyedQueue } from "../../../platform/keyed-queue.ts";
import type { Logger } from "../../../platform/log.ts";
import { getProgramUrl } from "../../../platform/program-url.ts";
import type { FocalPoint } from "./crop.ts";
import { PictureRefusal, serverStopped } from "./picture-refusal.ts";
import type { PictureShape } from "./picture-shapes.ts";
import type { CutPicture, PictureMaster } from "./process-picture.server.ts";

type CutOptions = { focal: FocalPoint; shape: Pick<PictureShape, "ratio" | "widths" | "maxBytes"> };

export type PictureJob =
	| { kind: "read"; bytes: Uint8Array; allowsSvg: boolean }
	| ({ kind: "cut"; master: PictureMaster } & CutOptions);

export type PictureResponse =
	| { master: PictureMaster }
	| { cuts: CutPicture[] }
	| { refused: string }
	/** An unexpected failure. */
	| { failed: string };

/** Reads and cuts pictures in a separate process. */
export type PictureProcessor = {
	/**
	 * Reads an uploaded file.
	 * @throws PictureRefusal when it is not an accepted picture, or needs too much time or memory
	 */
	read(bytes: Uint8Array, options: { allowsSvg: boolean }): Promise<PictureMaster>;
	/**
	 * Cuts a picture for a place: narrow copies first, the full size last.
	 * @throws PictureRefusal when it is too small or too large for it
	 */
	cut(master: PictureMaster, options: CutOptions): Promise<CutPicture[]>;
	/** Ends the process. */
	close(): Promise<void>;
};

/** For one job, whatever the library reports. */
const limitMs = 60_000;
/** Starting takes 0.1 s; keeping it running takes about 60 MB. */
const idleMs = 20_000;
/** Of the operating system: visitors' requests come first, and on a busy machine a picture is still done within its time. */
const priority = 5;
const mostWaiting = 40;

/** Creates the processor of pictures: one job at a time, in a process that starts with the first job and ends when idle. */
export function createPictureProcessor({
	log,
	timeoutMs = limitMs,
}: {
	log: Logger;
	timeoutMs?: number;
}): PictureProcessor {
	const queue = createKeyedQueue();
	let waiting = 0;
	let isClosed = false;
	let child: ChildProcess | undefined;
	let idle: NodeJS.Timeout | undefined;

	function start(): ChildProcess {
		const started = fork(getProgramUrl("./picture-program.server.ts", import.meta.url), [], {
			serialization: "advanced",
			// A program that reads untrusted files gets no secrets.
			env: { NODE_ENV: "production", MALLOC_ARENA_MAX: "2" },
			execArgv: ["--max-old-space-size=128"],
			stdio: ["ignore", "ignore", "ignore", "ipc"],
		});
		// Not every system allows it.
		if (started.pid !== undefined) tryTo(() => setPriority(started.pid as number, priority));
		started.once("exit", () => {
			if (child === started) child = undefined;
		});
		// The process has gone.
		started.on("error", (error) => log.warn({ err: error }, "the process that reads pictures failed"));
		return started;
	}

	async function ask(job: PictureJob): Promise<PictureResponse> {
		if (isClosed) return { refused: serverStopped };
		clearTimeout(idle);
		const asked = (child ??= start());
		const ended = new AbortController();
		const timer = setTimeout(() => asked.kill("SIGKILL"), timeoutMs);
		try {
			const answered = once(asked, "message", { signal: ended.signal }) as Promise<[PictureResponse]>;
			const exited = once(asked, "exit", { signal: ended.signal }) as Promise<[number | null, string | null]>;
			answered.catch(() => undefined);
			exited.catch(() => undefined);
			asked.send(job);
			const first = await Promise.race([answered, exited.then((how) => ({ how }))]);
			if (Array.isArray(first)) return first[0];
			if (isClosed) return { refused: serverStopped };
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

	async function answerTo(
		job: PictureJob,
	): Promise<Exclude<PictureResponse, { refused: string } | { failed: string }>> {
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
		async close() {
			isClosed = true;
			await end();
		},
	};
}

function tryTo(work: () => void): void {
	try {
		work();
	} catch {
		return;
	}
}
