import { Form } from "react-router";
import { mostOpenings } from "../../features/careers/jobs/job-draft.ts";
import type { JobPlan } from "../../features/careers/jobs/jobs-store.server.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextField } from "../../ui/field.tsx";
import { OutdatedNotice } from "../forms/outdated-notice.tsx";
import { useFormBase } from "../forms/use-form-base.ts";

type JobPlanFormProps = {
	path: string;
	plan: JobPlan;
	/** Its target date, as staff read it. */
	targetDay: string | undefined;
	/** The newest revision. */
	revision: string;
	/** A plan that was refused, with the revision that it is based on. */
	refused: { plan: JobPlan; version: string | undefined } | undefined;
	members: { id: string; name: string }[];
	errors: FieldError[];
};

/** Openings, target date and hiring team of a job, which only staff see. */
export function JobPlanForm({ path, plan: saved, targetDay, revision, refused, members, errors }: JobPlanFormProps) {
	const base = useFormBase(revision, refused?.version);
	const plan = refused?.plan ?? saved;
	return (
		<details className="job-plan" open={refused !== undefined}>
			<summary>Hiring plan: {summarize(saved, targetDay, members)}</summary>
			<Form key={base.key} {...base.attributes} method="post" action={path} className="form" reloadDocument noValidate>
				<input type="hidden" name="revision" value={base.version} />
				{base.isOutdated && <OutdatedNotice />}
				<div className="field-row">
					<TextField
						name="openings"
						label="Openings"
						type="number"
						min={1}
						max={mostOpenings}
						defaultValue={Number.isNaN(plan.openings) ? undefined : plan.openings}
						errors={errors}
					/>
					<TextField
						name="targetOn"
						label="Target start date"
						type="date"
						defaultValue={plan.targetOn}
						errors={errors}
					/>
				</div>
				<fieldset className="field">
					<legend>Hiring team</legend>
					<p className="hint">Notified of new applications, and of messages from applicants.</p>
					<div className="checks">
						{members.map(({ id, name }) => (
							<label key={id}>
								<input type="checkbox" name="member" value={id} defaultChecked={plan.hiringTeam.includes(id)} />
								<span dir="auto">{name}</span>
							</label>
						))}
					</div>
				</fieldset>
				<button name="do" value="plan">
					Save plan
				</button>
			</Form>
		</details>
	);
}

function summarize(
	{ openings, hiringTeam }: JobPlan,
	targetDay: string | undefined,
	members: JobPlanFormProps["members"],
): string {
	const parts = [
		openings !== undefined && `${openings} ${openings === 1 ? "opening" : "openings"}`,
		targetDay !== undefined && `start by ${targetDay}`,
		...members.filter(({ id }) => hiringTeam.includes(id)).map(({ name }) => name),
	].filter(Boolean);
	return parts.length === 0 ? "not set" : parts.join(", ");
}
