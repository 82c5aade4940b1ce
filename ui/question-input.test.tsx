import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { questionKinds, type Question } from "../shared/questions.ts";
import { QuestionInput } from "./question-input.tsx";

test.each(questionKinds)("a required question of the kind %s has an asterisk where others have none", (kind) => {
	const render = (required: boolean) => {
		const question: Question = {
			key: "plan",
			kind,
			label: "Your plan",
			required,
			options: ["One", "Two"],
		};
		return renderToStaticMarkup(
			<QuestionInput question={question} id="plan" errors={[]} marks="required" defaultValue="" onAnswer={() => {}} />,
		);
	};
	expect(render(true)).toContain("*");
	expect(render(false)).not.toContain("*");
});
