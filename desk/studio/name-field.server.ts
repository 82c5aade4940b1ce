import { rootName } from "../../features/publishing/forms/field-names.ts";
import { findField } from "../../features/publishing/forms/find-field.ts";
import { capitalise } from "../../shared/capitalise.ts";
import { findDocumentForm } from "./document-form.server.ts";

/**
 * Names a field as the form of its document does: "Offices 1 › Street" for "offices[0].street". A field without a label there is named by its key.
 * @param path of the document
 * @param field path of its value, as errors have it
 */
export function nameField(path: string, field: string): string {
	const root = findDocumentForm(path)?.form;
	const names: string[] = [];
	let input = rootName;
	let form = root;
	for (const [, key, index] of field.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
		const isEntry = form?.kind === "record";
		input += isEntry ? `.${key}.value` : `.${key ?? index}`;
		form = root && findField(root, input);
		if (key === undefined) names.push(`${names.pop() ?? ""} ${Number(index) + 1}`.trim());
		else names.push(isEntry ? key : form?.title || capitalise(key));
	}
	return names.join(" › ");
}
