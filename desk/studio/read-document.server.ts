import { data } from "react-router";
import {
	readValues as readText,
	type DocumentValues,
} from "../../features/publishing/documents/document-text.server.ts";
import type { StudioDocument } from "../../features/publishing/releases/studio.server.ts";
import type { SiteWork } from "./site-work.server.ts";
import { findDocumentForm, type DocumentForm } from "./document-form.server.ts";

const nothing: DocumentValues = { fields: {}, body: "" };

/**
 * Finds a document of the studio with the form of its kind.
 *
 * @throws an answer of 404 when there is none
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

/** The text that somebody who edits goes on from: the draft, or what is public. */
export function textOf({ draft, current, base }: StudioDocument): string | undefined {
	return draft ? draft.text : (current ?? base);
}

/** Reads the values of a text; nothing of one that is not there or cannot be read, for a form cannot show it. */
export function readValues(text: string | undefined, kind: DocumentForm["kind"]): DocumentValues {
	return (text === undefined ? undefined : readText(text, kind.hasBody)) ?? nothing;
}
