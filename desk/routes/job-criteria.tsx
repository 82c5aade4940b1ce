import { data, redirect } from "react-router";
import { CriterionFields } from "../jobs/criterion-fields.tsx";
import { JobRowsPage } from "../jobs/job-rows-page.tsx";
import { readCriteriaForm } from "../jobs/read-job-rows.server.ts";
import { refuseJobRows } from "../jobs/refuse-job-rows.server.ts";
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
	const revision = form.get("revision") ?? "";
	const result = await deps.jobs.criteria.save(params.id, rows, revision, noteJob);
	if (!result.ok) return refuseJobRows(result, { field: "criteria", rows, revision });
	deskRequest.notices.leave(result.job.criteria.length > 0 ? "Criteria saved." : "Company criteria restored.");
	throw redirect(`/jobs/${params.id}/criteria`, 303);
}

export default function JobCriteriaPage({ loaderData, actionData }: Route.ComponentProps) {
	const errors = actionData?.errors ?? [];
	return (
		<JobRowsPage
			job={loaderData}
			refusedRevision={actionData?.revision}
			title="Scorecard criteria"
			name="criteria"
			remark="Reviewers give each criterion a score. Clear a name to remove a criterion. Scorecards already given keep theirs."
			errors={errors}
		>
			<CriterionFields criteria={actionData?.rows ?? loaderData.criteria} errors={errors} />
		</JobRowsPage>
	);
}
