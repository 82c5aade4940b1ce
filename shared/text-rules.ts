import * as z from "zod/mini";

/** What is wrong with one field, in words for the person who filled it in. */
export type FieldError = { field: string; message: string };

/** Line breaks and other control characters, and the marks that turn the direction of text, which can fake a name. */
const notInOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const notInText = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u;

/**
 * One line of text that must be there; comes back trimmed.
 *
 * @param label how an error names the field, such as "Your first name"
 * @param limit longest value in UTF-16 units, as a browser's maxlength counts
 * @param missing what an empty or missing field is told
 */
export function requiredLine(label: string, limit: number, missing: string) {
	return z
		.string({ error: missingOr(missing, `${label} must be text`) })
		.check(z.trim(), z.minLength(1, missing), atMost(limit, label), withoutControlCharacters(label));
}

/** One line of text that may be missing or empty; comes back trimmed. */
export function optionalLine(label: string, limit: number) {
	return z._default(
		z.string({ error: `${label} must be text` }).check(z.trim(), atMost(limit, label), withoutControlCharacters(label)),
		"",
	);
}

/** An e-mail address that must be there. */
export function requiredEmail(limit: number) {
	return requiredLine("Your e-mail address", limit, "Enter your e-mail address").check(
		z.email("Enter an e-mail address like name@company.com"),
	);
}

/** Text of several lines that must be there; comes back trimmed, every kind of line break as a line feed and tabs as spaces. */
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

/** Text of several lines that may be missing or empty, read like requiredText. */
export function optionalText(label: string, limit: number) {
	return z._default(
		z
			.string({ error: `${label} must be text` })
			.check(withPlainBreaks(), z.trim(), atMost(limit, label), withoutOtherControlCharacters(label)),
		"",
	);
}

/** A field that people do not see; whoever fills it in is a program. */
export function honeypot(name: string) {
	return z._default(z.string({ error: `${name} must be text` }), "");
}

/** The value is missing, or it is no text at all, which only a program can send. */
export function missingOr(missing: string, notText: string) {
	return (issue: { input?: unknown }) => (issue.input === undefined ? missing : notText);
}

/**
 * The first error of each field, in the order of the schema; an error about the whole has an empty field name.
 *
 * @param locale that numbers of characters are written by
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
