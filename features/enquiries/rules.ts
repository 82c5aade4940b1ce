import * as z from "zod/mini";

/** Longest value of each field, in UTF-16 units, as a browser's maxlength counts. */
export const enquiryLimits = { firstName: 100, lastName: 100, email: 254, phone: 40, message: 5_000 } as const;

export type EnquiryField = keyof typeof enquiryLimits;

/** What is wrong with one field, in words for the person who filled it in. */
export type FieldError = { field: string; message: string };

/** Line breaks and other control characters, and the marks that turn the direction of text, which can fake a name. */
const notInOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const notInText = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u;

const numberFormat = new Intl.NumberFormat("en-IN");

function atMost(limit: number, label: string) {
	return z.maxLength(limit, {
		error: (issue) => `${label} is ${numberFormat.format(String(issue.input).length)} characters long; the limit is ${numberFormat.format(limit)}`,
	});
}

/** The value is missing, or it is no text at all, which only a program can send. */
function missingOr(missing: string, notText: string) {
	return (issue: { input?: unknown }) => (issue.input === undefined ? missing : notText);
}

function required(label: string, limit: number, missing: string) {
	return z
		.string({ error: missingOr(missing, `${label} must be text`) })
		.check(z.trim(), z.minLength(1, missing), atMost(limit, label), withoutControlCharacters(label));
}

function withoutControlCharacters(label: string) {
	return z.refine<string>((text) => !notInOneLine.test(text), `${label} must be one line of text without special control characters`);
}

/**
 * The enquiry form: firstName, lastName, email and message are required, phone may be missing or empty.
 *
 * Texts come back trimmed, line breaks of the message as single line feeds and its tabs as spaces. `website` is a field
 * that people do not see; whoever fills it in is a program.
 *
 * Source: public-site specification, section 5 (contact form); the bounds are ours.
 */
export const enquirySchema = z.object(
	{
		firstName: required("Your first name", enquiryLimits.firstName, "Enter your first name"),
		lastName: required("Your last name", enquiryLimits.lastName, "Enter your last name"),
		email: required("Your e-mail address", enquiryLimits.email, "Enter your e-mail address").check(
			z.email("Enter an e-mail address like name@company.in"),
		),
		phone: z._default(
			z
				.string({ error: "Your phone number must be text" })
				.check(z.trim(), atMost(enquiryLimits.phone, "Your phone number"), withoutControlCharacters("Your phone number")),
			"",
		),
		message: z
			.string({ error: missingOr("Enter your message", "Your message must be text") })
			.check(
				z.overwrite((text) => text.replaceAll(/\r\n?/g, "\n").replaceAll("\t", " ")),
				z.trim(),
				z.minLength(1, "Enter your message"),
				atMost(enquiryLimits.message, "Your message"),
				z.refine<string>((text) => !notInText.test(text), "Your message must be text without special control characters"),
			),
		website: z._default(z.string({ error: "website must be text" }), ""),
	},
	{ error: "Send an object with firstName, lastName, email and message" },
);

/** An enquiry that keeps the rules. */
export type Enquiry = Record<EnquiryField, string>;

/**
 * Checks what came from a form or a program, field by field.
 *
 * @returns the enquiry and whether it looks like spam, or the first error of each field in the order of the form; an
 * error about the whole has an empty field name
 */
export function validateEnquiry(input: unknown): { ok: true; enquiry: Enquiry; looksLikeSpam: boolean } | { ok: false; errors: FieldError[] } {
	const result = z.safeParse(enquirySchema, input);
	if (result.success) {
		const { website, ...enquiry } = result.data;
		return { ok: true, enquiry, looksLikeSpam: website !== "" };
	}
	const errors = new Map<string, FieldError>();
	for (const issue of result.error.issues) {
		const field = String(issue.path[0] ?? "");
		if (!errors.has(field)) errors.set(field, { field, message: issue.message });
	}
	return { ok: false, errors: [...errors.values()] };
}
