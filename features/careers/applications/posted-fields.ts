import { noticeField } from "../../../shared/notices.ts";
import { isQuestionField, readQuestionAnswers } from "../../../shared/question-answers.ts";
import { sourceField } from "../../../shared/source-link.ts";
import { present } from "./options.ts";
import { fieldOrder, qualificationField } from "./rules.ts";

const listFields = ["education", "workExperience", "minimumQualifications"] as const;
/** "education-0-school" */
const entryName = /^(education|workExperience)-(\d{1,2})-(\w+)$/;
/** "minimumQualifications-2" */
const answerName = /^minimumQualifications-\d{1,2}$/;
/** Of a list, and of the parts of an entry: more than the rules allow, which refuse it; the rest is ignored. */
const mostListed = 100;
const ownFields = new Set([
	"jobId",
	"idempotencyKey",
	"leaveEmpty",
	"talentPool",
	sourceField,
	noticeField,
	...fieldOrder,
]);

/** Tells whether the application form has a text field of this name, with scripts or without. */
export function isPostedField(name: string): boolean {
	return ownFields.has(name) || isQuestionField(name) || entryName.test(name) || answerName.test(name);
}

/**
 * Converts the text fields of a multipart form to the input of validateApplication.
 *
 * The application page sends lists as JSON (docs/product/careers.md, Calls); a form without scripts sends their parts, as
 * "education-0-school" and "minimumQualifications-2". In entries, numbers and null are read as texts. Invalid JSON stays a text, which the
 * rules refuse by name.
 * @param questions the minimum qualifications, in the form's order
 */
export function readPostedFields(
	fields: Record<string, string>,
	questions: readonly string[],
): Record<string, unknown> {
	const values: Record<string, unknown> = { ...fields, questionAnswers: readQuestionAnswers(fields) };
	for (const name of listFields) {
		const json = fields[name];
		if (json !== undefined) values[name] = withTexts(parseJson(json));
		else if (name === "minimumQualifications") values[name] = readAnswers(fields, questions);
		else values[name] = Object.values(readEntries(fields, name));
	}
	return values;
}

/** Returns the field name of an entry's part in a form without scripts. */
export function entryField(list: "education" | "workExperience", index: number, part: string): string {
	return `${list}-${index}-${part}`;
}

function readAnswers(fields: Record<string, string>, questions: readonly string[]): { text: string; answer: string }[] {
	return questions.map((text, index) => ({ text, answer: fields[qualificationField(index)] ?? "" }));
}

/** Returns the entries of a form without scripts at their positions; a position whose fields are empty is a hole. */
export function readEntries(
	fields: Record<string, string>,
	list: "education" | "workExperience",
): Record<string, string>[] {
	const entries: Record<string, string>[] = [];
	for (const [name, value] of Object.entries(fields)) {
		const [, owner, index, part] = entryName.exec(name) ?? [];
		if (owner !== list || index === undefined || part === undefined || value === "") continue;
		// A box is checked in place of the month in which a job ended.
		const place = Number(index);
		entries[place] = { ...entries[place], [part === present.toLowerCase() ? "endDate" : part]: value };
	}
	return entries;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Converts numbers in a list's entries to texts and null to an empty one; anything else is returned unchanged. */
function withTexts(list: unknown): unknown {
	if (!Array.isArray(list)) return list;
	return list.slice(0, mostListed).map((entry: unknown) => {
		if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return entry;
		return Object.fromEntries(
			Object.entries(entry)
				.slice(0, mostListed)
				.map(([part, value]) => [part, typeof value === "number" ? String(value) : (value ?? "")]),
		);
	});
}
