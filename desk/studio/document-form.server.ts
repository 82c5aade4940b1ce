import { findDocumentKind, type DocumentKind } from "../../features/publishing/documents/document-kinds.ts";
import { describeForm } from "../../features/publishing/forms/describe-form.ts";
import type { FormField } from "../../features/publishing/forms/form-field.ts";

/** A kind of document with its form. */
export type DocumentForm = { kind: DocumentKind; slug: string; form: FormField };

const forms = new Map<string, FormField>();

/** Finds the form of a document's path; undefined for a path of no kind. */
export function findDocumentForm(path: string): DocumentForm | undefined {
	const located = findDocumentKind(path);
	if (!located || located.kind.editedAs !== "document") return undefined;
	const { name, kind, slug } = located;
	let form = forms.get(name);
	if (!form) forms.set(name, (form = describeForm(kind.schema, kind.label)));
	return { kind, slug, form };
}
