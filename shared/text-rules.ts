import * as z from "zod/mini";
import { cleanLine, cleanText } from "./clean-text.ts";
import { emailAddress } from "./email-address.ts";

/** An error in one field, in words for the person who filled it in. */
export type FieldError = { field: string; message: string };

/**
 * One line of required text, cleaned and trimmed.
 *
 * @param label the field's name in errors, such as "Your first name"
 * @param limit longest value in UTF-16 units, as a browser's maxlength counts
 * @param missing the error of an empty or missing field
 */
export function requiredLine(label: string, limit: number, missing: string) {
	return z
		.string({ error: missingOr(missing, `${label} must be text`) })
		.check(z.overwrite(cleanLine), z.minLength(1, missing), atMost(limit, label), oneLine(label));
}

/** One line of optional text, cleaned and trimmed; it may be empty. */
export function optionalLine(label: string, limit: number) {
	return z._default(
		z.string({ error: `${label} must be text` }).check(z.overwrite(cleanLine), atMost(limit, label), oneLine(label)),
		"",
	);
}

/** A required e-mail address. */
export function requiredEmail(limit: number) {
	return requiredLine("Your e-mail address", limit, "Enter your e-mail address").check(
		emailAddress("Enter an e-mail address like name@company.com"),
	);
}

/** Required text of several lines, trimmed, with every line break as a line feed and tabs as spaces. */
export function requiredText(label: string, limit: number, missing: string) {
	return z
		.string({ error: missingOr(missing, `${label} must be text`) })
		.check(z.overwrite(cleanText), z.trim(), z.minLength(1, missing), atMost(limit, label));
}

/** Optional text of several lines, read like requiredText; it may be empty. */
export function optionalText(label: string, limit: number) {
	return z._default(
		z.string({ error: `${label} must be text` }).check(z.overwrite(cleanText), z.trim(), atMost(limit, label)),
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

function oneLine(label: string) {
	return z.refine<string>((text) => !text.includes("\n"), `${label} must be one line of text`);
}
