import { parentPort } from "node:worker_threads";
import type { Interval } from "../../shared/interval.ts";
import { readBusyTimes, type BusyTimesQuestion } from "./read-busy-times.ts";
import { UnreadableCalendarError } from "./unreadable-calendar-error.ts";

/** Reads when a calendar's owner is busy, or why the file cannot be read. */
function read({
	text,
	question,
}: {
	text: string;
	question: BusyTimesQuestion;
}): { times: Interval[] } | { problem: string } {
	try {
		return { times: readBusyTimes(text, question) };
	} catch (error) {
		return {
			problem: error instanceof UnreadableCalendarError ? error.message : "the calendar cannot be read",
		};
	}
}

parentPort?.on("message", (task: { text: string; question: BusyTimesQuestion }) =>
	parentPort?.postMessage(read(task), []),
);
