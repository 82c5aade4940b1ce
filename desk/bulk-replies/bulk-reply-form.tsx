import { Form } from "react-router";
import { mergeFields } from "../../core/conversations/merge-fields.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TemplateChoice } from "../forms/template-choice.tsx";
import type { StageChoice } from "../work/choices.ts";

export type ShownDraft = {
	subject: string;
	text: string;
	stage: string;
	delayHours: number;
	keepsAppointments: boolean;
};

type BulkReplyFormProps = {
	names: string;
	references: string[];
	templates: { id: string; name: string }[];
	templateId: string;
	stages: StageChoice[];
	draft: ShownDraft;
	/** How many of them have an interview or an offer of one. */
	appointments: number;
	errors: FieldError[];
};

const delays: readonly { hours: number; label: string }[] = [
	{ hours: 0, label: "Now" },
	{ hours: 1, label: "In 1 hour" },
	{ hours: 24, label: "In 1 day" },
	{ hours: 48, label: "In 2 days" },
	{ hours: 168, label: "In 1 week" },
];

/** The text, the stage and the delay of a bulk reply. */
export function BulkReplyForm({
	names,
	references,
	templates,
	templateId,
	stages,
	draft,
	appointments,
	errors,
}: BulkReplyFormProps) {
	return (
		<>
			<ErrorSummary errors={errors} />
			<Form method="post" action={`/${names}/answer`} className="form form-wide">
				<References references={references} />
				<div className="inline-form">
					<TemplateChoice templates={templates} templateId={templateId} button={{ name: "step", value: "template" }} />
				</div>
				<TextField
					key={`subject ${draft.subject}`}
					name="subject"
					label="Subject"
					required
					spellCheck
					maxLength={200}
					defaultValue={draft.subject}
					errors={errors}
				/>
				<TextArea
					key={`text ${draft.text}`}
					name="text"
					label="Text"
					hint={`Merge fields: ${Object.keys(mergeFields)
						.map((field) => `{${field}}`)
						.join(", ")}`}
					rows={12}
					required
					defaultValue={draft.text}
					errors={errors}
				/>
				<div className="inline-form">
					<label htmlFor="stage">Stage</label>
					<select id="stage" name="stage" defaultValue={draft.stage}>
						<option value="">Keep stage</option>
						{stages.map(({ key, label }) => (
							<option key={key} value={key}>
								{label}
							</option>
						))}
					</select>
					<label htmlFor="delay">Send</label>
					<select id="delay" name="delay" defaultValue={String(draft.delayHours)}>
						{delays.map(({ hours, label }) => (
							<option key={hours} value={hours}>
								{label}
							</option>
						))}
					</select>
				</div>
				<p className="hint">You can stop them until they are sent.</p>
				{appointments > 0 && (
					<SelectField
						name="appointments"
						label={`Booked interviews: ${appointments}`}
						hint="If the stage closes the application, the reply also cancels the interview: the applicant’s calendar entry is removed, and the interviewers are notified once the reply is sent."
						options={[
							{ value: "", label: "Cancel with the reply" },
							{ value: "keep", label: "Keep as booked" },
						]}
						defaultValue={draft.keepsAppointments ? "keep" : ""}
					/>
				)}
				<div className="inline-form">
					<button name="step" value="preview" className="button-main">
						Preview e-mails
					</button>
				</div>
			</Form>
		</>
	);
}

/** The chosen records as hidden fields, with the versions that were shown. */
export function References({ references, versions }: { references: string[]; versions?: number[] }) {
	return references.map((reference, index) => (
		<span key={reference} hidden>
			<input type="hidden" name="reference" value={reference} />
			{versions && <input type="hidden" name="version" value={versions[index]} />}
		</span>
	));
}
