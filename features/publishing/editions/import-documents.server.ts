import type { ContentProblem } from "../documents/content-error.ts";
import { findDocumentKind } from "../documents/document-kinds.ts";
import { findCurrent, hashText } from "./list-documents.server.ts";
import { createStudioContent, type StudioState } from "./studio-content.server.ts";
import type { StudioDeps } from "./studio-deps.ts";
import { createPublishPlan } from "./studio-publishing.server.ts";
import type { DocumentChange } from "./write-edition.server.ts";

/** Documents of a folder, and what is to be done with those that it does not have. */
export type ImportedDocuments = { documents: ReadonlyMap<string, string>; deletesMissing: boolean };

/** @returns what an import changes, by path; nothing where it is what is public already */
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

/**
 * Makes what differs in a folder public, as one edition. A document whose text is that of the build belongs to the files again.
 *
 * @returns the edition with the paths that it changed, or what is wrong; edition is undefined where nothing differs
 */
export async function importDocuments(
	deps: StudioDeps,
	imported: ImportedDocuments,
	{ by, note }: { by: string; note?: string },
): Promise<{ edition: number | undefined; paths: string[] } | { problems: ContentProblem[] }> {
	const publishPlan = createPublishPlan(deps, createStudioContent(deps));
	let paths: string[] = [];
	const result = await publishPlan(
		(state) => {
			const changes = listImported(imported, state, deps.base.documents);
			paths = changes.map(({ path }) => path);
			return changes.length === 0 ? { overtaken: [] } : { changes };
		},
		{ by, note },
	);
	if ("problems" in result) return result;
	return { edition: "edition" in result ? result.edition : undefined, paths };
}
