import { questionField } from "../shared/question-answers.ts";
import type { Question } from "../shared/questions.ts";
import { QuestionInput, type QuestionInputProps } from "./question-input.tsx";

type QuestionInputsProps = Pick<QuestionInputProps, "errors" | "marks" | "readOnly"> & {
	questions: readonly Question[];
	/** Returns the id of a field. */
	idOf: (name: string) => string;
	/** Returns the value of a question's control, or the one it begins with. */
	answerOf: (question: Question, name: `question-${string}`) => { value: string } | { defaultValue: string };
	onAnswer?: (question: Question, answer: string, name: string) => void;
};

/** The controls of the company's own questions in a form. */
export function QuestionInputs({ questions, idOf, answerOf, onAnswer, ...shared }: QuestionInputsProps) {
	return questions.map((question) => {
		const name = questionField(question.key);
		return (
			<QuestionInput
				key={name}
				question={question}
				id={idOf(name)}
				onAnswer={(answer) => onAnswer?.(question, answer, name)}
				{...answerOf(question, name)}
				{...shared}
			/>
		);
	});
}
