import { jobLocations, locationFilters, type Job, type LocationFilter, type SearchableJob } from "./job.ts";

export type JobSearch = { q: string; location: LocationFilter };

/** What a list of jobs shows of each. */
export type JobSummary = Pick<
	Job,
	"id" | "title" | "location" | "type" | "summary" | "department" | "team" | "workplace" | "closesOn"
>;

/** One page of what a search found, and how many jobs and pages there are in all. No jobs at all means that they could not be loaded. */
export type JobResults = {
	search: JobSearch;
	count: number;
	page: number;
	pages: number;
	jobs: JobSummary[] | undefined;
};

/** The results of a search whose jobs could not be loaded. */
export function withoutJobs(search: JobSearch): JobResults {
	return { search, count: 0, page: 1, pages: 1, jobs: undefined };
}

export const jobsPerPage = 20;

type SearchedJob = Pick<SearchableJob, "title" | "descriptionText" | "keywords" | "location" | "postedOn">;

/**
 * Finds the jobs that match, best match first: in the title, then in a keyword, then in the words of the description; newer ones first among equals.
 *
 * The match is case-insensitive: docs/product/careers.md, Search.
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

/**
 * Runs a search and keeps one page of it, and of each job only what a list shows.
 *
 * @param page from 1; a page behind the last is the last, as jobs close while an address is remembered
 */
export function findResults(jobs: readonly SearchableJob[], search: JobSearch, page: number): JobResults {
	const matches = searchJobs(jobs, search);
	const pages = Math.max(1, Math.ceil(matches.length / jobsPerPage));
	const shown = Math.min(page, pages);
	const found = matches
		.slice((shown - 1) * jobsPerPage, shown * jobsPerPage)
		.map(({ id, title, location, type, summary, department, team, workplace, closesOn }) => ({
			id,
			title,
			location,
			type,
			summary,
			department,
			team,
			workplace,
			closesOn,
		}));
	return { search, count: matches.length, page: shown, pages, jobs: found };
}

/** Reads which page of its list an address such as /career?q=react&page=2 shows: 1 when it does not say. */
export function readPageNumber(parameters: URLSearchParams): number {
	return Math.max(1, Number.parseInt(parameters.get("page") ?? "", 10) || 1);
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

function rankOf({ title, keywords, descriptionText }: SearchedJob, wanted: string): number {
	if (title.toLowerCase().includes(wanted)) return 3;
	if (keywords.some((keyword) => keyword.toLowerCase().includes(wanted))) return 2;
	return descriptionText.toLowerCase().includes(wanted) ? 1 : 0;
}
