import type { Content } from "../documents/content.ts";
import type { ContentProblem } from "../documents/content-error.ts";
import { applyOverlay, listRedirects } from "./release-store.server.ts";
import { findDocumentKind } from "../documents/document-kinds.ts";
import {
	applyPictureChanges,
	planPictures,
	type ImportedPictures,
	type PictureChange,
} from "../pictures/import-pictures.server.ts";
import { createUsesReader } from "../pictures/uses-reader.server.ts";
import { findCurrent, hashText } from "./list-documents.server.ts";
import type { RedirectOverlay } from "./redirects.ts";
import { createStudioContent, type StudioState } from "./studio-content.server.ts";
import type { StudioDeps } from "./studio-deps.ts";
import { createPublishPlan, textsOf } from "./studio-publishing.server.ts";
import type { DocumentChange } from "./write-release.server.ts";

/** Documents of a folder, and what happens to those that it does not have. */
export type ImportedDocuments = { documents: ReadonlyMap<string, string>; deletesMissing: boolean };

/** A whole folder; `deletesMissing` deletes what it does not have. */
export type ImportedContent = ImportedDocuments & {
	pictures: Omit<ImportedPictures, "deletesMissing">;
	redirects: ReadonlyMap<string, string>;
};

/** @returns the changes of an import by path; none for what is public already */
export function listImported(
	{ documents, deletesMissing }: ImportedDocuments,
	{ stored }: StudioState,
	base: ReadonlyMap<string, string>,
): DocumentChange[] {
	const paths = new Set([...documents.keys(), ...(deletesMissing ? [...base.keys(), ...stored.keys()] : [])]);
	return [...paths].toSorted().flatMap((path): DocumentChange[] => {
		const text = documents.get(path);
		if (findDocumentKind(path)?.kind.editedAs !== "document") return [];
		if (text === findCurrent(base, path, stored.get(path)?.published)) return [];
		const file = base.get(path);
		return [
			{
				path,
				text: text ?? null,
				action: "imported",
				baseHash: hashText(file),
				...(text === file && { isFileTaken: true }),
			},
		];
	});
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

/** Returns a folder's redirects and whether they differ. A redirect never leads away from a document's address. */
function listImportedRedirects(
	{ redirects, deletesMissing }: ImportedContent,
	{ overlay, stored }: StudioState,
	{ base, changes }: { base: StudioDeps["base"]; changes: readonly DocumentChange[] },
): { redirects: RedirectOverlay; differ: boolean } {
	const changed = textsOf(changes);
	const live = new Set(
		[...base.documents.keys(), ...stored.keys(), ...changed.keys()].flatMap((path) => {
			const located = findDocumentKind(path);
			const text = changed.has(path)
				? changed.get(path)
				: findCurrent(base.documents, path, stored.get(path)?.published);
			return located && "folder" in located.kind && typeof text === "string" ? [located.kind.pathOf(located.slug)] : [];
		}),
	);
	const before = listRedirects(base, overlay);
	const wanted = new Map<string, string | undefined>();
	if (deletesMissing) for (const from of before.keys()) wanted.set(from, undefined);
	for (const [from, to] of redirects) wanted.set(from, to);
	for (const from of live) wanted.delete(from);
	return { redirects: wanted, differ: [...wanted].some(([from, to]) => before.get(from) !== to) };
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
	const changes = textsOf(listImported(imported, state, deps.base.documents));
	const planned = await listImportedPictures(deps, imported, state);
	if ("problems" in planned) return undefined;
	const { pictures } = state.overlay;
	const later: StudioState = {
		...state,
		pictures: applyPictureChanges(pictures, planned.changes),
		importedRedirects: imported.redirects,
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
			const changes = listImported(imported, state, deps.base.documents);
			const pictures = await listImportedPictures(deps, imported, state);
			if ("problems" in pictures) return pictures;
			const { redirects, differ } = listImportedRedirects(imported, state, { base: deps.base, changes });
			done = {
				documents: changes.map(({ path }) => path),
				pictures: pictures.changes.map(({ path }) => path),
				changesRedirects: differ,
			};
			if (changes.length + pictures.changes.length === 0 && !differ) return { overtaken: [] };
			return { changes, importedPictures: pictures.changes, redirects };
		},
		{ by, note },
		// Companies that keep the content as files have npm run check:launch.
		{ acceptsSample: true },
	);
	if ("problems" in result) return result;
	return { edition: "edition" in result ? result.edition : undefined, ...done };
}
