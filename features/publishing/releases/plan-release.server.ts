import type { ContentProblem } from "../documents/content-error.ts";
import { findAddress } from "../documents/document-kinds.ts";
import { listBrokenLinks } from "./list-broken-links.server.ts";
import { findCurrent, isConflict, type StoredDocument } from "./list-documents.server.ts";
import type { Draft } from "./studio.server.ts";
import type { DocumentChange, ReleaseDraft } from "./write-release.server.ts";

/** A draft with its path. */
export type PlannedDraft = Draft & { path: string; baseHash: string | null };

/** The planned changes, why they cannot be made, or the release that has made them already. */
export type Plan =
	| ({ changes: DocumentChange[] } & Pick<ReleaseDraft, "importedPictures" | "forgotten">)
	| { problems: ContentProblem[] }
	| { conflict: string[] }
	| { edition: number };

const conflictMessage = "Changed both here and in the content files. Resolve the conflict first.";

/** Adds the other ends of changes of address to some paths. */
export function listBothEnds(paths: readonly string[], stored: ReadonlyMap<string, StoredDocument>): string[] {
	const ends = paths.flatMap((path) => {
		const draft = stored.get(path)?.draft;
		return [path, draft?.renamedFrom, draft?.renamedTo].filter((one) => one !== undefined);
	});
	return [...new Set(ends)];
}

/** Finds where the address of a document leads that a draft moves or deletes. */
export function findLead({
	renamedTo,
	redirectTo,
}: {
	renamedTo?: string | undefined;
	redirectTo?: string | undefined;
}): string | undefined {
	return renamedTo === undefined ? redirectTo : findAddress(renamedTo);
}

/** Computes what publishing drafts does to the documents. */
export function planDrafts(drafts: readonly PlannedDraft[], content: Parameters<typeof listBrokenLinks>[1]): Plan {
	const { base, stored } = content;
	const inConflict = drafts.filter(({ path, text, baseHash }) => isConflict(base.get(path), { text, baseHash }));
	if (inConflict.length > 0)
		return { problems: inConflict.map(({ path }) => ({ file: path, field: "", message: conflictMessage })) };
	return planChanges(
		drafts.map(({ path, text, baseHash, version, renamedTo, redirectTo }): DocumentChange => {
			const leadsTo = findLead({ renamedTo, redirectTo });
			const current = findCurrent(base, path, stored.get(path)?.published);
			return {
				path,
				text: text ?? null,
				action: text === undefined ? "deleted" : current === undefined ? "created" : "published",
				baseHash,
				draftVersion: version,
				...(leadsTo !== undefined && { leadsTo }),
			};
		}),
		content,
	);
}

/** Returns the plan, or the links that it would break. */
export function planChanges(changes: DocumentChange[], content: Parameters<typeof listBrokenLinks>[1]): Plan {
	const problems = listBrokenLinks(changes, content);
	return problems.length > 0 ? { problems } : { changes };
}
