import { z } from "zod";
import { line, slug } from "./company.ts";
import { emailAddressPattern } from "./email-address.ts";
import {
	answerFileLimits,
	jobQuestionKinds,
	questionKinds,
	questionLimits,
	yesOrNo,
	type AskedForm,
	type QuestionKind,
} from "./questions.ts";

const key = slug.max(60).meta({ title: "Key" });
const label = line.max(questionLimits.label).meta({ title: "Question" });
const required = z.boolean().default(false).meta({ title: "Required" });
const options = z
	.array(line.max(questionLimits.option).meta({ title: "Option" }))
	.max(questionLimits.options)
	.default([])
	.meta({ title: "Options" });

const jobQuestionSchema = z
	.strictObject({ key, kind: z.enum(jobQuestionKinds).meta({ title: "Answer type" }), label, required, options })
	.check(({ value, issues }) => {
		for (const message of listOptionFaults(value))
			issues.push({ code: "custom", input: value.options, path: ["options"], message });
	})
	.meta({ title: "Question" });

function listOptionFaults({ kind, options: listed }: { kind: QuestionKind; options: readonly string[] }): string[] {
	const isChoice = kind === "choice" || kind === "choices";
	return [
		...(isChoice && listed.length < 2 ? ["a choice needs at least two options"] : []),
		...(!isChoice && listed.length > 0 ? ["only a choice can have options"] : []),
		...(new Set(listed).size === listed.length ? [] : ["must not contain duplicates"]),
	];
}

const listOnce = (questions: readonly { key: string }[]) =>
	new Set(questions.map((question) => question.key)).size === questions.length;
const keyTwice = "must not contain a key twice";

/** The questions in a job's file. */
export const jobQuestionsSchema = z.array(jobQuestionSchema).max(questionLimits.questions).refine(listOnce, keyTwice);

const ownerSchema = z
	.strictObject({
		answer: line
			.max(questionLimits.option)
			.meta({ title: "If the answer is", description: "An option, or yes or no." }),
		owner: z
			.email({ pattern: emailAddressPattern })
			.meta({ title: "Owner", description: "A member’s e-mail address." }),
	})
	.meta({ title: "Owner by answer" });

const questionSchema = z
	.strictObject({
		key: key.describe("Names the answer in the API and in exports. Keep it when you reword the question."),
		kind: z.enum(questionKinds).meta({
			title: "Answer type",
			description: "choices: any number of the options. budget: a range of amounts. file: one file.",
		}),
		label,
		hint: line.max(questionLimits.label).optional().meta({ title: "Hint" }),
		required,
		options,
		amounts: z
			.array(z.number().int().min(1).max(1_000_000_000).meta({ title: "Amount" }))
			.max(questionLimits.options - 1)
			.default([])
			.meta({
				title: "Amounts between the ranges of a budget",
				description: "Ascending, in the company’s currency. Visitors choose a range: under the first, and so on.",
			}),
		owners: z.array(ownerSchema).max(questionLimits.options).default([]).meta({
			title: "Owners by answer",
			description: "New records with such an answer belong to this member.",
		}),
	})
	.check(({ value, issues }) => {
		const report = (path: "options" | "amounts" | "owners", message: string) =>
			issues.push({ code: "custom", input: value[path], path: [path], message });
		for (const message of listOptionFaults(value)) report("options", message);
		const { kind, amounts, owners } = value;
		if (kind === "budget" && amounts.length === 0) report("amounts", "a budget needs at least one amount");
		if (kind !== "budget" && amounts.length > 0) report("amounts", "only a budget can have amounts");
		if (amounts.some((amount, index) => amount <= (amounts[index - 1] ?? 0))) report("amounts", "must be ascending");
		const answers = kind === "yes-no" ? yesOrNo : value.options;
		// The ranges of a budget depend on the company's currency: check-references compares them.
		if (kind !== "budget" && owners.some(({ answer }) => !answers.some((one) => one === answer)))
			report("owners", "an answer is not an option of the question");
	})
	.meta({ title: "Question" });

/** The company's own questions in the document of a form. */
export const questionsSchema = z
	.array(questionSchema)
	.max(questionLimits.questions)
	.refine(listOnce, keyTwice)
	.refine(
		(questions) => questions.filter(({ kind }) => kind === "file").length <= answerFileLimits.files,
		`must not ask for more than ${answerFileLimits.files} files`,
	)
	.default([]);

type WrittenQuestion = z.output<typeof questionsSchema>[number];

/** Returns the form of a document's questions, with the ranges of budgets written in the company's currency. */
export function toAskedForm(
	questions: readonly WrittenQuestion[],
	company: { locale: string; currency: string },
): AskedForm {
	return {
		questions: questions.map(({ amounts, owners: _, ...question }) => ({
			...question,
			options: question.kind === "budget" ? writeRanges(amounts, company) : question.options,
		})),
		owners: questions.flatMap((question) =>
			question.owners.map(({ answer, owner }) => ({ key: question.key, answer, owner })),
		),
	};
}

function writeRanges(amounts: readonly number[], { locale, currency }: { locale: string; currency: string }): string[] {
	const { format } = new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 0 });
	return [
		`Under ${format(amounts[0] ?? 0)}`,
		...amounts.slice(1).map((amount, index) => `${format(amounts[index] ?? 0)} to ${format(amount)}`),
		`${format(amounts.at(-1) ?? 0)} or more`,
	];
}
