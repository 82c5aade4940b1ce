import { jobLocations, locationFilters, type Job, type LocationFilter } from "./job.ts";

export type JobSearch = { q: string; location: LocationFilter };

/** What a list of jobs shows of each. */
export type JobSummary = Pick<Job, "id" | "title" | "location" | "type" | "summary" | "department" | "team" | "workplace" | "closesOn">;

/** What a search found: the first of them, and how many there are. No jobs at all means that they could not be loaded. */
export type JobResults = { search: JobSearch; count: number; jobs: JobSummary[] | undefined };

/** A list begins with so many jobs and grows by as many. */
export const jobsAtOnce = 20;

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

/** Runs a search and keeps the best matches, and of each only what a list shows. */
export function findResults(jobs: readonly Job[], search: JobSearch, limit: number): JobResults {
	const matches = searchJobs(jobs, search);
	const found = matches.slice(0, limit).map(({ id, title, location, type, summary, department, team, workplace, closesOn }) => ({
		id, title, location, type, summary, department, team, workplace, closesOn,
	}));
	return { search, count: matches.length, jobs: found };
}

/** Reads how many jobs an address such as /career?q=react&show=40 shows. */
export function readListLength(parameters: URLSearchParams): number {
	return Math.max(jobsAtOnce, Number.parseInt(parameters.get("show") ?? "", 10) || 0);
}

/** Reads the search of an address such as /career?q=react&location=Gwalior; undefined when it has none. */
export function readJobSearch(parameters: URLSearchParams): JobSearch | undefined {
	const q = parameters.get("q");
	const location = parameters.get("location");
	return q === null && location === null ? undefined : { q: q ?? "", location: readLocationFilter(location) };
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
