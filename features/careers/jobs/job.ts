/** What is known of a job: docs/product/careers.md, Positions. */
export type Job = {
	/** Part of the job's address, such as "senior-react-engineer-bengaluru". */
	id: string;
	title: string;
	location: JobLocation;
	type: EmploymentType;
	/** HTML made from Markdown when the job was stored: headings from level 2, paragraphs, lists. */
	description: string;
	/** One sentence for lists and search results. */
	summary: string;
	keywords: string[];
	department: Department;
	team: string;
	workplace: Workplace;
	/** YYYY-MM-DD */
	postedOn: string;
	/** YYYY-MM-DD, the last day on which one can apply, in India time. */
	closesOn: string;
};

/** A job as searches see it. */
export type SearchableJob = Job & {
	/** The words of the description, without its HTML. */
	descriptionText: string;
};

export const departments = ["Engineering", "AI & Machine Learning", "Sales & Growth"] as const;
export type Department = (typeof departments)[number];

export const employmentTypes = ["Full-time", "Part-time", "Contract", "Internship"] as const;
export type EmploymentType = (typeof employmentTypes)[number];

export const workplaces = ["On-site", "Hybrid", "Remote"] as const;
export type Workplace = (typeof workplaces)[number];

/**
 * Where jobs are, and what an applicant may prefer: docs/product/careers.md, Positions.
 *
 * The label "New Delhi, Maharashtra" is kept, though New Delhi lies in Delhi: structured data use `region`.
 */
export const jobLocations = [
	{ label: "Bengaluru, Karnataka, India", city: "Bengaluru", region: "Karnataka" },
	{ label: "Gwalior, Madhya Pradesh, India", city: "Gwalior", region: "Madhya Pradesh" },
	{ label: "New Delhi, Maharashtra, India", city: "New Delhi", region: "Delhi" },
	{ label: "Remote (India)", city: undefined, region: undefined },
] as const;
export type JobLocation = (typeof jobLocations)[number]["label"];

export const jobLocationLabels = jobLocations.map(({ label }) => label) as [JobLocation, ...JobLocation[]];

/** The location filter of the job search; the first matches every job: docs/product/careers.md, Search. */
export const locationFilters = ["Any Location in India", "Gwalior", "Remote (India)"] as const;
export type LocationFilter = (typeof locationFilters)[number];

/** The open jobs. */
export type Jobs = {
	/** Newest first. */
	list(): Promise<SearchableJob[]>;
	/** Finds an open job; a closed one is as if it were not there. */
	find(id: string): Promise<Job | undefined>;
};
