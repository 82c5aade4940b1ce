import * as z from "zod/mini";

/** An error in one field, in words for the person who filled it in. */
export type FieldError = { field: string; message: string };

/** Line breaks and other control characters, and direction marks, which can fake a name. */
const notInOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const notInText = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u;

/**
 * One line of required text, trimmed.
 *
 * @param label the field's name in errors, such as "Your first name"
 * @param limit longest value in UTF-16 units, as a browser's maxlength counts
 * @param missing the error of an empty or missing field
 */
export function requiredLine(label: string, limit: number, missing: string) {
	return z
		.string({ error: missingOr(missing, `${label} must be text`) })
		.check(z.trim(), z.minLength(1, missing), atMost(limit, label), withoutControlCharacters(label));
}

/** One line of optional text, trimmed; it may be empty. */
export function optionalLine(label: string, limit: number) {
	return z._default(
		z.string({ error: `${label} must be text` }).check(z.trim(), atMost(limit, label), withoutControlCharacters(label)),
		"",
	);
}

/** A required e-mail address. */
export function requiredEmail(limit: number) {
	return requiredLine("Your e-mail address", limit, "Enter your e-mail address").check(
		z.email("Enter an e-mail address like name@company.com"),
	);
}

/** Required text of several lines, trimmed, with every line break as a line feed and tabs as spaces. */
export function requiredText(label: string, limit: number, missing: string) {
	return z
		.string({ error: missingOr(missing, `${label} must be text`) })
		.check(
			withPlainBreaks(),
			z.trim(),
			z.minLength(1, missing),
			atMost(limit, label),
			withoutOtherControlCharacters(label),
		);
}

/** Optional text of several lines, read like requiredText; it may be empty. */
export function optionalText(label: string, limit: number) {
	return z._default(
		z
			.string({ error: `${label} must be text` })
			.check(withPlainBreaks(), z.trim(), atMost(limit, label), withoutOtherControlCharacters(label)),
		"",
	);
}

/** A hidden field; only a program fills it in. */
export function honeypot(name: string) {
	return z._default(z.string({ error: `${name} must be text` }), "");
}

/** An error for a missing value, and one for a value that is not text, which only a program can send. */
export function missingOr(missing: string, notText: string) {
	return (issue: { input?: unknown }) => (issue.input === undefined ? missing : notText);
}

/**
 * Lists the first error of each field, in the order of the schema. An error about the whole form has an empty field
 * name.
 *
 * @param locale of the numbers of characters in messages
 */
export function listFieldErrors(
	issues: readonly { code?: string; path: readonly PropertyKey[]; message: string }[],
	locale: string,
): FieldError[] {
	const errors = new Map<string, FieldError>();
	for (const { code, path, message } of issues) {
		const field = String(path[0] ?? "");
		if (!errors.has(field))
			errors.set(field, { field, message: code === "too_big" ? groupDigits(message, locale) : message });
	}
	return [...errors.values()];
}

function groupDigits(message: string, locale: string): string {
	return message.replaceAll(/\d+/g, (digits) => Number(digits).toLocaleString(locale));
}

function atMost(limit: number, label: string) {
	return z.maxLength(limit, {
		error: (issue) => `${label} is ${(issue.input as string).length} characters long; the limit is ${limit}`,
	});
}

function withPlainBreaks() {
	return z.overwrite<string>((text) => text.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll("\t", " "));
}

function withoutControlCharacters(label: string) {
	return z.refine<string>(
		(text) => !notInOneLine.test(text),
		`${label} must be one line of text without special control characters`,
	);
}

function withoutOtherControlCharacters(label: string) {
	return z.refine<string>((text) => !notInText.test(text), `${label} must be text without special control characters`);
}
