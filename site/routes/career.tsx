import { useMemo } from "react";
import { data, useNavigation, useSearchParams } from "react-router";
import { jobsContext } from "../../features/careers/context.server.ts";
import { countOpenJobs } from "../../features/careers/jobs/count-jobs.ts";
import { fetchJobs } from "../../features/careers/jobs/job-calls.ts";
import type { ListedJob } from "../../features/careers/jobs/job.ts";
import {
	findResults,
	readAddressedSearch,
	readJobSearch,
	readLocationFilter,
	readPageNumber,
	showResults,
	withoutJobs,
	type AddressedSearch,
	type JobResults,
} from "../../features/careers/jobs/search.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { headOf } from "../../features/publishing/page-head.server.ts";
import { describePage, describeSearchPage } from "../../features/publishing/page-meta.ts";
import { unavailable, unlessUnavailable } from "../../platform/pages/unless-unavailable.server.ts";
import { usePageEntry } from "../layout/use-page-entry.ts";
import { ApplicationNotice } from "../sections/application-notice.tsx";
import { CareerLanding } from "../sections/career-landing.tsx";
import { CareerResults } from "../sections/career-results.tsx";
import { useCareersChoices } from "../sections/use-careers-choices.ts";
import type { Route } from "./+types/career.ts";

/** With a search, the results; without one, the landing page. Both show which jobs are open. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const content = context.get(contentContext);
	const { locationFilters } = content.careers;
	const { searchParams } = new URL(request.url);
	const search = readJobSearch(searchParams, locationFilters);
	const jobs = context.get(jobsContext);
	if (!search) {
		const open = await unlessUnavailable(jobs.list());
		const counts = open && countOpenJobs(open, content.careers);
		const landing = {
			view: "landing" as const,
			head: headOf(content, "/career"),
			copy: content.copy.career,
			departments: content.careers.departments.map(({ name, description, teams }) => ({
				name,
				description,
				teams: teams.map((team) => ({ ...team, jobs: counts?.teams[name]?.[team.name] })),
			})),
			offices: content.company.offices.map(({ careersCity: city, people, careersNote: note }) => ({
				city,
				people,
				jobs: counts && (counts.cities[city] ?? 0),
				note,
			})),
		};
		return counts ? data(landing) : data(landing, unavailable);
	}
	const matches = await unlessUnavailable(jobs.search(search, locationFilters));
	if (!matches) return data(handOver(withoutJobs(search)), unavailable);
	return data(handOver(showResults(matches, search, readPageNumber(searchParams))));
}

/** Serialised, so that the server can insert other results (site/career-results-part.server.tsx). */
function handOver(results: JobResults) {
	return { view: "results" as const, results: JSON.stringify(results) };
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** In the browser the jobs come from the API and are searched there: docs/product/careers.md, Calls. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
	const { searchParams } = new URL(request.url);
	const search = readAddressedSearch(searchParams);
	if (!search) return serverLoader();
	const jobs = await fetchJobs(request.signal).catch(() => undefined);
	return { view: "results" as const, jobs, search, page: readPageNumber(searchParams) };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
	loaderData?.view === "landing" ? describePage(loaderData.head) : describeSearchPage("Open positions");

const applicationReference = /^APP-[0-9A-Z]{8}$/;

export default function CareerPage({ loaderData }: Route.ComponentProps) {
	const loading = useNavigation().state === "loading";
	const [search] = useSearchParams();
	// Landing and results share a path, so the frame does not notice a change from one to the other.
	usePageEntry(loaderData.view);
	if (loaderData.view === "results") return <FoundJobs found={loaderData} loading={loading} />;
	const applied = search.get("applied") ?? "";
	return (
		<>
			{applicationReference.test(applied) && <ApplicationNotice reference={applied} />}
			<CareerLanding copy={loaderData.copy} departments={loaderData.departments} offices={loaderData.offices} />
		</>
	);
}

/** The server's results, or all jobs for the browser to search. */
type Found = { results: string } | { jobs: ListedJob[] | undefined; search: AddressedSearch; page: number };

function FoundJobs({ found, loading }: { found: Found; loading: boolean }) {
	const { locationFilters } = useCareersChoices();
	const results = useMemo((): JobResults => {
		if ("results" in found) return JSON.parse(found.results);
		const search = { ...found.search, location: readLocationFilter(found.search.location, locationFilters) };
		return found.jobs ? findResults(found.jobs, search, found.page, locationFilters) : withoutJobs(search);
	}, [found, locationFilters]);
	return <CareerResults {...results} locationFilters={locationFilters} loading={loading} />;
}
