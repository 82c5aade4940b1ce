import type { Interval } from "../../shared/interval.ts";
import { getProgramUrl } from "../../platform/program-url.ts";
import { createAside, EndedAsideError } from "../../platform/run-aside.ts";
import type { BusyTimesQuestion } from "./read-busy-times.ts";
import { UnreadableCalendarError } from "./unreadable-calendar-error.ts";

type BusyTimesAnswer = { times?: Interval[]; problem?: string };

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
): Promise<Interval[]> {
	const read = createAside<BusyTimesAnswer>(getProgramUrl("./busy-times-worker.ts", import.meta.url), {
		timeoutMs,
		maxMemoryMb,
	});
	const { times, problem = "" } = await read({ text, question }).catch((error: unknown) => {
		if (error instanceof EndedAsideError) throw new UnreadableCalendarError("the calendar takes too long to read");
		throw error;
	});
	if (!times) throw new UnreadableCalendarError(problem);
	return times;
}
