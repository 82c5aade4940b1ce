import { listClosures } from "../../../core/appointments/absence-store.server.ts";
import { findHosts, type HostDeps } from "../../../core/appointments/find-free-hosts.server.ts";
import type { Connection } from "../../../platform/database/database.ts";
import type { Company } from "../../../shared/company.ts";
import { overlap, type Interval } from "../../../shared/interval.ts";
import { addDays } from "../../../shared/slot-times.ts";
import { createDayClock, findDate, findEndOfDay, findStartOfDay } from "../../../shared/zoned-time.ts";
import { interviewPurpose } from "./interview-record.ts";
import { maxDaysAhead, stepOf, type InterviewTerms } from "./rules.ts";

const minutesOfDay = 24 * 60;

export type SlotDeps = {
	company: Pick<Company, "timeZone" | "demo">;
	hosts: HostDeps;
	now: Temporal.Instant;
	/** Reference of the interview that is being moved, which does not block itself. */
	except?: string | undefined;
	/** The one time to check; absent for all. */
	at?: number | undefined;
};

/**
 * Lists possible starts of an interview in milliseconds since 1970: all interviewers are free, the day is not closed, and there is enough
 * notice.
 */
export async function listInterviewSlots(
	db: Connection,
	terms: InterviewTerms,
	{ company, hosts: deps, now, except, at }: SlotDeps,
): Promise<number[]> {
	const { timeZone, demo } = company;
	const { hostIds, firstIsFree, durationMinutes } = terms;
	const day = at === undefined ? undefined : findDate(at, timeZone);
	if (day !== undefined && (day < terms.firstDate || day > terms.lastDate)) return [];
	const [firstDate, lastDate] = day === undefined ? [terms.firstDate, terms.lastDate] : [day, day];
	const earliestMs = now.epochMilliseconds + demo.noticeMinutes * 60_000;
	const durationMs = durationMinutes * 60_000;
	const range: Interval = {
		startMs: Math.max(findStartOfDay(firstDate, timeZone), earliestMs),
		// An interview that begins late on the last day ends on the next.
		endMs: findEndOfDay(lastDate, timeZone) + durationMs,
	};
	if (range.endMs <= range.startMs || (hostIds.length === 0 && !firstIsFree)) return [];
	const { hosts, listFree } = await findHosts(
		db,
		range,
		{
			purpose: interviewPurpose,
			except: except === undefined ? undefined : { purpose: interviewPurpose, reference: except },
			now,
		},
		deps,
	);
	if (!hostIds.every((id) => hosts.some((host) => host.id === id))) return [];
	const closed = await listClosures(db, range);
	const closedDates = new Set(demo.closures.map(({ date }) => date));
	const isFree = (startMs: number) => {
		const wanted = { startMs, endMs: startMs + durationMs };
		if (startMs < earliestMs || closedDates.has(findDate(startMs, timeZone))) return false;
		if (closed.some((closure) => overlap(closure, wanted))) return false;
		const free = listFree(wanted);
		return hostIds.every((id) => free.includes(id)) && (!firstIsFree || free.some((id) => !hostIds.includes(id)));
	};
	const starts = terms.startsMs ?? listStarts({ firstDate, lastDate, durationMinutes }, timeZone);
	return starts.filter((startMs) => (at === undefined || startMs === at) && isFree(startMs));
}

/** Returns the days on which staff can choose a time themselves. */
export function spanAhead(now: Temporal.Instant, timeZone: string): Pick<InterviewTerms, "firstDate" | "lastDate"> {
	const today = findDate(now.epochMilliseconds, timeZone);
	return { firstDate: today, lastDate: addDays(today, maxDaysAhead) };
}

function listStarts(
	{ firstDate, lastDate, durationMinutes }: Pick<InterviewTerms, "firstDate" | "lastDate" | "durationMinutes">,
	timeZone: string,
): number[] {
	const starts: number[] = [];
	for (let date = firstDate; date <= lastDate; date = addDays(date, 1)) {
		const toInstant = createDayClock(date, timeZone);
		for (let minutes = 0; minutes < minutesOfDay; minutes += stepOf(durationMinutes)) {
			const startMs = toInstant(minutes);
			if (startMs !== undefined) starts.push(startMs);
		}
	}
	return starts;
}
