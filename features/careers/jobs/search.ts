import type { LocationFilter } from "../../../shared/careers.ts";
import type { JobSearch, ListedJob } from "./job.ts";

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
	const locations = listSearchedLocations(location, filters);
	return jobs
		.filter((job) => locations === "all" || locations.includes(job.location))
		.map((job) => ({ job, rank: rankJob(job, wanted) }))
		.filter(({ rank }) => rank !== noRank)
		.toSorted((a, b) => b.rank - a.rank || (b.job.postedOn ?? "").localeCompare(a.job.postedOn ?? ""))
		.map(({ job }) => job);
}

/** Lists the locations that a filter stands for. One that the content has given up, in a job alert from before, finds the location of its name. */
export function listSearchedLocations(
	location: string,
	filters: readonly LocationFilter[],
): LocationFilter["locations"] {
	return filters.find(({ label }) => label === location)?.locations ?? [location];
}

/** Runs a search and keeps one page of it: see showResults. */
export function findResults(
	jobs: readonly ListedJob[],
	search: JobSearch,
	page: number,
	filters: readonly LocationFilter[],
): JobResults {
	return showResults(searchJobs(jobs, search, filters), search, page);
}

/**
 * Keeps one page of what a search has found, and of each job only what a list shows.
 *
 * @param page from 1; a page behind the last is the last, as jobs close while an address is remembered
 */
export function showResults(matches: readonly ListedJob[], search: JobSearch, page: number): JobResults {
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

/** A search as an address has it: its location may be the label of no filter. */
export type AddressedSearch = { q: string; location: string | null };

/** Reads the search of an address such as /career?q=react&location=Berlin; undefined when it has none. */
export function readAddressedSearch(parameters: URLSearchParams): AddressedSearch | undefined {
	const q = parameters.get("q");
	const location = parameters.get("location");
	return q === null && location === null ? undefined : { q: q ?? "", location };
}

/** Reads the search of an address, with one of the filters as its location. */
export function readJobSearch(parameters: URLSearchParams, filters: readonly LocationFilter[]): JobSearch | undefined {
	const search = readAddressedSearch(parameters);
	return search && { ...search, location: readLocationFilter(search.location, filters) };
}

/** Reads a location as an address or a program gives it; what is the label of no filter is the first one's, which finds every job. */
export function readLocationFilter(text: string | null, filters: readonly LocationFilter[]): string {
	const wanted = text?.trim().toLowerCase();
	return (filters.find(({ label }) => label.toLowerCase() === wanted) ?? filters[0])?.label ?? "";
}

/** The rank of a job that matches in its title, and of one that does not match. */
export const topRank = 3;
export const noRank = 0;

/**
 * Tells how well a job matches.
 *
 * @param wanted in lower case, without space around it
 */
export function rankJob(
	{ title, keywords, descriptionText }: Pick<SearchedJob, "title" | "keywords" | "descriptionText">,
	wanted: string,
): number {
	if (title.toLowerCase().includes(wanted)) return topRank;
	if (keywords.some((keyword) => keyword.toLowerCase().includes(wanted))) return 2;
	return descriptionText.toLowerCase().includes(wanted) ? 1 : noRank;
}
