import { cleanText } from "../../../shared/clean-text.ts";

/** A line with its break, in any of the forms that cleanText reads. */
const line = /[^\n\r\v\f\u0085\u2028\u2029]*(?:\r\n|[\n\r\v\f\u0085\u2028\u2029])|[^\n\r\v\f\u0085\u2028\u2029]+$/g;

/**
 * Takes a typed text over the stored one: lines above and below the change keep their bytes, such as tabs and line breaks, which a form
 * does not return as it got them.
 * @param typed cleaned by cleanText
 */
export function takeOverLines(stored: string, typed: string): string {
	if (cleanText(stored) === typed) return stored;
	const before = stored.match(line) ?? [];
	const after = typed.match(line) ?? [];
	const isSame = (from: string | undefined, to: string | undefined) => from !== undefined && cleanText(from) === to;
	const shorter = Math.min(before.length, after.length);
	let start = 0;
	while (start < shorter && isSame(before[start], after[start])) start += 1;
	let end = 0;
	while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
	return [
		...before.slice(0, start),
		...after.slice(start, after.length - end),
		...before.slice(before.length - end),
	].join("");
}
