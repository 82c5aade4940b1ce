import { entryOf } from "./field-names.ts";
import type { FormField } from "./form-field.ts";

/** Returns the form of some fields of a document, in the document's order. */
export function pickFields(form: FormField, keys: readonly string[]): FormField {
	if (form.kind !== "group") return form;
	return { ...form, fields: form.fields.filter(({ key }) => keys.includes(key)) };
}

/** Returns a document's values with those of some fields replaced by what their form sent, in the document's order. */
export function mergePicked(
	form: FormField,
	keys: readonly string[],
	{ before, sent }: { before: unknown; sent: unknown },
): unknown {
	if (form.kind !== "group") return sent;
	return Object.fromEntries(
		form.fields.flatMap(({ key }) => {
			const value = entryOf(keys.includes(key) ? sent : before, key);
			return value === undefined ? [] : [[key, value]];
		}),
	);
}
