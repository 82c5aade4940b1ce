import type { JobQuestion } from "../../../shared/job-questions.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { answerLimit, questionField } from "./question-answers.ts";
import { yesOrNo } from "./options.ts";
import { idOf, type StepProps } from "./step-props.ts";
import { capitalise } from "./texts.ts";

type QuestionInputsProps = StepProps & { questions: readonly JobQuestion[] };

/** What this job asks beyond what every job asks. */
export function QuestionInputs({ questions, draft, onChange, errors }: QuestionInputsProps) {
	if (questions.length === 0) return null;
	return (
		<section className="space-y-8">
			<h3 className="border-b border-hairline pb-3 text-22">About this position</h3>
			{questions.map((question) => {
				const name = questionField(question.key);
				return (
					<QuestionInput
						key={name}
						question={question}
						errors={errors}
						value={draft.questionAnswers[question.key] ?? ""}
						onChange={(answer) =>
							onChange("questionAnswers", { ...draft.questionAnswers, [question.key]: answer }, name)
						}
					/>
				);
			})}
		</section>
	);
}

type QuestionInputProps = { question: JobQuestion; errors: readonly FieldError[] } & (
	| { value: string; onChange: (answer: string) => void }
	| { defaultValue: string }
);

/** One question: of the steps, which keep its answer, or of the whole form. */
export function QuestionInput({ question, errors, ...given }: QuestionInputProps) {
	const { key, kind, label, required, options } = question;
	const name = questionField(key);
	const field = { id: idOf(name), name, required, errors };
	if (kind === "yes-no")
		return (
			<RadioGroup
				{...field}
				legend={label}
				options={yesOrNo.map((value) => ({ value, label: capitalise(value) }))}
				{...given}
			/>
		);
	const control =
		"value" in given
			? { value: given.value, onChange: (event: { target: { value: string } }) => given.onChange(event.target.value) }
			: given;
	const labelled = { ...field, ...control, label: required ? `${label} *` : label };
	if (kind === "choice")
		return <SelectField {...labelled} options={options} placeholder={required ? "Choose" : "No answer"} />;
	const maxLength = answerLimit(question);
	return kind === "long-text" ? (
		<TextArea {...labelled} maxLength={maxLength} />
	) : (
		<TextField {...labelled} maxLength={maxLength} />
	);
}
