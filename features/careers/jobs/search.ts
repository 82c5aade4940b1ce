import type { LocationFilter } from "../../../shared/careers.ts";
import { foldCase } from "../../../shared/fold-case.ts";
import type { JobSearch, ListedJob } from "./job.ts";

/** A job in a list. */
export type JobSummary = Pick<
	ListedJob,
	"id" | "title" | "location" | "type" | "summary" | "department" | "team" | "workplace" | "closesOn"
>;

/** One page of a search, with the number of jobs and pages. `jobs` is undefined when they could not be loaded. */
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
 * Finds the jobs that hold every word somewhere, without regard to case and accents, best match first: all words in the title, then in a
 * keyword, then in the description; newer ones first among equals, and those without a date last: docs/product/careers.md, Search.
 */
export function searchJobs<Found extends SearchedJob>(
	jobs: readonly Found[],
	{ q, location }: JobSearch,
	filters: readonly LocationFilter[],
): Found[] {
	const wanted = listWantedJobWords(q);
	const locations = listSearchedLocations(location, filters);
	return jobs
		.filter((job) => locations === "all" || locations.includes(job.location))
		.map((job) => ({ job, rank: rankJob(job, wanted) }))
		.filter(({ rank }) => rank !== noRank)
		.toSorted((a, b) => b.rank - a.rank || (b.job.postedOn ?? "").localeCompare(a.job.postedOn ?? ""))
		.map(({ job }) => job);
}

/** Lists the locations of a filter. An unknown label, in an older job alert, matches the location of its name. */
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
 * Keeps one page of results and only the listed fields.
 * @param page from 1; a page after the last is the last, because jobs close while an address is remembered
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

/** Reads the page number of an address such as /career?q=react&page=2; 1 by default. */
export function readPageNumber(parameters: URLSearchParams): number {
	return Math.max(1, Number.parseInt(parameters.get("page") ?? "", 10) || 1);
}

/** A search as in an address: its location may be unknown. */
export type AddressedSearch = { q: string; location: string | null };

/** Reads the search of an address such as /career?q=react&location=Berlin; undefined when it has none. */
export function readAddressedSearch(parameters: URLSearchParams): AddressedSearch | undefined {
	const q = parameters.get("q");
	const location = parameters.get("location");
	return q === null && location === null ? undefined : { q: q ?? "", location };
}

/** Reads the search of an address, with a valid filter as its location. */
export function readJobSearch(parameters: URLSearchParams, filters: readonly LocationFilter[]): JobSearch | undefined {
	const search = readAddressedSearch(parameters);
	return search && { ...search, location: readLocationFilter(search.location, filters) };
}

/** Reads a location of an address or a program; an unknown one becomes the first filter, which matches every job. */
export function readLocationFilter(text: string | null, filters: readonly LocationFilter[]): string {
	const wanted = text?.trim().toLowerCase();
	return (filters.find(({ label }) => label.toLowerCase() === wanted) ?? filters[0])?.label ?? "";
}

/** More words hardly narrow the jobs, and an address has room for thousands. */
const mostWantedWords = 8;

/** Lists the words that a search asks for, folded. */
export function listWantedJobWords(q: string): string[] {
	return [...new Set(listJobWords(q))].slice(0, mostWantedWords);
}

/** Splits a text at spaces into folded words. */
export function listJobWords(text: string): string[] {
	return foldCase(text)
		.split(/\s+/)
		.filter((word) => word !== "");
}

/** The rank of a match in the title, and of no match. */
const topRank = 3;
const noRank = 0;

/**
 * Ranks how well a job matches: by the word that it matches worst.
 * @param wanted folded words, each of which may be anywhere within a word of the job
 */
function rankJob(
	{ title, keywords, descriptionText }: Pick<SearchedJob, "title" | "keywords" | "descriptionText">,
	wanted: readonly string[],
): number {
	const fields = [descriptionText, keywords.join(" "), title].map(foldCase);
	return Math.min(topRank, ...wanted.map((word) => fields.findLastIndex((field) => field.includes(word)) + 1));
}
