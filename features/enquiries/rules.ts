import * as z from "zod/mini";
import type { Company } from "../../shared/company.ts";
import { createFieldRules } from "../../shared/field-rules.ts";
import { askForAnswer, readQuestionAnswers, validateAnswers } from "../../shared/question-answers.ts";
import type { Question } from "../../shared/questions.ts";
import { honeypot, listFieldErrors, type FieldError } from "../../shared/text-rules.ts";
import { enquiryFields, type EnquiryField } from "./enquiry-fields.ts";

export type { FieldError } from "../../shared/text-rules.ts";

/** The error of a body that is not an enquiry at all. */
export const invalidEnquiry = "Send an object with firstName, lastName, email and message";

/**
 * The enquiry form: firstName, lastName, email and message are required, phone is optional.
 *
 * Texts are trimmed, with line feeds as line breaks and spaces for tabs in the message. `leaveEmpty` is hidden from people; a program fills
 * it in.
 * Source: docs/product/enquiries.md, Fields and Validation.
 */
export const enquirySchema = z.object(
	{
		...createFieldRules(enquiryFields),
		leaveEmpty: honeypot("leaveEmpty"),
	},
	{ error: invalidEnquiry },
);

/** A valid enquiry. */
export type Enquiry = Record<EnquiryField, string>;

export type CheckedEnquiry = { enquiry: Enquiry; looksLikeSpam: boolean };

/** Separates the enquiry from the field that gives programs away. */
export function readEnquiry({ leaveEmpty, ...enquiry }: z.output<typeof enquirySchema>): CheckedEnquiry {
	return { enquiry, looksLikeSpam: leaveEmpty !== "" };
}

/**
 * Checks input of a form or program.
 * @returns the enquiry and whether it looks like spam, or the first error of each field in the order of the form; an error about the whole
 * has an empty field name
 */
export function validateEnquiry(
	input: unknown,
	{ locale }: Pick<Company, "locale">,
): ({ ok: true } & CheckedEnquiry) | { ok: false; errors: FieldError[] } {
	const result = z.safeParse(enquirySchema, input);
	return result.success
		? { ok: true, ...readEnquiry(result.data) }
		: { ok: false, errors: listFieldErrors(result.error.issues, locale) };
}

/** Checks the fields of a form that also asks the company's own questions; their errors come last. */
export function validateEnquiryForm(
	fields: Record<string, string>,
	company: Pick<Company, "locale">,
	questions: readonly Question[],
): ReturnType<typeof validateEnquiry> {
	const checked = validateEnquiry(fields, company);
	const unanswered = validateAnswers(questions, readQuestionAnswers(fields), askForAnswer);
	if (unanswered.length === 0) return checked;
	return { ok: false, errors: [...(checked.ok ? [] : checked.errors), ...unanswered] };
}
