import { isQuestionField, readQuestionAnswers } from "./question-answers.ts";
import { fieldOrder, qualificationField } from "./rules.ts";

const listFields = ["education", "workExperience", "minimumQualifications"] as const;
/** "education-0-school" */
const entryName = /^(education|workExperience)-(\d{1,2})-(\w+)$/;
/** "minimumQualifications-2" */
const answerName = /^minimumQualifications-\d{1,2}$/;
/** Of a list, and of the parts of an entry: more than the rules take, which say so. What comes beyond is not looked at. */
const mostListed = 100;
const ownFields = new Set(["jobId", "idempotencyKey", "leaveEmpty", ...fieldOrder]);

/** Tells whether the form of an application has a text field of this name, with scripts or without. */
export function isPostedField(name: string): boolean {
	return ownFields.has(name) || isQuestionField(name) || entryName.test(name) || answerName.test(name);
}

/**
 * Turns the text fields of a multipart form into what validateApplication takes.
 *
 * The application page sends lists as JSON (docs/product/careers.md, Calls); a form without scripts sends their parts one by one, as
 * "education-0-school" and "minimumQualifications-2". A program may write a year as a number and null for
 * what it does not know: in an entry both are taken as texts. JSON that cannot be read becomes a text, which the rules then refuse by name.
 *
 * @param questions the minimum qualifications, in the order of the form
 */
export function readPostedFields(
	fields: Record<string, string>,
	questions: readonly string[],
): Record<string, unknown> {
	const values: Record<string, unknown> = { ...fields, questionAnswers: readQuestionAnswers(fields) };
	for (const name of listFields) {
		const json = fields[name];
		if (json !== undefined) values[name] = withTexts(parseJson(json));
		else values[name] = name === "minimumQualifications" ? readAnswers(fields, questions) : readEntries(fields, name);
	}
	return values;
}

/** The name of one part of an entry in a form without scripts. */
export function entryField(list: "education" | "workExperience", index: number, part: string): string {
	return `${list}-${index}-${part}`;
}

function readAnswers(fields: Record<string, string>, questions: readonly string[]): { text: string; answer: string }[] {
	return questions.map((text, index) => ({ text, answer: fields[qualificationField(index)] ?? "" }));
}

function readEntries(fields: Record<string, string>, list: "education" | "workExperience"): Record<string, string>[] {
	const entries = new Map<string, Record<string, string>>();
	for (const [name, value] of Object.entries(fields)) {
		const [, owner, index, part] = entryName.exec(name) ?? [];
		if (owner !== list || index === undefined || part === undefined || value === "") continue;
		entries.set(index, { ...entries.get(index), [part]: value });
	}
	return [...entries].toSorted(([a], [b]) => Number(a) - Number(b)).map(([, entry]) => entry);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** A list with the numbers in its entries as texts and null as an empty one; what is no list comes back as it is. */
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
