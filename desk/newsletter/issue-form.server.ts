import type { IssueWords } from "../../features/newsletter/issue-store.server.ts";
import { toOneLine } from "../../shared/clean-text.ts";
import type { FieldError } from "../../shared/text-rules.ts";
import { readTimeToCome } from "../studio/read-release.server.ts";

const longestLine = 150;

/** Reads the words of an issue as they were typed. */
export function readIssueWords(form: URLSearchParams): { words: IssueWords; errors: FieldError[] } {
	const words = {
		subject: toOneLine(form.get("subject") ?? "").trim(),
		preheader: toOneLine(form.get("preheader") ?? "").trim(),
	};
	const errors: FieldError[] = [];
	if (words.subject === "") errors.push({ field: "subject", message: "Enter a subject" });
	for (const [field, text] of Object.entries(words))
		if (text.length > longestLine)
			errors.push({ field, message: `Shorten this to ${longestLine} characters; it has ${text.length}` });
	return { words, errors };
}

/** Reads when an issue is sent; undefined for now. */
export function readSendingTime(
	form: URLSearchParams,
	timeZone: string,
	now: Temporal.Instant,
): { at: Temporal.Instant | undefined; errors: FieldError[] } {
	if (form.get("when") !== "later") return { at: undefined, errors: [] };
	const { at, fault } = readTimeToCome(form.get("at") ?? "", timeZone, now);
	return { at, errors: fault === undefined ? [] : [{ field: "at", message: fault }] };
}
