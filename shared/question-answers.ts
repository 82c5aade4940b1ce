import { cleanLine, cleanText } from "./clean-text.ts";
import { toLatinDigits } from "./latin-digits.ts";
import { yesOrNo, type AnswerOwner, type Question } from "./questions.ts";
import type { FieldError } from "./text-rules.ts";

/** Answers to a form's own questions, by key: of several choices one a line, of a file its name. */
export type QuestionAnswers = Record<string, string>;

/** A stored answer with its question's wording, which may change later. */
export type AnsweredQuestion = {
	key: string;
	question: string;
	answer: string;
	/** The chosen options, where the answer, which joins them by commas, does not tell. */
	chosen?: string[];
};

/** Longest answers, in UTF-16 units. */
export const answerLimits = { shortText: 200, longText: 2_000 } as const;

const prefix = "question-";
const fieldName = /^question-[a-z0-9]+(?:-[a-z0-9]+)*$/;
const numberText = /^-?\d[\d.,\s’']{0,29}$/;

/** Returns the field name of a question. */
export function questionField(key: string): `question-${string}` {
	return `${prefix}${key}`;
}

/** Tells whether a field is that of a question. */
export function isQuestionField(field: string): boolean {
	return fieldName.test(field);
}

/** Reads the fields of a form, of a file its name. Of a question's several values each takes a line; of another field the last counts. */
export function readFormFields(form: Iterable<readonly [string, string | { name: string }]>): Record<string, string> {
	const fields = new Map<string, string>();
	for (const [name, value] of form) {
		const text = typeof value === "string" ? value : value.name;
		const before = isQuestionField(name) ? fields.get(name) : undefined;
		fields.set(name, before === undefined ? text : `${before}\n${text}`);
	}
	return Object.fromEntries(fields);
}

/** Reads the answers from the fields of a form. */
export function readQuestionAnswers(fields: Record<string, string>): QuestionAnswers {
	return Object.fromEntries(
		Object.entries(fields).flatMap(([name, value]) =>
			isQuestionField(name) && value.trim() !== "" ? [[name.slice(prefix.length), value.trim()]] : [],
		),
	);
}

/** Reads the answers that a program sends: of several choices a list. */
export function joinAnswers(answers: Record<string, string | string[]>): QuestionAnswers {
	return Object.fromEntries(Object.entries(answers).map(([key, given]) => [key, [given].flat().join("\n")]));
}

type Asked = Pick<Question, "kind" | "options">;

/** Lists the options of an answer; undefined for free text. */
function listAnswerOptions({ kind, options }: Asked): readonly string[] | undefined {
	if (kind === "choice" || kind === "choices" || kind === "budget") return options;
	return kind === "yes-no" ? yesOrNo : undefined;
}

export function answerLimit({ kind }: Pick<Question, "kind">): number {
	return kind === "long-text" ? answerLimits.longText : answerLimits.shortText;
}

/** Returns the parts of an answer: of several choices each, of other kinds the answer, of none nothing. */
export function listChosen(question: Asked, answer: string | undefined = ""): string[] {
	const cleaned = listAnswerOptions(question)
		? answer.trim()
		: question.kind === "long-text"
			? cleanText(answer).trim()
			: cleanLine(answer).replaceAll("\n", " ");
	if (cleaned === "") return [];
	if (question.kind === "number") return [toLatinDigits(cleaned)];
	return question.kind === "choices" ? [...new Set(cleaned.split("\n").map((option) => option.trim()))] : [cleaned];
}

/**
 * Lists the errors of the answers to a form's own questions, in order.
 * @param askFor writes the error of a missing answer
 */
export function validateAnswers(
	questions: readonly Question[],
	answers: QuestionAnswers,
	askFor = ({ label }: Pick<Question, "kind" | "label">) => `Please answer for "${label.slice(0, 30)}..."`,
): FieldError[] {
	return questions.flatMap((question) => {
		const chosen = listChosen(question, answers[question.key]);
		const missing = question.required && chosen.length === 0 ? askFor(question) : undefined;
		const message = missing ?? chosen.map((answer) => findFault(question, answer)).find(Boolean);
		return message === undefined ? [] : [{ field: questionField(question.key), message }];
	});
}

/** Returns a question as the label of its answer. */
export function toAnswerLabel(question: string): string {
	return question.replace(/[?:]$/, "");
}

/** Writes the error of a missing answer in the words of a form for visitors. */
export function askForAnswer({ kind, label }: Pick<Question, "kind" | "label">): string {
	const short = toAnswerLabel(label);
	return kind === "file" ? `Attach a file for “${short}”` : `Answer “${short}”`;
}

function findFault(question: Question, answer: string): string | undefined {
	const options = listAnswerOptions(question);
	if (options) return options.includes(answer) ? undefined : `Please choose one of: ${options.join(", ")}`;
	if (question.kind === "number" && !numberText.test(answer)) return "Please answer with a number";
	// The server recognises a file by its content; its name says nothing.
	if (question.kind === "file") return undefined;
	const limit = answerLimit(question);
	return answer.length > limit ? `Please answer in at most ${limit} characters` : undefined;
}

type YesOrNo = (typeof yesOrNo)[number];
const inWords: Readonly<Record<YesOrNo, string>> = { yes: "Yes", no: "No" };

/** Pairs answers with the wording of their questions, in order; unanswered ones are left out. */
export function listAnswered(questions: readonly Question[], answers: QuestionAnswers): AnsweredQuestion[] {
	return questions.flatMap((question) => {
		const { key, label, kind } = question;
		const chosen = listChosen(question, answers[key]);
		if (chosen.length === 0) return [];
		const answer = chosen.map((one) => (kind === "yes-no" ? inWords[one as YesOrNo] : one)).join(", ");
		const isUnclear = listAnswerOptions(question) !== undefined && answer.includes(", ");
		return [{ key, question: label, answer, ...(isUnclear && { chosen }) }];
	});
}

/** Finds the member to whom a record goes by its answers: the first that an answer names. */
export function findAnswerOwner(
	{ questions, owners }: { questions: readonly Question[]; owners: readonly AnswerOwner[] },
	answers: QuestionAnswers,
): string | undefined {
	const chosen = new Map(questions.map((question) => [question.key, listChosen(question, answers[question.key])]));
	return owners.find(({ key, answer }) => chosen.get(key)?.includes(answer))?.owner;
}
