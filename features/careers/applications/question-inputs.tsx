import type { JobQuestion } from "../../../shared/job-questions.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import { TextArea, TextField } from "../../../ui/field.tsx";
import { RadioGroup } from "../../../ui/radio-group.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { answerLimit, questionField } from "./question-answers.ts";
import { yesOrNo } from "./options.ts";
import { idOf, type StepProps } from "./step-props.ts";
import { capitalise } from "./texts.ts";

type QuestionInputsProps = Omit<StepProps, "whole"> & { questions: readonly JobQuestion[] };

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
						onAnswer={(answer) =>
							onChange("questionAnswers", { ...draft.questionAnswers, [question.key]: answer }, name)
						}
					/>
				);
			})}
		</section>
	);
}

type QuestionInputProps = {
	question: JobQuestion;
	errors: readonly FieldError[];
	value: string;
	onAnswer: (answer: string) => void;
};

function QuestionInput({ question, errors, value, onAnswer }: QuestionInputProps) {
	const { key, kind, label, required, options } = question;
	const name = questionField(key);
	const field = { id: idOf(name), name, required, errors, value };
	if (kind === "yes-no")
		return (
			<RadioGroup
				{...field}
				legend={label}
				options={yesOrNo.map((choice) => ({ value: choice, label: capitalise(choice) }))}
				onChange={({ target }) => onAnswer(target.value)}
			/>
		);
	const labelled = {
		...field,
		label: required ? `${label} *` : label,
		onChange: ({ target }: { target: { value: string } }) => onAnswer(target.value),
	};
	if (kind === "choice")
		return <SelectField {...labelled} options={options} placeholder={required ? "Choose" : "No answer"} />;
	const maxLength = answerLimit(question);
	return kind === "long-text" ? (
		<TextArea {...labelled} maxLength={maxLength} />
	) : (
		<TextField {...labelled} maxLength={maxLength} />
	);
}
