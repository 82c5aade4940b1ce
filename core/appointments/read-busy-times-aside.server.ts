import { getProgramUrl } from "../../platform/program-url.ts";
import { createAside, EndedAsideError } from "../../platform/run-aside.ts";
import type { BusyTimes, BusyTimesQuestion } from "./read-busy-times.ts";
import { UnreadableCalendarError } from "./unreadable-calendar-error.ts";

type BusyTimesAnswer = { read?: BusyTimes; problem?: string };

const limitMs = 15_000;
/** A file of 5 MB takes about 100. */
const maxMemoryMb = 384;

/**
 * Runs readBusyTimes on its own thread, which is ended when it takes too long or too much memory.
 * @throws UnreadableCalendarError as readBusyTimes does, and then
 */
export async function readBusyTimesAside(
	text: string,
	question: BusyTimesQuestion,
	timeoutMs = limitMs,
): Promise<BusyTimes> {
	const ask = createAside<BusyTimesAnswer>(getProgramUrl("./calendar-worker.ts", import.meta.url), {
		timeoutMs,
		maxMemoryMb,
	});
	const { read, problem = "" } = await ask({ text, question }).catch((error: unknown) => {
		if (error instanceof EndedAsideError) throw new UnreadableCalendarError("the calendar takes too long to read");
		throw error;
	});
	if (!read) throw new UnreadableCalendarError(problem);
	return read;
}
