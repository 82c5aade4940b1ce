import { data, Form, Link, redirect } from "react-router";
import { outcomeKeys } from "../../features/careers/jobs/job-stage-rules.server.ts";
import type { JobResult } from "../../features/careers/jobs/job-writing.server.ts";
import type { Stage } from "../../shared/desk.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { readStagesForm } from "../jobs/read-stages-form.server.ts";
import { StageFields } from "../jobs/stage-fields.tsx";
import { Page } from "../layout/page.tsx";
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
	const stages = form.get("do") === "reset" ? [] : readStagesForm(form);
	const result: JobResult = await deps.jobs.stages.save(params.id, stages, form.get("revision") ?? "", noteJob);
	if (result.ok) {
		deskRequest.notices.leave(result.job.stages.length > 0 ? "Stages saved." : "Company stages restored.");
		throw redirect(`/jobs/${params.id}/stages`, 303);
	}
	if (result.why === "gone") throw data(null, { status: 404 });
	const errors: FieldError[] =
		result.why === "errors"
			? result.errors
			: [
					{
						field: "stages",
						message: "Not saved: someone else has changed this job. Review it and save again.",
					},
				];
	return data(
		{
			errors,
			stages: stages.length > 0 ? stages : undefined,
			revision: result.why === "overtaken" ? result.current.revision : undefined,
		},
		{ status: result.why === "errors" ? 422 : 409 },
	);
}

export default function JobStagesPage({ loaderData, actionData }: Route.ComponentProps) {
	const { id, title, revision, isOwn } = loaderData;
	const errors = actionData?.errors ?? [];
	const stages: readonly Stage[] = actionData?.stages ?? loaderData.stages;
	const path = `/jobs/${id}/stages`;
	return (
		<Page
			title={`Stages: ${title}`}
			subtitle={
				<>
					<span>{isOwn ? "Custom stages for this job" : "Company stages"}</span>
					<Link to={`/jobs/${id}`}>Back to job</Link>
				</>
			}
		>
			<ErrorSummary errors={errors} />
			<p className="remark">
				Clear a name to remove a stage. A stage with applications cannot be removed, but you can rename it.
			</p>
			<Form method="post" action={path} className="form job-form" reloadDocument noValidate>
				<input type="hidden" name="revision" value={actionData?.revision ?? revision} />
				<StageFields stages={stages} lasting={loaderData.lasting} errors={errors} />
				<div className="actions">
					<button name="do" value="save" className="button-main">
						Save stages
					</button>
					{isOwn && (
						<button name="do" value="reset">
							Use company stages
						</button>
					)}
				</div>
			</Form>
		</Page>
	);
}
