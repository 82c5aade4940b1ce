import * as z from "zod/mini";
import { createFieldRules } from "../../shared/field-rules.ts";
import { honeypot, listFieldErrors, type FieldError } from "../../shared/text-rules.ts";
import type { Company } from "../../shared/company.ts";
import { enquiryFields, type EnquiryField } from "./enquiry-fields.ts";

export type { FieldError } from "../../shared/text-rules.ts";

/**
 * The enquiry form: firstName, lastName, email and message are required, phone may be missing or empty.
 *
 * Texts come back trimmed, line breaks of the message as single line feeds and its tabs as spaces. `leaveEmpty` is a field
 * that people do not see; whoever fills it in is a program.
 *
 * Source: docs/product/enquiries.md, Fields; docs/product/enquiries.md, Validation.
 */
export const enquirySchema = z.object(
	{
		...createFieldRules(enquiryFields),
		leaveEmpty: honeypot("leaveEmpty"),
	},
	{ error: "Send an object with firstName, lastName, email and message" },
);

/** An enquiry that keeps the rules. */
export type Enquiry = Record<EnquiryField, string>;

export type CheckedEnquiry = { enquiry: Enquiry; looksLikeSpam: boolean };

/** Tells the enquiry from the field that gives programs away. */
export function readEnquiry({ leaveEmpty, ...enquiry }: z.output<typeof enquirySchema>): CheckedEnquiry {
	return { enquiry, looksLikeSpam: leaveEmpty !== "" };
}

/**
 * Checks what came from a form or a program, field by field.
 *
 * @returns the enquiry and whether it looks like spam, or the first error of each field in the order of the form; an
 * error about the whole has an empty field name
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
