import { jobsChangeKey } from "../features/careers/jobs/jobs-store.server.ts";
import { readSiteSearch } from "../features/publishing/search/site-search.server.ts";
import { siteSearchPath } from "../features/publishing/site-paths.ts";
import type { PageSource } from "../platform/pages/page-source.ts";
import type { Company } from "../shared/company.ts";
import { findDate, findEndOfDay } from "../shared/zoned-time.ts";

/** Declares the search of the site: its results change with the content and the jobs, and at midnight, when jobs close. */
export function createSearchPageSource({ timeZone }: Pick<Company, "timeZone">): PageSource {
	return {
		pattern: siteSearchPath,
		describe(_parameters, query) {
			const search = readSiteSearch(query);
			if (!search) return { key: siteSearchPath, changeKeys: [], kind: "page", lasting: true, revalidated: true };
			const { q, page } = search;
			const normalised = new URLSearchParams({ q, ...(page > 1 && { page: String(page) }) });
			return {
				key: `${siteSearchPath}?${normalised}`,
				changeKeys: [jobsChangeKey],
				findGoodUntil: (nowMs) => findEndOfDay(findDate(nowMs, timeZone), timeZone),
				// Not revalidated: a browser keeps no copy of what somebody has searched for.
				kind: "search",
			};
		},
	};
}
