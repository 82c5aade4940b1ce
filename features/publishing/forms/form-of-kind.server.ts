import type { DocumentKind } from "../documents/document-kinds.ts";
import { describeForm } from "./describe-form.ts";
import type { FormField } from "./form-field.ts";

const forms = new WeakMap<DocumentKind, FormField>();

/** Returns the form of a kind of document, described once. */
export function formOfKind(kind: DocumentKind): FormField {
	let form = forms.get(kind);
	if (!form) forms.set(kind, (form = describeForm(kind.schema, kind.label)));
	return form;
}
