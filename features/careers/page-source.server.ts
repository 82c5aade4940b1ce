import { publicReplyTimesChangeKey } from "../../core/records/public-reply-times.server.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { PageSource, CachedAddress } from "../../platform/pages/page-source.ts";
import type { CareersSettings } from "../../shared/careers.ts";
import type { Company } from "../../shared/company.ts";
import { readSource, withSource } from "../../shared/source-link.ts";
import { findDate, findEndOfDay } from "../../shared/zoned-time.ts";
import type { Jobs } from "./jobs/job.ts";
import { jobChangeKey, jobsChangeKey, listNewestJobIds } from "./jobs/jobs-store.server.ts";
import { jobsPerPage, readJobSearch, readPageNumber } from "./jobs/search.ts";

/** No job has this id: its page is the one for an unknown job. */
const noJob = "-";
const jobId = /^[a-z0-9-]{1,200}$/;
/** As long as the field. Longer searches are not cached. */
const maxQueryLength = 100;
/** Higher page numbers are always the last page. */
const maxPage = 100_000 / jobsPerPage;
/** The newest jobs are most visited. */
const warmJobs = 20;
/** The route whose data scripts fetch when a visitor comes from another page. */
const careerRoute = "routes/career";

export type CareersPageSourcesDeps = {
	jobs: Jobs;
	database: Database;
	clock: Clock;
	company: Pick<Company, "timeZone" | "publicReplyTimes">;
	careers: Pick<CareersSettings, "locationFilters">;
};

/** Declares the page data of careers: docs/product/careers.md. All of it changes with the jobs, and at midnight, when jobs close. */
export function createCareersPageSources({
	jobs,
	database,
	clock,
	company: { timeZone, publicReplyTimes },
	careers: { locationFilters },
}: CareersPageSourcesDeps): PageSource[] {
	const findGoodUntil = (nowMs: number) => findEndOfDay(findDate(nowMs, timeZone), timeZone);
	const ofAllJobs = (key: string, options?: Partial<CachedAddress>): CachedAddress => ({
		key,
		changeKeys: [jobsChangeKey],
		findGoodUntil,
		kind: "page",
		revalidated: true,
		...options,
	});
	const today = () => findDate(clock.now().epochMilliseconds, timeZone);

	/** The response about one job, at an address with its id. */
	const describeJob =
		(addressOf: (id: string) => string, options?: Partial<CachedAddress>) =>
		({ id = "" }: Readonly<Record<string, string>>, query?: URLSearchParams): CachedAddress | undefined => {
			// Only the page's data, which its scripts fetch.
			if (id.endsWith(".data")) return undefined;
			const missing: CachedAddress = { key: addressOf(noJob), changeKeys: [], kind: "missing" };
			if (!jobId.test(id)) return missing;
			const source = query ? readSource(query) : "";
			return {
				key: withSource(addressOf(id), source),
				changeKeys: [jobChangeKey(id)],
				findGoodUntil,
				kind: source === "" ? "page" : "search",
				revalidated: true,
				lasting: source === "",
				exists: async () => (await jobs.find(id)) !== undefined,
				missing,
				...options,
			};
		};
	/** The page of a job, and its data, which may show how soon applicants heard back. */
	const describeJobPage: typeof describeJob = (addressOf) => (parameters, query) => {
		const address = describeJob(addressOf)(parameters, query);
		if (!address || address.kind === "missing" || !publicReplyTimes?.applications) return address;
		return { ...address, changeKeys: [...address.changeKeys, publicReplyTimesChangeKey] };
	};
	const describePage = describeJobPage((id) => `/career/jobs/${id}`);
	const describeApplication = describeJob((id) => `/career/apply/${id}`);

	return [
		{
			pattern: "/career",
			describe(_parameters, query) {
				const search = readJobSearch(query, locationFilters);
				// An application's reference is personal.
				const source = readSource(query);
				if (!search) {
					if (query.has("applied")) return undefined;
					return ofAllJobs(withSource("/career", source), source === "" ? {} : { kind: "search" });
				}
				const q = search.q.trim();
				if (q.length > maxQueryLength) return undefined;
				const page = Math.min(readPageNumber(query), maxPage);
				const normalised = new URLSearchParams({
					q,
					location: search.location,
					...(page > 1 && { page: String(page) }),
				});
				return ofAllJobs(withSource(`/career?${normalised}`, source), { kind: "search" });
			},
			listWarm: () => ["/career", "/career.data"],
		},
		{
			pattern: "/career.data",
			describe(_parameters, query) {
				const names = [...query.keys()];
				if (names.length === 0) return ofAllJobs("/career.data");
				const routes = query.get("_routes");
				return names.length === 1 && routes === careerRoute ? ofAllJobs(`/career.data?_routes=${routes}`) : undefined;
			},
		},
		{
			pattern: "/career/jobs/:id.data",
			describe: (parameters, query) =>
				query.size > 0 ? undefined : describeJobPage((id) => `/career/jobs/${id}.data`)(parameters),
		},
		{
			pattern: "/career/jobs/:id",
			describe: describePage,
			listWarm: async () => (await listNewestJobIds(database.db, today(), warmJobs)).map((id) => `/career/jobs/${id}`),
		},
		{
			pattern: "/career/apply/:id",
			// The whole form has a key for each sender, and the other steps are in the address.
			describe: (parameters, query) =>
				query.has("view") || query.has("step") ? undefined : describeApplication(parameters, query),
			listWarm: async () => (await listNewestJobIds(database.db, today(), warmJobs)).map((id) => `/career/apply/${id}`),
		},
		{
			pattern: "/sitemap-jobs.xml",
			describe: () => ofAllJobs("/sitemap-jobs.xml"),
			listWarm: () => ["/sitemap-jobs.xml"],
		},
		{
			pattern: "/api/jobs",
			describe: () => ofAllJobs("/api/jobs", { revalidated: false }),
			listWarm: () => ["/api/jobs"],
		},
		{
			pattern: "/api/jobs/:id",
			describe: describeJob((id) => `/api/jobs/${id}`, { revalidated: false }),
		},
	];
}
