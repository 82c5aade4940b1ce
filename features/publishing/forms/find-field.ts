import type { FormField } from "./form-field.ts";

/** Finds the field that an input of a form edits; undefined for a name of none. */
export function findField(root: FormField, name: string): FormField | undefined {
	return name
		.split(".")
		.slice(1)
		.reduce<FormField | undefined>((around, part) => around && findInner(around, part), root);
}

function findInner(field: FormField, part: string): FormField | undefined {
	if (field.kind === "group") return field.fields.find(({ key }) => key === part)?.field;
	if (field.kind === "list") return field.item;
	// Within an entry: its name or its value.
	if (field.kind === "record")
		return {
			kind: "group",
			title: "",
			fields: [
				{ key: "key", field: field.key },
				{ key: "value", field: field.value },
			],
		};
	if (field.kind !== "union") return undefined;
	const found = field.variants.flatMap((variant) => findInner(variant, part) ?? []);
	const [first] = found;
	// Which variant a value has is not known here, so fields within are looked for in each.
	return first?.kind === "list" || first?.kind === "group" ? { ...field, variants: found } : first;
}

/** Tells whether a text keeps the limits that its field states. */
export function fitsField(field: FormField, text: string): boolean {
	const { length } = text.trim();
	if (field.kind === "number") return length > 0 && Number.isFinite(Number(text));
	if (field.kind !== "text" && field.kind !== "long-text" && field.kind !== "markdown") return false;
	if (length === 0) return field.isOptional === true;
	return length >= (field.min ?? 0) && length <= (field.max ?? Infinity);
}
