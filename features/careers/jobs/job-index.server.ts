import { createWordIndex } from "../../../core/search/word-index.server.ts";
import type { LocationFilter } from "../../../shared/careers.ts";
import type { JobSearch, SearchableJob } from "./job.ts";
import { listJobWords, listSearchedLocations, listWantedJobWords } from "./search.ts";

/** Finds jobs as searchJobs does, without reading every one of them. */
export type JobIndex = {
	/** Replaces the open jobs, newest first. Unchanged objects are not indexed again. */
	update(jobs: readonly SearchableJob[]): void;
	/** Returns the matching jobs, best match first. */
	search(search: JobSearch, filters: readonly LocationFilter[]): SearchableJob[];
};

/** Creates an empty index of jobs by their words. A search matches anywhere in a word. */
export function createJobIndex(): JobIndex {
	const index = createWordIndex<SearchableJob>({
		listWords: ({ descriptionText, keywords, title }) => [
			listJobWords(descriptionText),
			keywords.flatMap(listJobWords),
			listJobWords(title),
		],
		matches: "anywhere",
	});
	return {
		update: index.update,
		search({ q, location }, filters) {
			const locations = listSearchedLocations(location, filters);
			return index.search(
				listWantedJobWords(q),
				locations === "all" ? undefined : (job) => locations.includes(job.location),
			);
		},
	};
}
