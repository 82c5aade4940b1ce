/** The fields that a template may hold between braces, each with its meaning. */
export const mergeFields = {
	firstName: "Sender’s first name",
	lastName: "Sender’s last name",
	reference: "Reference, such as ENQ-7K3F9QXM",
	senderName: "Your name",
	companyName: "Company name",
	companyPhone: "Company phone number",
} as const;
export type MergeField = keyof typeof mergeFields;
export type MergeValues = Record<MergeField, string>;

const braced = /\{([^{}]*)\}/g;

/** Lists the unknown fields of a template, without duplicates. */
export function listUnknownFields(template: string): string[] {
	const names = [...template.matchAll(braced)].map(([, name = ""]) => name);
	return [...new Set(names.filter((name) => !Object.hasOwn(mergeFields, name)))];
}

/** Fills in the fields of a template. Unknown fields stay, and values are not expanded again. */
export function fillTemplate(template: string, values: MergeValues): string {
	return template.replaceAll(braced, (whole, name: string) =>
		Object.hasOwn(values, name) ? values[name as MergeField] : whole,
	);
}
