import * as z from "zod/mini";
import type { FormField } from "./form-fields.ts";
import { optionalLine, optionalText, requiredEmail, requiredLine, requiredText } from "./text-rules.ts";

type FieldRules<Name extends string> = Record<Name, z.ZodMiniType<string, string | undefined>>;

/** Returns the rules of some fields, in their order: the shape of a schema that browser and server share. */
export function createFieldRules<Name extends string>(fields: Readonly<Record<Name, FormField>>): FieldRules<Name> {
	const rules = Object.entries<FormField>(fields).map(([name, field]) => [name, createFieldRule(field)]);
	return Object.fromEntries(rules) as FieldRules<Name>;
}

function createFieldRule({ subject, maxLength, required, type }: FormField) {
	const missing = `Enter ${subject.charAt(0).toLowerCase()}${subject.slice(1)}`;
	if (type === "email" && required) return requiredEmail(maxLength);
	if (type === "text") return required ? requiredText(subject, maxLength, missing) : optionalText(subject, maxLength);
	return required ? requiredLine(subject, maxLength, missing) : optionalLine(subject, maxLength);
}

/** The notice about personal data that a form showed. */
export const sentNotice = z
	.optional(z.string({ error: "Send the version of the notice as a text" }))
	.check(z.describe("Version of the notice about personal data that the form showed; the current one by default."));

/** Answers to the company's own questions as programs send them: docs/product/enquiries.md, Own questions. */
export const sentAnswers = z
	.optional(
		z.record(z.string(), z.union([z.string(), z.array(z.string())]), {
			error: "Send answers as an object of texts by the keys of the questions",
		}),
	)
	.check(
		z.describe(
			"Answers to the company's own questions by their keys; a list for several choices. Errors name them question-KEY. A question for a file is answered on the page only.",
		),
	);
