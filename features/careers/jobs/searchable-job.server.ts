import { readSearchableText } from "../../../core/search/searchable-text.server.ts";
import type { Job, SearchableJob } from "./job.ts";

/** Adds the plain words of a job's description for searching. */
export function toSearchableJob(job: Job): SearchableJob {
	return { ...job, descriptionText: readSearchableText(job.description) };
}
