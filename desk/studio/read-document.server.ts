import { data } from "react-router";
import {
	readValues as readText,
	type DocumentValues,
} from "../../features/publishing/documents/document-text.server.ts";
import type { StudioDocument } from "../../features/publishing/releases/studio.server.ts";
import { findDocumentForm, type DocumentForm } from "./document-form.server.ts";
import type { SiteWork } from "./site-work.server.ts";

const nothing: DocumentValues = { fields: {}, body: "" };

/**
 * Finds a document of the studio with the form of its kind.
 * @throws a 404 response when there is none
 */
export async function getStudioDocument(
	{ site }: SiteWork,
	path: string,
): Promise<DocumentForm & { document: StudioDocument }> {
	const found = findDocumentForm(path);
	const document = found && (await site.studio.getDocument(path));
	if (!document) throw data(null, { status: 404 });
	return { ...found, document };
}

/** Returns the text that editing continues from: the draft, or the public one. */
export function textOf({ draft, current, base }: StudioDocument): string | undefined {
	return draft ? draft.text : (current ?? base);
}

/** Reads the values of a text; empty for a missing or invalid one, which a form cannot show. */
export function readValues(text: string | undefined, kind: DocumentForm["kind"]): DocumentValues {
	return (text === undefined ? undefined : readText(text, kind.hasBody)) ?? nothing;
}
