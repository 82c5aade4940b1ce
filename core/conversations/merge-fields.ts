/** What a template may hold between braces, and what each stands for. */
export const mergeFields = {
	firstName: "Given name of whoever wrote to us",
	lastName: "Family name of whoever wrote to us",
	reference: "Reference, such as ENQ-7K3F9QXM",
	senderName: "Your own name",
	companyName: "Name of the company",
	companyPhone: "Telephone number of the company",
} as const;
export type MergeField = keyof typeof mergeFields;
export type MergeValues = Record<MergeField, string>;

const braced = /\{([^{}]*)\}/g;

/** Lists what stands between braces and is no field, each once. */
export function listUnknownFields(template: string): string[] {
	const names = [...template.matchAll(braced)].map(([, name = ""]) => name);
	return [...new Set(names.filter((name) => !Object.hasOwn(mergeFields, name)))];
}

/** Fills in the fields of a template. A value that looks like a field itself is left as it is, and so is what is no field. */
export function fillTemplate(template: string, values: MergeValues): string {
	return template.replaceAll(braced, (whole, name: string) =>
		Object.hasOwn(values, name) ? values[name as MergeField] : whole,
	);
}
