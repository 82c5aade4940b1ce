import { parentPort } from "node:worker_threads";
import { readBusyTimes, type BusyTimes, type BusyTimesQuestion } from "./read-busy-times.ts";
import { UnreadableCalendarError } from "./unreadable-calendar-error.ts";

/** Reads when a calendar's owner is busy, or why the file cannot be read. */
function read({
	text,
	question,
}: {
	text: string;
	question: BusyTimesQuestion;
}): { read: BusyTimes } | { problem: string } {
	try {
		return { read: readBusyTimes(text, question) };
	} catch (error) {
		return {
			problem: error instanceof UnreadableCalendarError ? error.message : "the calendar cannot be read",
		};
	}
}

parentPort?.on("message", (task: { text: string; question: BusyTimesQuestion }) =>
	parentPort?.postMessage(read(task), []),
);
