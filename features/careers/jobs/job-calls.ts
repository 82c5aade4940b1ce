import { isJsonObject, readText, readTexts } from "../../../shared/json-shape.ts";
import { responseTimeoutMs } from "../../../shared/post-json.ts";
import { jobQuestionKinds, type JobQuestion } from "../../../shared/questions.ts";
import type { ListedJob } from "./job.ts";

/**
 * Asks for all open jobs: docs/product/careers.md, Calls. Items that are not jobs are left out.
 *
 * @throws without a successful response that holds an array
 */
export async function fetchJobs(signal: AbortSignal): Promise<ListedJob[]> {
	const response = await fetch("/api/jobs", {
		signal: withTimeout(signal),
	});
	if (!response.ok) throw new Error(`/api/jobs answered ${response.status}`);
	const jobs: unknown = await response.json();
	if (!Array.isArray(jobs)) throw new Error("/api/jobs has another shape");
	return jobs.flatMap((job: unknown) => readJob(job) ?? []);
}

/**
 * Asks for one job.
 *
 * @returns undefined when the response is a success and holds no job
 * @throws Error with the text for the case in docs/product/careers.md, Error texts
 */
export async function fetchJob(id: string, signal: AbortSignal): Promise<ListedJob | undefined> {
	const response = await fetch(`/api/jobs/${encodeURIComponent(id)}`, {
		signal: withTimeout(signal),
	});
	if (response.status === 404) throw new Error(jobNotFound);
	if (!response.ok) throw new Error(describeStatus(response.status));
	return readJob(await response.json().catch(() => undefined), id);
}

/** Aborts with a signal, or after the time-out. AbortSignal.any is newer than the browsers that the site promises. */
function withTimeout(signal: AbortSignal): AbortSignal {
	const controller = new AbortController();
	for (const cause of [signal, AbortSignal.timeout(responseTimeoutMs)]) {
		if (cause.aborted) controller.abort(cause.reason);
		cause.addEventListener("abort", () => controller.abort(cause.reason), { once: true });
	}
	return controller.signal;
}

/** Reads a job, which has its id by one name or by both; all but id, title and location may be missing. */
function readJob(value: unknown, knownId?: string): ListedJob | undefined {
	if (!isJsonObject(value)) return undefined;
	const { id: ownId, _id: otherId } = value;
	const id = readText(ownId) ?? readText(otherId) ?? knownId;
	const title = readText(value.title);
	const location = readText(value.location);
	if (id === undefined || title === undefined || location === undefined) return undefined;
	return {
		id,
		title,
		location,
		type: readText(value.type) as ListedJob["type"],
		keywords: readTexts(value.keywords),
		descriptionText: readText(value.descriptionText) ?? readText(value.description) ?? "",
		summary: readText(value.summary),
		department: readText(value.department),
		team: readText(value.team),
		workplace: readText(value.workplace) as ListedJob["workplace"],
		postedOn: readText(value.postedOn),
		closesOn: readText(value.closesOn),
		questions: Array.isArray(value.questions) ? value.questions.flatMap(readQuestion) : [],
	};
}

function readQuestion(value: unknown): JobQuestion[] {
	if (!isJsonObject(value)) return [];
	const key = readText(value.key);
	const label = readText(value.label);
	const kind = jobQuestionKinds.find((known) => known === value.kind);
	if (key === undefined || label === undefined || kind === undefined) return [];
	return [{ key, kind, label, required: value.required === true, options: readTexts(value.options) }];
}

export const jobNotFound = "Job not found. The ID might be invalid.";

/** Explains a status other than success and 404 to an applicant. */
export function describeStatus(status: number): string {
	return `HTTP error! Status: ${status}`;
}
