import type { Worker } from "node:worker_threads";
import type { GetSettings } from "../core/company/current-settings.ts";
import type { Jobs } from "../features/careers/jobs/job.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { keepMade } from "../platform/keep-made.ts";
import type { Logger } from "../platform/log.ts";
import type { Metrics } from "../platform/metrics.ts";
import { createPageCache, type PageCache } from "../platform/pages/page-cache.ts";
import { createRenderingThreads } from "../platform/pages/rendering-threads.ts";
import { listPageSources } from "./page-sources.ts";
import type { Releases } from "./releases.ts";

type SitePageCacheDeps = {
	/** Starts the rendering thread. */
	createWorker: () => Worker;
	getSettings: GetSettings;
	jobs: Jobs;
	releases: Releases | undefined;
	database: Database;
	metrics: Metrics;
	clock: Clock;
	log: Logger;
};

/** Creates the cache of the site's pages, which threads render. */
export function createSitePageCache({
	createWorker,
	getSettings,
	jobs,
	releases,
	database,
	metrics,
	clock,
	log,
}: SitePageCacheDeps): PageCache {
	return createPageCache({
		listPageSources: keepMade(getSettings, (settings) =>
			listPageSources({ database, clock, ...settings, jobs, releases }),
		),
		workers: createRenderingThreads({ createWorker, log }),
		changes: database.changes,
		clock,
		metrics,
		log,
	});
}
