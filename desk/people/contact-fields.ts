import type { ShownField } from "../records/values.ts";

/** Lists a person's contact details as labelled values; several addresses or numbers become a list. */
export function listContactFields({
	names,
	emails,
	phones,
}: {
	names: readonly string[];
	emails: readonly string[];
	phones: readonly string[];
}): ShownField[] {
	const show = (label: string, values: readonly string[], as?: "email"): ShownField[] => {
		if (values.length === 0) return [];
		return values.length === 1
			? [{ label, value: { text: values[0] ?? "" }, ...(as && { as }) }]
			: [{ label, value: [...values] }];
	};
	return [...show("Name", names), ...show("E-mail", emails, "email"), ...show("Phone", phones)];
}
