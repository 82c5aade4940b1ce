import type { Question } from "../../../shared/questions.ts";
import { QuestionInput } from "../../question-input.tsx";
import { longText, type KitState } from "../state.ts";

const ask = (question: Partial<Question>) => ({
	key: "it",
	kind: "short-text" as const,
	label: "What should it cover?",
	required: false,
	options: [],
	...question,
});
const choices = ask({ kind: "choices", options: ["Orders", "Wages", "Sales"] });
const rest = { errors: [], marks: "optional", onAnswer: () => undefined } as const;

export const states: KitState[] = [
	{
		name: "Several choices",
		controls: true,
		render: (id) => <QuestionInput {...rest} id={id} question={choices} defaultValue={"Orders\nSales"} />,
	},
	{
		name: "Several choices, with an error",
		render: (id) => (
			<QuestionInput
				{...rest}
				id={id}
				question={{ ...choices, required: true, hint: "As far as you know." }}
				errors={[{ field: "question-it", message: "Answer “What should it cover”" }]}
				defaultValue=""
			/>
		),
	},
	{
		name: "Number",
		render: (id) => <QuestionInput {...rest} id={id} question={ask({ kind: "number" })} defaultValue="12" />,
	},
	{
		name: "File",
		render: (id) => <QuestionInput {...rest} id={id} question={ask({ kind: "file" })} defaultValue="" />,
	},
	{
		name: "Long text",
		render: (id) => (
			<QuestionInput
				{...rest}
				id={id}
				question={{ ...choices, label: longText, options: [longText, `${longText}.`] }}
				defaultValue=""
			/>
		),
	},
];
