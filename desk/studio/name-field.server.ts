import type { FormField } from "../../features/publishing/forms/form-field.ts";
import { capitalise } from "../../shared/capitalise.ts";
import { findDocumentForm } from "./document-form.server.ts";

/**
 * Names a field as the form of its document does: "Offices 1 › Street" for "offices[0].street". A field without a label there is named by its key.
 * @param path of the document
 * @param field path of its value, as errors have it
 */
export function nameField(path: string, field: string): string {
	const names: string[] = [];
	let form = findDocumentForm(path)?.form;
	for (const [, key, index] of field.matchAll(/([^.[\]]+)|\[(\d+)\]/g))
		if (key === undefined) {
			names.push(`${names.pop() ?? ""} ${Number(index) + 1}`.trim());
			form = form?.kind === "list" ? form.item : undefined;
		} else {
			form = form && findChild(form, key);
			names.push(form?.title || capitalise(key));
		}
	return names.join(" › ");
}

function findChild(form: FormField, key: string): FormField | undefined {
	if (form.kind === "record") return { ...form.value, title: key };
	if (form.kind === "group") return form.fields.find((field) => field.key === key)?.field;
	if (form.kind === "union") return form.variants.map((variant) => findChild(variant, key)).find(Boolean);
	return undefined;
}
