import { getProgramUrl } from "../../platform/program-url.ts";
import { createAside, EndedAsideError } from "../../platform/run-aside.ts";
import type { Occurrence } from "./calendar-events.ts";
import type { SeriesQuestion } from "./list-series.ts";

const limitMs = 15_000;
const maxMemoryMb = 384;
/** A calendar may have thousands of series. */
const keptMs = 5_000;

const ask = createAside<{ read?: Occurrence[] }>(getProgramUrl("./calendar-worker.ts", import.meta.url), {
	timeoutMs: limitMs,
	maxMemoryMb,
	keptMs,
});

/**
 * Runs listSeries on a thread of its own, because some rules take for ever.
 * @returns undefined when the series cannot be read, or takes too long
 */
export async function listSeriesAside(series: SeriesQuestion): Promise<Occurrence[] | undefined> {
	try {
		return (await ask({ series })).read;
	} catch (error) {
		if (error instanceof EndedAsideError) return undefined;
		throw error;
	}
}
