/** The fields that a template may hold between braces, each with its meaning. */
export const mergeFields = {
	firstName: "Sender’s first name",
	lastName: "Sender’s last name",
	reference: "Reference, such as ENQ-7K3F9QXM",
	senderName: "Your name",
	companyName: "Company name",
	companyPhone: "Company phone number",
	talentPoolLink: "Private link where the applicant agrees to stay in the talent pool, or leaves it",
	feedback: "Strengths and gaps from the scorecards, in the countries where applicants may be told",
} as const;
export type MergeField = keyof typeof mergeFields;
export type MergeValues = Record<MergeField, string>;

const braced = /\{([^{}]*)\}/g;
const bracedAsParagraph = /(?:^|\n\n)\{([^{}]*)\}(?=\n\n|$)/g;
const bracedAfterSpace = / ?\{([^{}]*)\}/g;

/** Lists the unknown fields of a template, without duplicates. */
export function listUnknownFields(template: string): string[] {
	const names = [...template.matchAll(braced)].map(([, name = ""]) => name);
	return [...new Set(names.filter((name) => !Object.hasOwn(mergeFields, name)))];
}

/**
 * Fills in the fields of a template. Unknown fields stay, and values are not expanded again. The space before a field without a value goes
 * too: "Hello {firstName}," is "Hello," to somebody without a name; so does a paragraph that is only such a field.
 */
export function fillTemplate(template: string, values: MergeValues): string {
	const isEmpty = (name: string) => Object.hasOwn(values, name) && values[name as MergeField] === "";
	const kept = template.replaceAll(bracedAsParagraph, (whole, name: string) => (isEmpty(name) ? "" : whole));
	return kept.replaceAll(bracedAfterSpace, (whole, name: string) => {
		if (!Object.hasOwn(values, name)) return whole;
		const value = values[name as MergeField];
		return value !== "" && whole.startsWith(" ") ? ` ${value}` : value;
	});
}
