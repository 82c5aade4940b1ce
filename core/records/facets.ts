import { questionField, type AnsweredQuestion } from "../../shared/question-answers.ts";
import { questionLimits, yesOrNo, type Question } from "../../shared/questions.ts";

/** A property by which lists are filtered, with its values. */
export type Facet = {
	/** "service", or the field of a question. */
	name: string;
	label: string;
	values: { key: string; label: string }[];
};

/** Longer answers are not choices. */
const longestValue = questionLimits.option;

/** Returns the key of a record's property. */
export function writeFacet(name: string, value: string): string {
	return `${name}=${value}`;
}

/** Writes the keys of a record for its row; null for none. */
export function joinFacets(facets: readonly string[] = []): string | null {
	return facets.length === 0 ? null : `\n${[...new Set(facets)].join("\n")}\n`;
}

/** Lists the keys of the answers to a form's questions; of several choices each. Answers of earlier releases do not tell the choices. */
export function listAnswerFacets(answers: readonly Omit<AnsweredQuestion, "question">[]): string[] {
	return answers.flatMap(({ key, answer, chosen = [answer, ...answer.split(", ")] }) =>
		chosen
			.filter((value) => value.length <= longestValue && !value.includes("\n"))
			.map((value) => writeFacet(questionField(key), value)),
	);
}

/** Returns the properties of questions that are answered by a choice; a question of several forms has the options of all. */
export function listQuestionFacets(questions: readonly Question[]): Facet[] {
	const chosen = questions.flatMap(({ key, kind, label, options }) => {
		const values = kind === "yes-no" ? yesOrNo.map((one) => (one === "yes" ? "Yes" : "No")) : options;
		return values.length === 0 ? [] : { name: questionField(key), label, values };
	});
	return [...Map.groupBy(chosen, ({ name }) => name)].map(([name, same]) => ({
		name,
		label: same[0]?.label ?? name,
		values: [...new Set(same.flatMap(({ values }) => values))].map((value) => ({
			key: writeFacet(name, value),
			label: value,
		})),
	}));
}
