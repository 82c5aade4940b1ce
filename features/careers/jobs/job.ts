import type { LocationFilter } from "../../../shared/careers.ts";
import type { JobQuestion } from "../../../shared/job-questions.ts";
import type { EmploymentType, Workplace } from "../../../shared/job-kinds.ts";

/**
 * What is known of a job: docs/product/careers.md, Positions.
 *
 * Location and department are what its file named. The database keeps a job when the content has given up either, so neither need be
 * among the company's facts any more.
 */
export type Job = {
	/** Part of the job's address, such as "senior-weaver". */
	id: string;
	title: string;
	location: string;
	type: EmploymentType;
	/** HTML made from Markdown when the job was stored: headings from level 2, paragraphs, lists. */
	description: string;
	/** One sentence for lists and search results. */
	summary: string;
	keywords: string[];
	department: string;
	team: string;
	workplace: Workplace;
	/** YYYY-MM-DD */
	postedOn: string;
	/** YYYY-MM-DD, the last day on which one can apply, in the company's zone. */
	closesOn: string;
};

/** An open job with what it asks its applicants. */
export type OpenJob = Job & { questions: JobQuestion[] };

/** A job as searches see it. */
export type SearchableJob = Job & {
	/** The words of the description, without its HTML. */
	descriptionText: string;
};

/** What the API of our own server says of a job beyond what every answer of this API has to. */
type JobExtras = Pick<Job, "summary" | "department" | "team" | "workplace" | "postedOn" | "closesOn">;

/** A job as the API must give it, and so all that a page in the browser may rely on. */
export type ListedJob = Pick<SearchableJob, "id" | "title" | "location" | "type" | "keywords" | "descriptionText"> & {
	[Name in keyof JobExtras]?: JobExtras[Name] | undefined;
} & {
	/** Of one job alone. */
	questions?: JobQuestion[] | undefined;
};

/** `location` is the label of a filter. */
export type JobSearch = { q: string; location: string };

/** The open jobs. */
export type Jobs = {
	/** Newest first. */
	list(): Promise<SearchableJob[]>;
	/** Lists those that match, best match first: docs/product/careers.md, Search. */
	search(search: JobSearch, filters: readonly LocationFilter[]): Promise<SearchableJob[]>;
	/** Finds an open job; a closed one is as if it were not there. */
	find(id: string): Promise<OpenJob | undefined>;
};
