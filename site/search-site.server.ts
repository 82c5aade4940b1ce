import type { SearchableJob } from "../features/careers/jobs/job.ts";
import type { Content } from "../features/publishing/documents/content.ts";
import type { SiteSearchResults } from "../features/publishing/search/results.ts";
import { createSiteSearch, type SearchedPage } from "../features/publishing/search/site-search.server.ts";

const search = createSiteSearch();
const pageOfJob = new WeakMap<SearchableJob, SearchedPage>();
const pagesOfJobs = new WeakMap<readonly SearchableJob[], readonly SearchedPage[]>();

/** Searches all pages of a content, and the pages of open jobs. The index is made at the first search and kept. */
export function searchSite(
	wanted: { q: string; page: number },
	content: Content,
	jobs: readonly SearchableJob[],
): SiteSearchResults {
	const others = pagesOfJobs.get(jobs) ?? jobs.map(findPage);
	pagesOfJobs.set(jobs, others);
	return search(wanted, { content, others });
}

function findPage(job: SearchableJob): SearchedPage {
	const page = pageOfJob.get(job) ?? toPage(job);
	pageOfJob.set(job, page);
	return page;
}

function toPage({ id, title, location, summary, keywords, department, team, descriptionText }: SearchableJob) {
	return {
		path: `/career/jobs/${id}`,
		kind: "job" as const,
		title,
		description: `${location}. ${summary}`,
		keywords: [...keywords, department, team].join(" "),
		text: descriptionText,
	};
}
