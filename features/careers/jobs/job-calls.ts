import { answerTimeoutMs } from "../../../shared/post-json.ts";
import type { Job, SearchableJob } from "./job.ts";

/**
 * Asks for all open jobs: docs/product/careers.md, Calls.
 *
 * @throws when there is no answer, or one that is not a success
 */
export async function fetchJobs(signal: AbortSignal): Promise<SearchableJob[]> {
	const response = await fetch("/api/jobs", {
		signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
	});
	if (!response.ok) throw new Error(`/api/jobs answered ${response.status}`);
	const jobs: (Job & Partial<SearchableJob>)[] = await response.json();
	// An answer may hold the description alone.
	return jobs.map((job) => ({ descriptionText: job.description, ...job }));
}

/**
 * Asks for one job.
 *
 * @throws Error with the text for the case in docs/product/careers.md, Error texts
 */
export async function fetchJob(id: string, signal: AbortSignal): Promise<Job> {
	const response = await fetch(`/api/jobs/${encodeURIComponent(id)}`, {
		signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
	});
	if (response.status === 404) throw new Error(jobNotFound);
	if (!response.ok) throw new Error(describeStatus(response.status));
	return response.json();
}

export const jobNotFound = "Job not found. The ID might be invalid.";

/** What an applicant is told of a job that was answered neither with success nor with 404. */
export function describeStatus(status: number): string {
	return `HTTP error! Status: ${status}`;
}
