import { answerTimeoutMs } from "../../../shared/post-json.ts";
import type { Job, ListedJob } from "./job.ts";

/** A job in the API's answer, which gives its id by one name or by both. */
type AnsweredJob = Omit<ListedJob, "id" | "descriptionText"> &
	Pick<Job, "description"> & { _id?: string; id?: string; descriptionText?: string };

/**
 * Asks for all open jobs: docs/product/careers.md, Calls.
 *
 * @throws when there is no answer, or one that is not a success
 */
export async function fetchJobs(signal: AbortSignal): Promise<ListedJob[]> {
	const response = await fetch("/api/jobs", {
		signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
	});
	if (!response.ok) throw new Error(`/api/jobs answered ${response.status}`);
	const jobs: AnsweredJob[] = await response.json();
	return jobs.map(toListedJob);
}

/**
 * Asks for one job.
 *
 * @throws Error with the text for the case in docs/product/careers.md, Error texts
 */
export async function fetchJob(id: string, signal: AbortSignal): Promise<ListedJob> {
	const response = await fetch(`/api/jobs/${encodeURIComponent(id)}`, {
		signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
	});
	if (response.status === 404) throw new Error(jobNotFound);
	if (!response.ok) throw new Error(describeStatus(response.status));
	return toListedJob(await response.json());
}

function toListedJob({ _id: id = "", ...job }: AnsweredJob): ListedJob {
	return { id, descriptionText: job.description, ...job };
}

export const jobNotFound = "Job not found. The ID might be invalid.";

/** What an applicant is told of a job that was answered neither with success nor with 404. */
export function describeStatus(status: number): string {
	return `HTTP error! Status: ${status}`;
}
