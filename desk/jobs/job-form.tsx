import { Form } from "react-router";
import type { JobText } from "../../features/careers/jobs/job-draft.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { OutdatedNotice } from "../forms/outdated-notice.tsx";
import { useFormBase } from "../forms/use-form-base.ts";
import { JobFields, type JobChoices } from "./job-fields.tsx";
import { QuestionFields } from "./question-fields.tsx";

type JobFormProps = {
	path: string;
	text: JobText;
	choices: JobChoices;
	errors: FieldError[];
	/** The newest revision; undefined for a new job. */
	revision?: string;
	/** The one that a refused text is based on. */
	refusedRevision?: string | undefined;
	/** The buttons; Enter presses the first, and `isMain` is filled. */
	actions: { value: string; label: string; isMain?: boolean }[];
};

/** The form of a job. The browser itself sends it, so that the typed text survives every response and Back. */
export function JobForm({ path, text, choices, errors, revision, refusedRevision, actions }: JobFormProps) {
	const base = useFormBase(revision, refusedRevision);
	return (
		<Form
			key={base.key}
			{...base.attributes}
			method="post"
			action={path}
			className="form job-form"
			reloadDocument
			noValidate
		>
			{base.version !== undefined && <input type="hidden" name="revision" value={base.version} />}
			{base.isOutdated && <OutdatedNotice />}
			<JobFields text={text} choices={choices} errors={errors} />
			<QuestionFields questions={text.questions} errors={errors} />
			<div className="actions">
				{actions.map(({ value, label, isMain }) => (
					<button key={value} name="do" value={value} className={isMain ? "button-main" : undefined}>
						{label}
					</button>
				))}
				<button formAction="/jobs/preview" formTarget="_blank">
					Preview<span className="sr-only"> (opens in a new tab)</span>
				</button>
			</div>
		</Form>
	);
}
