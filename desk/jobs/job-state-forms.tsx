import { Form } from "react-router";
import type { JobState } from "../../features/careers/jobs/job-states.ts";
import type { FieldError } from "../../shared/text-rules.ts";

/** The actions for a job in its state. */
export function JobStateForms({ path, state, errors }: { path: string; state: JobState; errors: FieldError[] }) {
	const error = errors.find(({ field }) => field === "until")?.message;
	return (
		<div className="work-controls">
			{state !== "draft" && (
				<Form method="post" action={path} className="inline-form">
					<label htmlFor="until">Extend deadline to</label>
					<input
						id="until"
						name="until"
						type="date"
						required
						aria-invalid={error !== undefined || undefined}
						aria-describedby={error === undefined ? undefined : "until-error"}
					/>
					<button name="do" value="extend">
						Extend
					</button>
					{error !== undefined && (
						<p id="until-error" className="error">
							{error}
						</p>
					)}
				</Form>
			)}
			<Form method="post" action={path} className="inline-form">
				{state === "open" && (
					<button name="do" value="close">
						Close
					</button>
				)}
				{state === "closed" && (
					<button name="do" value="reopen">
						Reopen
					</button>
				)}
				<button name="do" value="copy">
					Copy
				</button>
			</Form>
		</div>
	);
}
