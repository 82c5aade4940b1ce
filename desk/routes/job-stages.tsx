import { data, redirect } from "react-router";
import { outcomeKeys } from "../../features/careers/jobs/job-stage-rules.server.ts";
import { JobRowsPage } from "../jobs/job-rows-page.tsx";
import { readStagesForm } from "../jobs/read-job-rows.server.ts";
import { refuseJobRows } from "../jobs/refuse-job-rows.server.ts";
import { StageFields } from "../jobs/stage-fields.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/job-stages.ts";

/** The stages of a job's applications. */
export async function loader({ context, params }: Route.LoaderArgs) {
	const { deps } = beginWork(context);
	const job = await deps.jobs.writing.find(params.id);
	if (!job) throw data(null, { status: 404 });
	return {
		id: job.id,
		title: job.title,
		revision: job.revision,
		isOwn: job.stages.length > 0,
		stages: deps.jobs.stages.list(job),
		lasting: [...outcomeKeys],
	};
}

export async function action({ request, context, params }: Route.ActionArgs) {
	const { deps, deskRequest, noteJob } = beginWork(context);
	const form = await readForm(request);
	const rows = form.get("do") === "reset" ? [] : readStagesForm(form);
	const revision = form.get("revision") ?? "";
	const result = await deps.jobs.stages.save(params.id, rows, revision, noteJob);
	if (!result.ok) return refuseJobRows(result, { field: "stages", rows, revision });
	deskRequest.notices.leave(result.job.stages.length > 0 ? "Stages saved." : "Company stages restored.");
	throw redirect(`/jobs/${params.id}/stages`, 303);
}

export default function JobStagesPage({ loaderData, actionData }: Route.ComponentProps) {
	const errors = actionData?.errors ?? [];
	return (
		<JobRowsPage
			job={loaderData}
			refusedRevision={actionData?.revision}
			title="Stages"
			name="stages"
			remark="Clear a name to remove a stage. A stage with applications cannot be removed, but you can rename it."
			errors={errors}
		>
			<StageFields stages={actionData?.rows ?? loaderData.stages} lasting={loaderData.lasting} errors={errors} />
		</JobRowsPage>
	);
}
