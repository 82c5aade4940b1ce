import { findDocumentKind, type DocumentKind } from "../../features/publishing/documents/document-kinds.ts";
import type { FormField } from "../../features/publishing/forms/form-field.ts";
import { formOfKind } from "../../features/publishing/forms/form-of-kind.server.ts";

/** A kind of document with its form. */
export type DocumentForm = { kind: DocumentKind; slug: string; form: FormField };

/** Finds the form of a document's path; undefined for a path of no kind. */
export function findDocumentForm(path: string): DocumentForm | undefined {
	const located = findDocumentKind(path);
	if (!located || located.kind.editedAs !== "document") return undefined;
	const { kind, slug } = located;
	return { kind, slug, form: formOfKind(kind) };
}
