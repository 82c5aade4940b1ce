import { jobLocations, locationFilters, type Job, type LocationFilter } from "./job.ts";

export type JobSearch = { q: string; location: LocationFilter };

type SearchedJob = Pick<Job, "title" | "description" | "keywords" | "location" | "postedOn">;

/**
 * Finds the jobs that match, best match first: in the title, then in a keyword, then in the description; newer ones first among equals.
 *
 * The match is case-insensitive; source: careers specification, section 4 ("Job search matching").
 */
export function searchJobs<Found extends SearchedJob>(jobs: readonly Found[], { q, location }: JobSearch): Found[] {
	const wanted = q.trim().toLowerCase();
	return jobs
		.filter((job) => isAt(job, location))
		.map((job) => ({ job, rank: rankOf(job, wanted) }))
		.filter(({ rank }) => rank > 0)
		.toSorted((a, b) => b.rank - a.rank || b.job.postedOn.localeCompare(a.job.postedOn))
		.map(({ job }) => job);
}

/** Reads a location as an address or a program gives it; what is none of the filters' options is the first, which matches every job. */
export function readLocationFilter(text: string | null): LocationFilter {
	return locationFilters.find((filter) => filter.toLowerCase() === text?.trim().toLowerCase()) ?? locationFilters[0];
}

function isAt({ location }: SearchedJob, filter: LocationFilter): boolean {
	if (filter === locationFilters[0]) return true;
	return location === filter || jobLocations.some(({ label, city }) => label === location && city === filter);
}

function rankOf({ title, keywords, description }: SearchedJob, wanted: string): number {
	if (title.toLowerCase().includes(wanted)) return 3;
	if (keywords.some((keyword) => keyword.toLowerCase().includes(wanted))) return 2;
	return description.toLowerCase().includes(wanted) ? 1 : 0;
}
