import { parentPort, workerData } from "node:worker_threads";
import type { Interval } from "../../shared/interval.ts";
import { readBusyTimes, UnreadableCalendarError, type BusyTimesQuestion } from "./read-busy-times.ts";

/** What comes of a file: when its owner is busy, or why it cannot be read. */
function read(): { times: Interval[] } | { problem: string } {
	const { text, question } = workerData as { text: string; question: BusyTimesQuestion };
	try {
		return { times: readBusyTimes(text, question) };
	} catch (error) {
		return {
			problem: error instanceof UnreadableCalendarError ? error.message : "it holds something that cannot be read",
		};
	}
}

// Reads one calendar file and ends: whatever it holds, it keeps nobody else waiting.
parentPort?.postMessage(read(), []);
