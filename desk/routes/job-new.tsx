import { data, redirect } from "react-router";
import type { JobText } from "../../features/careers/jobs/job-draft.ts";
import { employmentTypes, workplaces } from "../../shared/job-kinds.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { JobForm } from "../jobs/job-form.tsx";
import { readJobForm } from "../jobs/read-job-form.server.ts";
import { Page } from "../layout/page.tsx";
import { readForm } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import type { Route } from "./+types/job-new.ts";

const emptyJob: JobText = {
	title: "",
	location: "",
	type: employmentTypes[0],
	summary: "",
	keywords: [],
	department: "",
	team: "",
	workplace: workplaces[0],
	closesOn: "",
	pay: undefined,
	benefits: [],
	markdown: "",
	questions: [],
};

export function loader({ context }: Route.LoaderArgs) {
	const { jobs, company } = beginWork(context).deps;
	return { choices: { departments: jobs.departments, locations: jobs.locations, currency: company.currency } };
}

export async function action({ request, context }: Route.ActionArgs) {
	const { deps, deskRequest, noteJob } = beginWork(context);
	const text = readJobForm(await readForm(request));
	const result = await deps.jobs.writing.create(text, noteJob);
	if (result.ok) {
		deskRequest.notices.leave("Draft saved. Only your team can see it.");
		throw redirect(`/jobs/${result.job.id}`, 303);
	}
	const errors: FieldError[] = result.why === "errors" ? result.errors : [];
	return data({ text, errors }, { status: 422 });
}

export default function NewJobPage({ loaderData, actionData }: Route.ComponentProps) {
	const errors = actionData?.errors ?? [];
	return (
		<Page title="New job" subtitle="Saved as a draft until you publish it.">
			<ErrorSummary errors={errors} />
			<JobForm
				path="/jobs/new"
				text={actionData?.text ?? emptyJob}
				choices={loaderData.choices}
				errors={errors}
				actions={[{ value: "save", label: "Save draft", isMain: true }]}
			/>
		</Page>
	);
}
