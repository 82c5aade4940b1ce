import type { ContentProblem } from "../documents/content-error.ts";
import type { ContentSource } from "../documents/content-source.server.ts";
import type { Content } from "../documents/content.ts";
import { findDocumentKind } from "../documents/document-kinds.ts";
import { readRedirects, redirectsFile } from "../documents/redirects-file.server.ts";
import {
	applyPictureChanges,
	planPictures,
	type ImportedPictures,
	type PictureChange,
} from "../pictures/import-pictures.server.ts";
import { createUsesReader } from "../pictures/uses-reader.server.ts";
import { findCurrent, hashText } from "./list-documents.server.ts";
import { formatPublicRedirects } from "./public-redirects.server.ts";
import { applyOverlay } from "./release-store.server.ts";
import { createStudioContent, type StudioState } from "./studio-content.server.ts";
import type { StudioDeps } from "./studio-deps.ts";
import { createPublishPlan, textsOf } from "./studio-publishing.server.ts";
import type { DocumentChange } from "./write-release.server.ts";

/** Documents of a folder, and what happens to those that it does not have. */
export type ImportedDocuments = { documents: ReadonlyMap<string, string>; deletesMissing: boolean };

/** A whole folder; `deletesMissing` deletes what it does not have. */
export type ImportedContent = ImportedDocuments & {
	pictures: Omit<ImportedPictures, "deletesMissing">;
};

/** @returns the changes of an import by path; none for what is public already */
export function listImported(imported: ImportedDocuments, state: StudioState, base: ContentSource): DocumentChange[] {
	const { documents, deletesMissing } = imported;
	const { stored } = state;
	const paths = new Set([...documents.keys(), ...(deletesMissing ? [...base.documents.keys(), ...stored.keys()] : [])]);
	return [...paths].toSorted().flatMap((path): DocumentChange[] => {
		const text = documents.get(path);
		if (findDocumentKind(path)?.kind.editedAs !== "document") return [];
		if (text === findCurrent(base.documents, path, stored.get(path)?.published)) return [];
		if (path === redirectsFile && hasPublicRedirects(imported, state, base)) return [];
		const file = base.documents.get(path);
		return [
			{
				path,
				text: text ?? null,
				action: text !== undefined && text === file ? "file taken" : "imported",
				baseHash: hashText(file),
				...(text === file && { isFileTaken: true }),
			},
		];
	});
}

/** Tells whether a folder has the redirects that an export has now. */
function hasPublicRedirects({ documents }: ImportedDocuments, { overlay }: StudioState, base: ContentSource): boolean {
	return documents.get(redirectsFile) === formatPublicRedirects(base, overlay);
}

/** Computes an import's changes of pictures against the public ones. */
export function listImportedPictures(
	{ database, base }: Pick<StudioDeps, "database" | "base">,
	{ documents, pictures, deletesMissing }: ImportedContent,
	{ overlay }: StudioState,
): Promise<{ changes: PictureChange[] } | { problems: ContentProblem[] }> {
	return planPictures(
		database.db,
		{ ...pictures, deletesMissing },
		{
			base: base.pictures,
			published: applyOverlay(base, overlay).pictures,
			uses: createUsesReader()([...documents].map(([document, published]) => ({ document, published }))),
		},
	);
}

/** Lists the former addresses whose redirects an import ends: those that its redirects.yml names, or all others too. */
function listForgotten(imported: ImportedContent, state: StudioState, base: ContentSource): string[] {
	if (hasPublicRedirects(imported, state, base)) return [];
	const listed = readRedirects(imported.documents.get(redirectsFile));
	return [...state.overlay.redirects.keys()].filter((from) => imported.deletesMissing || listed.has(from));
}

/**
 * Builds the public content, and the content with an import, for review before anything is stored.
 * @returns nothing when it has errors, which the import reports
 */
export async function buildImported(
	deps: StudioDeps,
	imported: ImportedContent,
): Promise<{ before: Content; after: Content } | undefined> {
	const content = createStudioContent(deps);
	const state = await content.readState();
	const changes = textsOf(listImported(imported, state, deps.base));
	const planned = await listImportedPictures(deps, imported, state);
	if ("problems" in planned) return undefined;
	const { pictures } = state.overlay;
	const later: StudioState = {
		...state,
		pictures: applyPictureChanges(pictures, planned.changes),
		forgotten: listForgotten(imported, state, deps.base),
	};
	if ((await content.listProblems(later, changes)).length > 0) return undefined;
	return {
		before: await content.build({ ...state, pictures }, new Map()),
		after: await content.build(later, changes),
	};
}

export type Imported = {
	/** Undefined where nothing differs from what is public. */
	edition: number | undefined;
	documents: string[];
	/** Below pictures/. */
	pictures: string[];
	changesRedirects: boolean;
};

/**
 * Publishes the differences of a folder as one release. Documents that equal the build belong to the files again.
 * @returns the changes, or the errors
 */
export async function importContent(
	deps: StudioDeps,
	imported: ImportedContent,
	{ by, note }: { by: string; note?: string },
): Promise<Imported | { problems: ContentProblem[] }> {
	const publishPlan = createPublishPlan(deps, createStudioContent(deps));
	let done: Omit<Imported, "edition"> = { documents: [], pictures: [], changesRedirects: false };
	const result = await publishPlan(
		async (state) => {
			const changes = listImported(imported, state, deps.base);
			const pictures = await listImportedPictures(deps, imported, state);
			if ("problems" in pictures) return pictures;
			const forgotten = listForgotten(imported, state, deps.base);
			done = {
				documents: changes.map(({ path }) => path),
				pictures: pictures.changes.map(({ path }) => path),
				changesRedirects: forgotten.length > 0 || changes.some(({ path }) => path === redirectsFile),
			};
			if (changes.length + pictures.changes.length + forgotten.length === 0) return { conflict: [] };
			return { changes, importedPictures: pictures.changes, forgotten };
		},
		{ by, note },
		// Companies that keep the content as files have npm run check:launch.
		{ acceptsSample: true },
	);
	if ("problems" in result) return result;
	return { edition: "edition" in result ? result.edition : undefined, ...done };
}
