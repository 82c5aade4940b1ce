import { data, Form, Link, redirect } from "react-router";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { CriterionFields } from "../jobs/criterion-fields.tsx";
import { readCriteriaForm } from "../jobs/read-job-rows.server.ts";
import { refuseJobRows } from "../jobs/refuse-job-rows.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/job-criteria.ts";

/** The scorecard criteria of a job. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps } = beginWork(context);
	const job = await deps.jobs.writing.find(params.id);
	if (!job) throw data(null, { status: 404 });
	return {
		id: job.id,
		title: job.title,
		revision: job.revision,
		isOwn: job.criteria.length > 0,
		criteria: deps.jobs.criteria.list(job),
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, deskRequest, noteJob } = beginWork(context);
	const form = await readForm(request);
	const rows = form.get("do") === "reset" ? [] : readCriteriaForm(form);
	const result = await deps.jobs.criteria.save(params.id, rows, form.get("revision") ?? "", noteJob);
	if (!result.ok) return refuseJobRows(result, { field: "criteria", rows });
	deskRequest.notices.leave(result.job.criteria.length > 0 ? "Criteria saved." : "Company criteria restored.");
	throw redirect(`/jobs/${params.id}/criteria`, 303);
}

export default function JobCriteriaPage({ loaderData, actionData }: Route.ComponentProps) {
	const { id, title, revision, isOwn } = loaderData;
	const errors = actionData?.errors ?? [];
	return (
		<Page
			title={`Scorecard criteria: ${title}`}
			subtitle={
				<>
					<span>{isOwn ? "Custom criteria for this job" : "Company criteria"}</span>
					<Link to={`/jobs/${id}`}>Back to job</Link>
				</>
			}
		>
			<ErrorSummary errors={errors} />
			<p className="remark">
				Reviewers give each criterion a score. Clear a name to remove a criterion. Scorecards already given keep theirs.
			</p>
			<Form method="post" action={`/jobs/${id}/criteria`} className="form job-form" reloadDocument noValidate>
				<input type="hidden" name="revision" value={actionData?.revision ?? revision} />
				<CriterionFields criteria={actionData?.rows ?? loaderData.criteria} errors={errors} />
				<div className="actions">
					<button name="do" value="save" className="button-main">
						Save criteria
					</button>
					{isOwn && (
						<button name="do" value="reset">
							Use company criteria
						</button>
					)}
				</div>
			</Form>
		</Page>
	);
}
