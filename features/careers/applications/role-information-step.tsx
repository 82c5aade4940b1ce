import type { CareersChoices } from "../../../shared/careers.ts";
import { yesOrNo, type JobQuestion } from "../../../shared/questions.ts";
import { QuestionInputs } from "../../../ui/question-inputs.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { qualificationAnswers } from "./options.ts";
import { qualificationField } from "./rules.ts";
import { draftControl, idOf, type StepProps } from "./step-props.ts";
import { askEligibility, formatAnswer } from "./texts.ts";

/** Step 2: location, and whether the role's conditions are met. */
export function RoleInformationStep({
	choices,
	questions,
	...step
}: StepProps & { choices: CareersChoices; questions: readonly JobQuestion[] }) {
	const { draft, onChange, errors } = step;
	const { qualifications } = choices;
	const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: formatAnswer(value) }));
	return (
		<div className="space-y-10">
			<SelectField
				{...draftControl(step, "preferredLocation")}
				label="Preferred Location *"
				required
				placeholder="Choose a location"
				options={choices.locations}
			/>
			{qualifications.length > 0 && (
				<section className="space-y-8">
					<h3 className="border-b border-hairline pb-3 text-22">Minimum qualifications</h3>
					{qualifications.map((question, index) => {
						const field = qualificationField(index);
						return (
							<RadioGroup
								key={question}
								id={idOf(field)}
								name={field}
								legend={question}
								required
								options={optionsOf(qualificationAnswers)}
								value={draft.minimumQualifications[index]?.answer ?? ""}
								onChange={({ target }) =>
									onChange(
										"minimumQualifications",
										qualifications.map((text, position) => ({
											text,
											answer: position === index ? target.value : (draft.minimumQualifications[position]?.answer ?? ""),
										})),
										field,
									)
								}
								errors={errors}
							/>
						);
					})}
				</section>
			)}
			<section className="space-y-8">
				<h3 className="border-b border-hairline pb-3 text-22">Work authorisation</h3>
				<RadioGroup
					{...draftControl(step, "eligibleToWork")}
					legend={askEligibility(choices.workCountry)}
					required
					options={optionsOf(yesOrNo)}
				/>
				<RadioGroup
					{...draftControl(step, "requiresSponsorship")}
					legend="Will you now or in the future require sponsorship?"
					required
					options={optionsOf(yesOrNo)}
				/>
			</section>
			{questions.length > 0 && (
				<section className="space-y-8">
					<h3 className="border-b border-hairline pb-3 text-22">About this position</h3>
					<QuestionInputs
						questions={questions}
						idOf={idOf}
						errors={errors}
						marks="required"
						answerOf={({ key }) => ({ value: draft.questionAnswers[key] ?? "" })}
						onAnswer={({ key }, answer, name) =>
							onChange("questionAnswers", { ...draft.questionAnswers, [key]: answer }, name)
						}
					/>
				</section>
			)}
		</div>
	);
}
