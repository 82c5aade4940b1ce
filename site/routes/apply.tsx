import { ArrowLeft } from "lucide-react";
import { Suspense, useState } from "react";
import { Await, data, Link, useNavigate, useSearchParams, type ShouldRevalidateFunctionArgs } from "react-router";
import { ApplicationForm } from "../../features/careers/applications/application-form.tsx";
import { findYear } from "../../features/careers/applications/options.ts";
import { steps } from "../../features/careers/applications/steps.ts";
import { clockContext, jobsContext, rejectedApplicationContext } from "../../features/careers/context.server.ts";
import { describeStatus, fetchJob, jobNotFound } from "../../features/careers/jobs/job-calls.ts";
import type { Jobs, OpenJob } from "../../features/careers/jobs/job.ts";
import { contentContext } from "../../features/publishing/content-context.server.ts";
import { unavailable, unlessUnavailable } from "../../platform/pages/unless-unavailable.server.ts";
import { chooseFormKey } from "../../shared/form-key.ts";
import { createIdempotencyKey } from "../../shared/idempotency-key.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useCompany } from "../layout/use-company.ts";
import { useNotices } from "../layout/use-notices.ts";
import { useSource } from "../layout/use-source.ts";
import { useCareersChoices, usePoolMonths } from "../sections/use-careers-choices.ts";
import type { Route } from "./+types/apply.ts";

type AppliedJob = Pick<OpenJob, "id" | "title" | "location" | "questions">;
type JobAnswer = { job: AppliedJob } | { failure: string };

/** docs/product/careers.md, Error texts. */
const noJobId: JobAnswer = { failure: "No job ID provided for application." };
const noJobData = { failure: "No job data available to apply for." };

export async function loader({ params, request, context }: Route.LoaderArgs) {
	const { company } = context.get(contentContext);
	const { answer, ...init } = await findJob(params.jobId, context.get(jobsContext));
	const rejected = context.get(rejectedApplicationContext);
	const whole = new URL(request.url).searchParams.get("view") === "whole";
	return data(
		{
			// Not a promise: data that the server has is part of the HTML, for browsers without scripts.
			answer: answer as JobAnswer | Promise<JobAnswer>,
			whole,
			rejected,
			// Only the whole form is personal; the first step is the same for everybody.
			idempotencyKey: whole ? chooseFormKey(rejected, createIdempotencyKey()) : undefined,
			thisYear: findYear(context.get(clockContext).now().epochMilliseconds, company.timeZone),
		},
		init,
	);
}

async function findJob(id: string | undefined, jobs: Jobs): Promise<{ answer: JobAnswer } & ResponseInit> {
	if (id === undefined) return { answer: noJobId, status: 404 };
	const found = await unlessUnavailable(jobs.find(id).then((job) => ({ job })));
	if (!found) return { answer: describeFailure(describeStatus(unavailable.status)), ...unavailable };
	const { job } = found;
	return job
		? { answer: { job: { id: job.id, title: job.title, location: job.location, questions: job.questions } } }
		: { answer: describeFailure(jobNotFound), status: 404 };
}

function describeFailure(reason: string): JobAnswer {
	return { failure: `Failed to load job details: ${reason.replace(/\.$/, "")}. Please try again or check the URL.` };
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** In the browser the job comes from the API (docs/product/careers.md, Calls), while the page already shows that it loads. */
export function clientLoader({ params, request }: Route.ClientLoaderArgs) {
	const { jobId } = params;
	const answer: JobAnswer | Promise<JobAnswer> =
		jobId === undefined
			? noJobId
			: fetchJob(jobId, request.signal).then(
					(job): JobAnswer => {
						if (!job) return noJobData;
						const { id, title, location, questions = [] } = job;
						return { job: { id, title, location, questions } };
					},
					(error: Error) => describeFailure(error.message),
				);
	return {
		answer,
		whole: new URL(request.url).searchParams.get("view") === "whole",
		rejected: null,
		idempotencyKey: undefined,
		thisYear: undefined,
	};
}

/** The step is in the address; changing it loads nothing. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
	return currentUrl.pathname === nextUrl.pathname ? false : defaultShouldRevalidate;
}

/** The title names the job, which is known only once the page is rendered, so the page sets it. */
export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

const titleWithoutJob = "Apply for a position";

/** The application for one job: docs/product/careers.md, Application page. */
export default function ApplyPage({ loaderData }: Route.ComponentProps) {
	const { answer } = loaderData;
	const careersPath = useSource().addTo("/career");
	const show = (known: JobAnswer) =>
		"job" in known ? <Application {...loaderData} job={known.job} /> : <LoadFailure message={known.failure} />;
	return (
		<div className="container-page py-10 lg:py-16">
			<Link
				to={careersPath}
				className="inline-flex min-h-11 items-center gap-2 text-16 font-semibold text-accent-text hover:text-ink"
			>
				<ArrowLeft aria-hidden="true" className="size-5" /> Back to Career Page
			</Link>
			<div className="mt-4 max-w-4xl">
				{answer instanceof Promise ? (
					<Suspense
						fallback={
							<>
								<title>{titleWithoutJob}</title>
								<h1 role="status" className="text-28">
									Loading application form...
								</h1>
							</>
						}
					>
						<Await resolve={answer} errorElement={<LoadFailure message={noJobData.failure} />}>
							{show}
						</Await>
					</Suspense>
				) : (
					// No boundary on the server: React would send its content hidden, for a script to move into place.
					show(answer)
				)}
			</div>
		</div>
	);
}

type ApplicationProps = Pick<
	Route.ComponentProps["loaderData"],
	"whole" | "rejected" | "idempotencyKey" | "thisYear"
> & { job: AppliedJob };

function Application({ job, whole, rejected, idempotencyKey, thisYear }: ApplicationProps) {
	const company = useCompany();
	const choices = useCareersChoices();
	const notices = useNotices();
	const poolMonths = usePoolMonths();
	const [ownKey] = useState(() => idempotencyKey ?? createIdempotencyKey());
	const [yearHere] = useState(() => thisYear ?? findYear(Date.now(), company.timeZone));
	const hydrated = useHydrated();
	const navigate = useNavigate();
	const [search] = useSearchParams();
	const source = useSource();
	const jobLine = `${job.title}, ${job.location}`;
	return (
		<>
			<title>{`Apply for ${jobLine}`}</title>
			<h1 className={`text-36 ${whole ? "mb-10" : ""}`}>
				<span className="block font-sans text-18 font-semibold tracking-normal text-muted">Applying for:</span>
				{jobLine}
			</h1>
			{/* Keeps its space, so that nothing moves when it disappears. */}
			{!whole && (
				<p className={`mt-2 mb-6 text-14 ${hydrated ? "invisible" : ""}`}>
					Without JavaScript:{" "}
					<a className="text-accent-text underline" href={source.addTo(`/career/apply/${job.id}?view=whole`)}>
						fill in the whole form on one page
					</a>
				</p>
			)}
			<ApplicationForm
				job={{ id: job.id, questions: job.questions, line: jobLine }}
				company={company}
				choices={choices}
				notice={notices.application}
				poolMonths={poolMonths}
				thisYear={yearHere}
				source={rejected?.values.source ?? source.name}
				whole={whole ? { idempotencyKey: ownKey, rejected } : undefined}
				step={search.get("step") ?? steps[0].id}
				onStep={(step) => navigate({ search: source.addTo(`?step=${step}`) })}
				onClose={({ reference }) => navigate(`/career?applied=${reference}`)}
			/>
		</>
	);
}

function LoadFailure({ message }: { message: string }) {
	const source = useSource();
	return (
		<div role="alert">
			<title>{titleWithoutJob}</title>
			<h1 className="text-28">{message}</h1>
			<ButtonLink to={source.addTo("/career")} className="mt-6">
				Go back to Career Page
			</ButtonLink>
		</div>
	);
}
