import { z } from "zod";
import { line, slug } from "./company.ts";
import { questionKinds, questionLimits } from "./job-questions.ts";

const questionSchema = z
	.strictObject({
		key: slug.max(60),
		kind: z.enum(questionKinds),
		label: line.max(questionLimits.label),
		required: z.boolean().default(false),
		options: z.array(line.max(questionLimits.option)).max(questionLimits.options).default([]),
	})
	.check(({ value: { kind, options }, issues }) => {
		const report = (message: string) => issues.push({ code: "custom", input: options, path: ["options"], message });
		if (kind === "choice" && options.length < 2) report("a choice needs two options at least");
		if (kind !== "choice" && options.length > 0) report("only a choice has options");
		if (new Set(options).size !== options.length) report("must not hold the same twice");
	});

/** The questions of a job, as its file names them. */
export const questionsSchema = z
	.array(questionSchema)
	.max(questionLimits.questions)
	.refine(
		(questions) => new Set(questions.map(({ key }) => key)).size === questions.length,
		"must not have one key twice",
	);
