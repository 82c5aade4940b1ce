import type { JobQuestion } from "../../../shared/job-questions.ts";
import type { FieldError } from "../../../shared/text-rules.ts";
import { yesOrNo } from "./options.ts";

/** Answers to a job's questions, by key. */
export type QuestionAnswers = Record<string, string>;

/** A stored answer with its question's wording, which may change later. */
export type AnsweredQuestion = { key: string; question: string; answer: string };

/** Longest answers, in UTF-16 units. */
export const answerLimits = { shortText: 200, longText: 2_000 } as const;

const prefix = "question-";
const fieldName = /^question-[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Returns the field name of a question. */
export function questionField(key: string): string {
	return prefix + key;
}

/** Tells whether a field is that of a question. */
export function isQuestionField(field: string): boolean {
	return fieldName.test(field);
}

/** Reads the answers from the fields of a form. */
export function readQuestionAnswers(fields: Record<string, string>): QuestionAnswers {
	return Object.fromEntries(
		Object.entries(fields).flatMap(([name, value]) =>
			isQuestionField(name) && value.trim() !== "" ? [[name.slice(prefix.length), value.trim()]] : [],
		),
	);
}

/** Lists the options of an answer; undefined for free text. */
function listAnswerOptions({ kind, options }: Pick<JobQuestion, "kind" | "options">): readonly string[] | undefined {
	if (kind === "choice") return options;
	return kind === "yes-no" ? yesOrNo : undefined;
}

export function answerLimit({ kind }: Pick<JobQuestion, "kind">): number {
	return kind === "long-text" ? answerLimits.longText : answerLimits.shortText;
}

/** Lists the errors of the answers to a job's questions, in order. */
export function validateAnswers(questions: readonly JobQuestion[], answers: QuestionAnswers): FieldError[] {
	return questions.flatMap((question) => {
		const message = findFault(question, answers[question.key]?.trim() ?? "");
		return message === undefined ? [] : [{ field: questionField(question.key), message }];
	});
}

function findFault(question: JobQuestion, answer: string): string | undefined {
	if (answer === "") return question.required ? `Please answer for "${question.label.slice(0, 30)}..."` : undefined;
	const options = listAnswerOptions(question);
	if (options) return options.includes(answer) ? undefined : `Please choose one of: ${options.join(", ")}`;
	const limit = answerLimit(question);
	return answer.length > limit ? `Please answer in at most ${limit} characters` : undefined;
}

type YesOrNo = (typeof yesOrNo)[number];
const inWords: Readonly<Record<YesOrNo, string>> = { yes: "Yes", no: "No" };

/** Pairs answers with the wording of their questions, in order; unanswered ones are left out. */
export function listAnswered(questions: readonly JobQuestion[], answers: QuestionAnswers): AnsweredQuestion[] {
	return questions.flatMap(({ key, label, kind }) => {
		const answer = answers[key]?.trim() ?? "";
		return answer === ""
			? []
			: [{ key, question: label, answer: kind === "yes-no" ? inWords[answer as YesOrNo] : answer }];
	});
}
