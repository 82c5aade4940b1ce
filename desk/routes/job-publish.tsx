import { data, Form, Link, redirect } from "react-router";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { showDay } from "../jobs/show-job.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { ValueText } from "../records/shown-value.tsx";
import { countOf } from "../words.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/job-publish.ts";

/** Shows what publishing a draft does, before it is done. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps } = beginWork(context);
	const job = await deps.jobs.writing.find(params.id);
	if (!job) throw data(null, { status: 404 });
	if (!job.isDraft) throw redirect(`/jobs/${job.id}`, 303);
	return {
		id: job.id,
		title: job.title,
		revision: job.revision,
		address: `${deps.config.publicUrl}/career/jobs/${job.id}`,
		closes: showDay(job.closesOn, deps.company),
		alerts: await deps.jobs.countAlerts(job),
		obstacles: deps.jobs.writing.listObstacles(job),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, deskRequest, noteJob } = beginWork(context);
	const form = await readForm(request);
	const result = await deps.jobs.writing.publish(params.id, form.get("revision") ?? "", noteJob);
	if (result.ok) {
		const alerts = await deps.jobs.countAlerts(result.job);
		const sends = `${countOf(alerts, `${alerts} job alerts go`, "1 job alert goes")} out within a minute.`;
		deskRequest.notices.leave(alerts === 0 ? "Job published." : `Job published. ${sends}`);
		throw redirect(`/jobs/${result.job.id}`, 303);
	}
	if (result.why === "gone") throw data(null, { status: 404 });
	const errors: FieldError[] =
		result.why === "errors"
			? result.errors
			: [
					{
						field: "publish",
						message: "Not published: someone else has changed this job. Review it and publish again.",
					},
				];
	return data({ errors }, { status: result.why === "errors" ? 422 : 409 });
}

export default function PublishJobPage({ loaderData, actionData }: Route.ComponentProps) {
	const { id, title, revision, address, closes, alerts, obstacles } = loaderData;
	const path = `/jobs/${id}`;
	return (
		<Page title={`Publish ${title}`}>
			<ErrorSummary errors={actionData?.errors ?? []} />
			<div className="panel">
				{obstacles.length > 0 ? (
					<>
						<p>Fix these before publishing:</p>
						<ul className="plain-list">
							{obstacles.map(({ field, message }) => (
								<li key={field}>
									<a href={`${path}#${field}`}>{message}</a>
								</li>
							))}
						</ul>
						<Link className="button button-main" to={path}>
							Edit job
						</Link>
					</>
				) : (
					<>
						<p>
							The job appears at <span className="number">{address}</span> right away. People can apply until{" "}
							<ValueText value={closes} />.
						</p>
						<p>
							{alerts === 0
								? "No job alerts match, so no e-mails go out."
								: `${countOf(alerts, `${alerts} subscribers get`, "1 subscriber gets")} a job alert by e-mail.`}
						</p>
						<Form method="post" action={`${path}/publish`} id="publish">
							<input type="hidden" name="revision" value={revision} />
							<div className="actions">
								<button className="button-main">Publish job</button>
								<Link className="button" to={path}>
									Cancel
								</Link>
							</div>
						</Form>
					</>
				)}
			</div>
		</Page>
	);
}
