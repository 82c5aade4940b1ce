import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { Form, Link, NavigationType, useLocation, useNavigationType } from "react-router";
import { JobAlertForm } from "../../features/careers/alerts/job-alert-form.tsx";
import type { JobResults, JobSummary } from "../../features/careers/jobs/search.ts";
import type { LocationFilter } from "../../shared/careers.ts";
import { formatDate } from "../../shared/format-date.ts";
import { Button, buttonClass, ButtonLink } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { useNotices } from "../layout/use-notices.ts";
import { useSource } from "../layout/use-source.ts";
import { SourceInput } from "./source-input.tsx";

/** The state of history entries created by the filters. */
const byFilters = { byFilters: true };

type CareerResultsProps = JobResults & { locationFilters: readonly LocationFilter[]; loading: boolean };

/** /career after a search: docs/product/careers.md, Results. The search is in the address. */
export function CareerResults({ locationFilters, loading, ...results }: CareerResultsProps) {
	const { search, count } = results;
	const keyword = useRef<HTMLInputElement>(null);
	const location = useRef<HTMLSelectElement>(null);
	const { key, state } = useLocation();
	const navigationType = useNavigationType();
	const source = useSource();
	const notices = useNotices();

	// A search may also come from a link or from going back. The fields then show it without being remounted, so that they keep the
	// focus. A search from the fields themselves leaves them alone, because the visitor may still be typing.
	const isFromFields = navigationType !== NavigationType.Pop && (state as typeof byFilters | null)?.byFilters;
	useEffect(() => {
		if (isFromFields) return;
		if (keyword.current) keyword.current.value = search.q;
		if (location.current) location.current.value = search.location;
	}, [key, isFromFields, search.q, search.location]);

	return (
		<div className="container-page py-10 lg:py-16">
			<Link
				to={source.addTo("/career")}
				className="inline-flex min-h-11 items-center gap-2 text-16 font-semibold text-accent-text hover:text-ink"
			>
				<ArrowLeft aria-hidden="true" className="size-5" /> Back to Career Page
			</Link>
			<h1 className="mt-4 text-title">Open positions</h1>
			<div className="mt-10 grid gap-12 lg:grid-cols-12">
				<aside aria-label="Filters" className="lg:col-span-4">
					<Form
						role="search"
						action="/career"
						state={byFilters}
						className="space-y-6 rounded-20 border border-hairline bg-white p-6"
					>
						<SourceInput />
						<TextField
							ref={keyword}
							id="filter-keyword"
							name="q"
							label="Keyword"
							type="search"
							maxLength={100}
							defaultValue={search.q}
						/>
						<SelectField
							ref={location}
							id="filter-location"
							name="location"
							label="Location"
							options={locationFilters.map(({ label }) => label)}
							defaultValue={search.location}
							onChange={(event) => event.currentTarget.form?.requestSubmit()}
						/>
						<p role="status" className="tabular text-16">
							{results.jobs && `${count} ${count === 1 ? "job" : "jobs"} matched`}
						</p>
						<div className="flex flex-wrap gap-3">
							<Button type="submit">Search</Button>
							<Link
								to={source.addTo(`/career?q=&location=${encodeURIComponent(search.location)}`)}
								className={buttonClass("secondary")}
							>
								Clear Filters
							</Link>
						</div>
					</Form>
					<div className="mt-6 rounded-20 border border-hairline bg-sand p-6">
						<JobAlertForm search={search} notice={notices.jobAlerts} />
					</div>
				</aside>
				<section aria-label="Jobs" aria-busy={loading} className="lg:col-span-8">
					<JobList key={`${search.q}\n${search.location}`} {...results} />
				</section>
			</div>
		</div>
	);
}

function JobList({ search, count, page, pages, jobs }: JobResults) {
	const top = useRef<HTMLParagraphElement>(null);
	const shown = useRef(page);
	const source = useSource();

	useEffect(() => {
		if (shown.current === page) return;
		shown.current = page;
		top.current?.focus();
	}, [page]);

	if (!jobs)
		return (
			<p role="alert" className="font-semibold text-error">
				Failed to load job listings. Please try again later.
			</p>
		);
	if (jobs.length === 0) {
		return (
			<div className="rounded-20 border border-hairline bg-white p-8">
				<h2 className="text-28">No positions found matching your criteria</h2>
				<p className="mt-3">Try adjusting your search terms or filters.</p>
			</div>
		);
	}
	const linkTo = (target: number, label: string) => (
		<ButtonLink
			look="secondary"
			to={source.addTo(`/career?${new URLSearchParams({ ...search, page: String(target) })}`)}
		>
			{label}
		</ButtonLink>
	);
	return (
		<>
			<p ref={top} tabIndex={-1} className="tabular text-16 text-muted">
				{count} open {count === 1 ? "position" : "positions"}
				{pages > 1 && `, page ${page} of ${pages}`}
			</p>
			<ul className="mt-4 space-y-4">
				{jobs.map((job) => (
					<JobCard key={job.id} job={job} />
				))}
			</ul>
			{pages > 1 && (
				<nav aria-label="Pages of the list" className="mt-6 flex flex-wrap gap-3">
					{page > 1 && linkTo(page - 1, "Previous page")}
					{page < pages && linkTo(page + 1, "Next page")}
				</nav>
			)}
		</>
	);
}

/** A job in the list; details that the API does not give are left out. */
function JobCard({
	job: { id, title, location, type, workplace, department, team, summary, closesOn },
}: {
	job: JobSummary;
}) {
	const source = useSource();
	return (
		<li className="rounded-20 border border-hairline bg-white p-6 md:p-8">
			<p className="text-14 text-muted">{[department, team].filter(Boolean).join(", ")}</p>
			<h2 className="mt-2 text-22 tracking-normal">
				<Link to={source.addTo(`/career/jobs/${id}`)} className="rounded-6 hover:text-accent-text">
					{title}
				</Link>
			</h2>
			<p className="mt-2 text-16 text-ink">
				{location}. {[type, workplace?.toLowerCase()].filter(Boolean).join(", ")}.
			</p>
			<p className="mt-3 text-16">{summary}</p>
			<div className="mt-5 flex flex-wrap items-center justify-between gap-4">
				<p className="text-14 text-muted">{closesOn && `Apply by ${formatDate(closesOn)}`}</p>
				<ButtonLink look="secondary" to={source.addTo(`/career/apply/${id}`)}>
					Apply now<span className="sr-only"> for {title}</span>
				</ButtonLink>
			</div>
		</li>
	);
}
