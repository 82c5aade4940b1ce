import { Worker } from "node:worker_threads";
import type { Interval } from "../../shared/interval.ts";
import { UnreadableCalendarError, type BusyTimesQuestion } from "./read-busy-times.ts";

const limitMs = 15_000;
/** A file of 5 MB takes some 100. */
const maxMemoryMb = 384;

/**
 * Does what readBusyTimes does on a thread of its own, which is ended when it takes too long or too much memory.
 *
 * @throws UnreadableCalendarError as readBusyTimes does, and then
 */
export function readBusyTimesAside(
	text: string,
	question: BusyTimesQuestion,
	timeoutMs = limitMs,
): Promise<Interval[]> {
	const { promise, resolve, reject } = Promise.withResolvers<Interval[]>();
	const worker = new Worker(new URL("busy-times-worker.ts", import.meta.url), {
		workerData: { text, question },
		resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
	});
	const tooMuch = () => reject(new UnreadableCalendarError("it takes too long to go through"));
	const timer = setTimeout(() => {
		tooMuch();
		void worker.terminate();
	}, timeoutMs);
	worker.once("message", ({ times, problem = "" }: { times?: Interval[]; problem?: string }) =>
		times ? resolve(times) : reject(new UnreadableCalendarError(problem)),
	);
	worker.once("error", tooMuch);
	worker.once("exit", () => {
		clearTimeout(timer);
		tooMuch();
	});
	return promise;
}
