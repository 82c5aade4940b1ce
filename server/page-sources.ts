import { publicReplyTimesChangeKey } from "../core/records/public-reply-times.server.ts";
import { availabilityChangeKey } from "../features/booking/booking-record.server.ts";
import { readBookingsVersion } from "../features/booking/find-bookings.server.ts";
import { createBookingPageSources } from "../features/booking/page-source.server.ts";
import type { Jobs } from "../features/careers/jobs/job.ts";
import { jobChangeKey, jobsChangeKey, readJobsVersion } from "../features/careers/jobs/jobs-store.server.ts";
import { createCareersPageSources } from "../features/careers/page-source.server.ts";
import { pageDatesChangeKey } from "../features/publishing/page-dates/page-dates.server.ts";
import { sitemapPath } from "../features/publishing/site-paths.ts";
import type { Clock } from "../platform/clock.ts";
import { everyChangeKey } from "../platform/database/changes.ts";
import type { Database } from "../platform/database/database.ts";
import type { Watched } from "../platform/database/follow-changes.ts";
import type { PageContents } from "../platform/pages/page-contents.ts";
import type { PageSource } from "../platform/pages/page-source.ts";
import { unknownPath } from "../platform/pages/unknown-path.ts";
import type { CareersSettings } from "../shared/careers.ts";
import type { Company } from "../shared/company.ts";
import { findDate, findEndOfDay } from "../shared/zoned-time.ts";
import { createContentPageSource, showContent } from "./content-page-source.ts";
import type { Releases } from "./releases.ts";
import { createSearchPageSource } from "./search-page-source.ts";

export type PageSourcesDeps = {
	database: Database;
	clock: Clock;
	company: Company;
	careers: CareersSettings;
	jobs: Jobs;
	/** The studio's releases; without them, the content stays as built. */
	releases?: Pick<Releases, "current" | "contents"> | undefined;
};

/** The sitemap of the content, with the days on which its pages last changed. */
const sitemapPageSource: PageSource = {
	pattern: sitemapPath,
	describe: () => ({ key: sitemapPath, changeKeys: [pageDatesChangeKey], kind: "page", revalidated: true }),
	listWarm: () => [sitemapPath],
};

/** Lists the page sources, in the order in which their pages are rendered. */
export function listPageSources(deps: PageSourcesDeps): PageSource[] {
	const pageSources: PageSource[] = [
		...createBookingPageSources(deps),
		...createCareersPageSources(deps),
		createSearchPageSource(deps.company),
		{
			pattern: unknownPath,
			describe: () => ({ key: unknownPath, changeKeys: [], kind: "missing", lasting: true }),
			listWarm: () => [unknownPath],
		},
	];
	if (!deps.releases) return pageSources;
	const { contents } = deps.releases;
	const findGoodUntil = (nowMs: number) => findEndOfDay(findDate(nowMs, deps.company.timeZone), deps.company.timeZone);
	return [
		...[...pageSources, sitemapPageSource].map((pageSource) => offer(showContent(pageSource), contents)),
		createContentPageSource(deps.releases, {
			jobs: { changeKeys: [jobsChangeKey], findGoodUntil },
			replyTimes: { changeKeys: [publicReplyTimesChangeKey], findGoodUntil },
		}),
	];
}

/** Serves a page source only while its site module is on. */
function offer(pageSource: PageSource, { isOffered }: Pick<PageContents, "isOffered">): PageSource {
	const { pattern, listWarm } = pageSource;
	if (isOffered(pattern)) return pageSource;
	return { pattern, describe: () => undefined, ...(listWarm && { listWarm: () => [] }) };
}

/** Lists versions to check for changes by a release that does not record them. */
export function listWatched(clock: Clock): Watched[] {
	return [
		{ changeKeys: [jobsChangeKey, jobChangeKey(everyChangeKey)], readVersion: readJobsVersion },
		{ changeKeys: [availabilityChangeKey], readVersion: (db) => readBookingsVersion(db, clock.now()) },
	];
}
