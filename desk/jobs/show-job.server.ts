import { findJobState, type JobState } from "../../features/careers/jobs/job-states.ts";
import type { StoredJob } from "../../features/careers/jobs/jobs-store.server.ts";
import { showValue } from "../records/show-values.server.ts";
import type { ShownState, ShownValue } from "../records/values.ts";

/** Icon and name of each state. */
const states: Record<JobState, ShownState> = {
	draft: { state: "waiting", name: "Draft" },
	open: { state: "open", name: "Published" },
	lapsed: { state: "lapsed", name: "Ended" },
	closed: { state: "lapsed", name: "Closed" },
};

/** @param today YYYY-MM-DD in the company's zone */
export function showJobState(
	job: Pick<StoredJob, "isDraft" | "closedAt" | "closesOn">,
	today: string,
): ShownState & { is: JobState } {
	const is = findJobState(job, today);
	return { ...states[is], is };
}

/** Formats a day; a draft may have none yet. */
export function showDay(day: string, place: { locale: string; timeZone: string }): ShownValue {
	return day === "" ? { text: "not set" } : showValue(Temporal.PlainDate.from(day), place);
}
