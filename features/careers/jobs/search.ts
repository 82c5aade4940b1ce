import type { LocationFilter } from "../../../shared/careers.ts";
import type { ListedJob } from "./job.ts";

/** `location` is the label of a filter. */
export type JobSearch = { q: string; location: string };

/** What a list of jobs shows of each. */
export type JobSummary = Pick<
	ListedJob,
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

type SearchedJob = Pick<ListedJob, "title" | "descriptionText" | "keywords" | "location" | "postedOn">;

/**
 * Finds the jobs that match, in any case, best match first: in the title, then in a keyword, then in the words of the description; newer
 * ones first among equals, and those of which it is not known when they were posted last: docs/product/careers.md, Search.
 */
export function searchJobs<Found extends SearchedJob>(
	jobs: readonly Found[],
	{ q, location }: JobSearch,
	filters: readonly LocationFilter[],
): Found[] {
	const wanted = q.trim().toLowerCase();
	// A filter that the content has given up, in a job alert from before, finds the location of its name.
	const places = filters.find(({ label }) => label === location)?.locations ?? [location];
	return jobs
		.filter((job) => places === "all" || places.includes(job.location))
		.map((job) => ({ job, rank: rankOf(job, wanted) }))
		.filter(({ rank }) => rank > 0)
		.toSorted((a, b) => b.rank - a.rank || (b.job.postedOn ?? "").localeCompare(a.job.postedOn ?? ""))
		.map(({ job }) => job);
}

/**
 * Runs a search and keeps one page of it, and of each job only what a list shows.
 *
 * @param page from 1; a page behind the last is the last, as jobs close while an address is remembered
 */
export function findResults(
	jobs: readonly ListedJob[],
	search: JobSearch,
	page: number,
	filters: readonly LocationFilter[],
): JobResults {
	const matches = searchJobs(jobs, search, filters);
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

/** Reads the search of an address such as /career?q=react&location=Berlin; undefined when it has none. */
export function readJobSearch(parameters: URLSearchParams, filters: readonly LocationFilter[]): JobSearch | undefined {
	const q = parameters.get("q");
	const location = parameters.get("location");
	return q === null && location === null ? undefined : { q: q ?? "", location: readLocationFilter(location, filters) };
}

/** Reads a location as an address or a program gives it; what is the label of no filter is the first one's, which finds every job. */
export function readLocationFilter(text: string | null, filters: readonly LocationFilter[]): string {
	const wanted = text?.trim().toLowerCase();
	return (filters.find(({ label }) => label.toLowerCase() === wanted) ?? filters[0])?.label ?? "";
}

function rankOf({ title, keywords, descriptionText }: SearchedJob, wanted: string): number {
	if (title.toLowerCase().includes(wanted)) return 3;
	if (keywords.some((keyword) => keyword.toLowerCase().includes(wanted))) return 2;
	return descriptionText.toLowerCase().includes(wanted) ? 1 : 0;
}
