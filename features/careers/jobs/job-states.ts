import type { StoredJob } from "./jobs-store.server.ts";

/** draft: not yet public; lapsed: past its last day; closed: by staff. */
export type JobState = "draft" | "open" | "lapsed" | "closed";

/** @param today YYYY-MM-DD in the company's zone */
export function findJobState(
	{ isDraft, closedAt, closesOn }: Pick<StoredJob, "isDraft" | "closedAt" | "closesOn">,
	today: string,
): JobState {
	if (isDraft) return "draft";
	if (closedAt) return "closed";
	return closesOn < today ? "lapsed" : "open";
}
