import type { Criterion } from "../../core/records/record-kind.ts";
import { criterionField, criterionLimits } from "../../features/careers/jobs/job-criterion-fields.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { TextArea, TextField } from "../../ui/field.tsx";

const blank: Criterion = { key: "", label: "" };

/** The scorecard criteria of a job, with a blank one to fill in. */
export function CriterionFields({ criteria, errors }: { criteria: readonly Criterion[]; errors: FieldError[] }) {
	const rows = [...criteria, blank].slice(0, criterionLimits.criteria);
	return (
		<ol className="question-rows" id="criteria">
			{rows.map(({ key, label, question }, index) => {
				const number = index + 1;
				const of = <span className="sr-only"> (criterion {number})</span>;
				return (
					<li key={`${key} ${index}`}>
						<input type="hidden" name={criterionField(index, "key")} value={key} />
						<div className="field-row">
							<TextField
								name={criterionField(index, "label")}
								label={key === "" ? "New criterion" : `Criterion ${number}`}
								defaultValue={label}
								maxLength={criterionLimits.label}
								autoComplete="off"
								spellCheck
								errors={errors}
							/>
							<TextField
								name={criterionField(index, "place")}
								label={<>Order{of}</>}
								type="number"
								min={1}
								max={criterionLimits.criteria}
								defaultValue={number}
								errors={errors}
							/>
						</div>
						<TextArea
							name={criterionField(index, "question")}
							label={<>Guiding question{of}</>}
							hint="Shown to reviewers beside the score. Optional."
							rows={2}
							defaultValue={question}
							maxLength={criterionLimits.question}
							errors={errors}
						/>
					</li>
				);
			})}
		</ol>
	);
}
