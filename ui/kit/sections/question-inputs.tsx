import type { Question } from "../../../shared/questions.ts";
import { QuestionInputs } from "../../question-inputs.tsx";
import type { KitState } from "../state.ts";

const questions: Question[] = [
	{ key: "team", kind: "number", label: "How many people are in your team?", required: true, options: [] },
	{ key: "start", kind: "short-text", label: "When would you like to begin?", required: false, options: [] },
	{
		key: "scope",
		kind: "choices",
		label: "What should it cover?",
		required: false,
		options: ["Orders", "Wages", "Sales"],
	},
];

export const states: KitState[] = [
	{
		name: "Of several kinds",
		controls: true,
		render: (id) => (
			<QuestionInputs
				questions={questions}
				idOf={(name) => `${id}-${name}`}
				answerOf={() => ({ defaultValue: "" })}
				errors={[{ field: "question-team", message: "Enter a whole number" }]}
				marks="optional"
			/>
		),
	},
];
