import type { LocationFilter } from "../../../shared/careers.ts";
import type { EmploymentType, Workplace } from "../../../shared/job-kinds.ts";
import type { PayRange } from "../../../shared/job-pay.ts";
import type { JobQuestion } from "../../../shared/questions.ts";

/**
 * A job: docs/product/careers.md, Positions.
 * Location and department are as its file named them; content may no longer have them.
 */
export type Job = {
	/** Part of the job's address, such as "senior-weaver". */
	id: string;
	title: string;
	location: string;
	type: EmploymentType;
	/** HTML, rendered from Markdown when the job was stored: headings from level 2, paragraphs, lists. */
	description: string;
	/** One sentence for lists and search results. */
	summary: string;
	keywords: string[];
	department: string;
	team: string;
	workplace: Workplace;
	/** YYYY-MM-DD */
	postedOn: string;
	/** YYYY-MM-DD in the company's zone; the last day to apply. */
	closesOn: string;
	/** Undefined where there is none, or the site does not show it. */
	pay: PayRange | undefined;
	benefits: string[];
};

/** An open job with its own questions. */
export type OpenJob = Job & { questions: JobQuestion[] };

/** A job as searches see it. */
export type SearchableJob = Job & {
	/** The words of the description, without HTML. */
	descriptionText: string;
};

/** Fields of our own server's API beyond the specified ones. */
type JobExtras = Pick<Job, "summary" | "department" | "team" | "workplace" | "postedOn" | "closesOn">;

/** A job as the specified API returns it; pages in the browser may rely on no more. */
export type ListedJob = Pick<SearchableJob, "id" | "title" | "location" | "type" | "keywords" | "descriptionText"> & {
	[Name in keyof JobExtras]?: JobExtras[Name] | undefined;
} & {
	/** Only for a single job. */
	questions?: JobQuestion[] | undefined;
};

/** `location` is the label of a filter. */
export type JobSearch = { q: string; location: string };

/** The open jobs. */
export type Jobs = {
	/** Newest first. */
	list(): Promise<SearchableJob[]>;
	/** Lists the days on which they last changed, YYYY-MM-DD in the company's zone. Newest job first. */
	listChanges(): Promise<{ id: string; changedOn: string }[]>;
	/** Lists matching jobs, best match first: docs/product/careers.md, Search. */
	search(search: JobSearch, filters: readonly LocationFilter[]): Promise<SearchableJob[]>;
	/** Finds an open job; undefined for a closed one. */
	find(id: string): Promise<OpenJob | undefined>;
};
