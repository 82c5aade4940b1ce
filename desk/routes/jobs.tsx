import { Link } from "react-router";
import { countApplicationsByJob } from "../../features/careers/applications/store.server.ts";
import { listAllJobs } from "../../features/careers/jobs/jobs-store.server.ts";
import { findDate } from "../../shared/zoned-time.ts";
import { showDay, showJobState } from "../jobs/show-job.server.ts";
import { DataTable } from "../layout/data-table.tsx";
import { Page } from "../layout/page.tsx";
import { useCounts } from "../layout/use-counts.ts";
import { readQuery } from "../read-query.server.ts";
import { FilterLinks } from "../records/list-parts.tsx";
import { NumberCell, StateCell, ValueCell } from "../records/shown-value.tsx";
import { beginWork } from "../work.server.ts";
import { useLive } from "../work/use-live.ts";
import type { Route } from "./+types/jobs.ts";

const filters = [
	{ show: "all", name: "All", of: () => true },
	{ show: "draft", name: "Drafts", of: (state: string) => state === "draft" },
	{ show: "open", name: "Published", of: (state: string) => state === "open" },
	{ show: "closed", name: "Closed", of: (state: string) => state === "closed" || state === "lapsed" },
];

/** Every job, drafts first, then the newest. */
export async function loader({ request, context }: Route.LoaderArgs) {
	const { deps, source, now } = beginWork(context);
	const { db } = source.database;
	const today = findDate(now.epochMilliseconds, deps.company.timeZone);
	const applications = await countApplicationsByJob(db);
	const jobs = (await listAllJobs(db)).map((job) => ({
		id: job.id,
		title: job.title,
		place: job.location,
		team: [job.department, job.team].filter(Boolean).join(", "),
		closes: showDay(job.closesOn, deps.company),
		applications: applications.get(job.id) ?? 0,
		state: showJobState(job, today),
	}));
	const { show = "all" } = readQuery(request);
	const chosen = filters.find((filter) => filter.show === show) ?? filters[0];
	const inOrder = [
		...jobs.filter(({ state }) => state.is === "draft"),
		...jobs.filter(({ state }) => state.is !== "draft"),
	];
	return {
		show: chosen?.show ?? "all",
		filters: filters.map(({ show: name, of, ...filter }) => ({
			...filter,
			show: name,
			count: jobs.filter(({ state }) => of(state.is)).length,
		})),
		jobs: inOrder.filter(({ state }) => chosen?.of(state.is)),
	};
}

export default function JobsPage({ loaderData: { jobs, filters: links, show } }: Route.ComponentProps) {
	useLive((key) => key === "jobs");
	const write = useCounts();
	return (
		<Page
			title="Jobs"
			actions={
				<>
					<Link className="button" to="/source-links">
						Source links
					</Link>
					<Link className="button button-main" to="/jobs/new">
						New job
					</Link>
				</>
			}
		>
			<FilterLinks label="Status" path="/jobs" filters={links} show={show} />
			<DataTable
				caption="Jobs"
				columns={["Title", "Team", "Location", "Last day", "Applications", "Status"]}
				numbers={["Applications"]}
				empty="No jobs here. Create one with “New job”."
			>
				{jobs.map(({ id, title, place, team, closes, applications, state }) => (
					<tr key={id}>
						<th scope="row">
							<Link to={`/jobs/${id}`} data-row prefetch="intent">
								{title}
							</Link>
						</th>
						<td data-label="Team">{team}</td>
						<td data-label="Location">{place}</td>
						<ValueCell label="Last day" value={closes} />
						<NumberCell label="Applications">{write(applications)}</NumberCell>
						<StateCell state={state} />
					</tr>
				))}
			</DataTable>
		</Page>
	);
}
