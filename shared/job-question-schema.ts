import { z } from "zod";
import { line, slug } from "./company.ts";
import { questionKinds, questionLimits } from "./job-questions.ts";

const questionSchema = z
	.strictObject({
		key: slug.max(60).meta({ title: "Key" }),
		kind: z.enum(questionKinds).meta({ title: "Answer type" }),
		label: line.max(questionLimits.label).meta({ title: "Question" }),
		required: z.boolean().default(false).meta({ title: "Required" }),
		options: z
			.array(line.max(questionLimits.option).meta({ title: "Option" }))
			.max(questionLimits.options)
			.default([])
			.meta({ title: "Options" }),
	})
	.check(({ value: { kind, options }, issues }) => {
		const report = (message: string) => issues.push({ code: "custom", input: options, path: ["options"], message });
		if (kind === "choice" && options.length < 2) report("a choice needs at least two options");
		if (kind !== "choice" && options.length > 0) report("only a choice can have options");
		if (new Set(options).size !== options.length) report("must not contain duplicates");
	})
	.meta({ title: "Question" });

/** The questions in a job's file. */
export const questionsSchema = z
	.array(questionSchema)
	.max(questionLimits.questions)
	.refine(
		(questions) => new Set(questions.map(({ key }) => key)).size === questions.length,
		"must not contain a key twice",
	);
