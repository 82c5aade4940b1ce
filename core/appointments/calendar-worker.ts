import { parentPort } from "node:worker_threads";
import { listSeries, type SeriesQuestion } from "./list-series.ts";
import { readBusyTimes, type BusyTimesQuestion } from "./read-busy-times.ts";
import { UnreadableCalendarError } from "./unreadable-calendar-error.ts";

type Task = { text: string; question: BusyTimesQuestion } | { series: SeriesQuestion };

/** Reads when a calendar's owner is busy, or when a series takes place, or why that cannot be read. */
function read(task: Task) {
	try {
		return { read: "series" in task ? listSeries(task.series) : readBusyTimes(task.text, task.question) };
	} catch (error) {
		return {
			problem: error instanceof UnreadableCalendarError ? error.message : "the calendar cannot be read",
		};
	}
}

parentPort?.on("message", (task: Task) => parentPort?.postMessage(read(task), []));
