import { questionField } from "../../../shared/question-answers.ts";
import type { JobQuestion } from "../../../shared/questions.ts";
import { QuestionInput } from "../../../ui/question-input.tsx";
import { idOf, type StepProps } from "./step-props.ts";

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
						id={idOf(name)}
						errors={errors}
						marks="required"
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
