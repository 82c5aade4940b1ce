import { nameMembers } from "../../core/records/members.server.ts";
import { writeValues, type DocumentValues } from "../../features/publishing/documents/document-text.server.ts";
import { takeOverLines } from "../../features/publishing/documents/take-over-lines.ts";
import { bodyName, isObject, itemsName, keyOfIndex, listEntries } from "../../features/publishing/forms/field-names.ts";
import { listDifferences } from "../../features/publishing/forms/list-differences.ts";
import { mergePicked, pickFields } from "../../features/publishing/forms/pick-fields.ts";
import { readFormValues } from "../../features/publishing/forms/read-form-values.ts";
import type { Draft, StudioDocument } from "../../features/publishing/releases/studio.server.ts";
import { readVersion } from "../read-form.server.ts";
import { showValue } from "../records/show-values.server.ts";
import { bodyField } from "./body-field.ts";
import { checkDrafts } from "./check-drafts.server.ts";
import type { DocumentForm } from "./document-form.server.ts";
import type { ConflictingDraft, Problems } from "./draft-response.ts";
import { findStepOf } from "./list-first-steps.ts";
import { readValues, textOf } from "./read-document.server.ts";
import { showProblems } from "./show-problems.server.ts";
import type { SiteWork } from "./site-work.server.ts";

type Found = DocumentForm & { document: StudioDocument };

/** The typed values, and the result of saving them. */
export type TypedDraft = { typed: DocumentValues } & ({ version: number } | { conflict: Conflict });

/** Somebody else's draft, or public text with its edition. */
type Conflict = Draft & { edition?: number | undefined };

/** Saves a form's values as the document's draft, of one of the first steps with the rest of the document. Unchanged values create none. */
export async function saveTyped(work: SiteWork, found: Found, sent: URLSearchParams): Promise<TypedDraft> {
	const was = readValues(textOf(found.document), found.kind);
	const { form } = found;
	const step = findStepOf(found.document.path, sent);
	const read = readFormValues(step ? pickFields(form, step.fields) : form, sent, was.fields);
	const body = sent.get(bodyName);
	const typed = {
		fields: step ? mergePicked(form, step.fields, { before: was.fields, sent: read }) : read,
		body: body === null ? was.body : takeOverLines(was.body, body),
	};
	const edition = sent.get("edition");
	return saveValues(work, found, typed, {
		version: readVersion(sent.get("version")),
		...(edition !== null && { edition: readVersion(edition) }),
	});
}

/**
 * Saves values as the document's draft, in place of that version. Unchanged values create no draft, and the draft's own values are not a conflict.
 * @param basis what the values were based on; without an edition, on whatever is public
 */
export async function saveValues(
	{ site, signedIn }: SiteWork,
	{ kind, document }: Found,
	typed: DocumentValues,
	{ version, edition }: { version: number; edition?: number },
): Promise<TypedDraft> {
	const text = writeValues(textOf(document) ?? "", typed, kind.hasBody);
	// An optional document that does not exist, such as the menus, is unchanged as long as nothing is typed.
	const before = document.current ?? writeValues("", readValues(undefined, kind), kind.hasBody);
	if (!document.draft && version === 0 && text === before) return { typed, version: 0 };
	if (document.draft?.text === text) return { typed, version: document.draft.version };
	const result = await site.studio.saveDraft(document.path, { text, version, edition }, signedIn.account.id);
	if (!("version" in result)) return { typed, conflict: { ...result.conflict, edition: result.edition } };
	await site.noteEditor(document.path, signedIn.account.id);
	return { typed, version: result.version };
}

/** Describes a conflict: whose draft or release it is, and the differences. */
export async function showConflict(
	{ deps, source }: SiteWork,
	{ kind, form }: DocumentForm,
	typed: DocumentValues,
	draft: Conflict,
): Promise<ConflictingDraft> {
	const stored = readValues(draft.text, kind);
	const nameOf = await nameMembers(source.database.db);
	return {
		version: draft.version,
		edition: draft.edition,
		renamedTo: draft.renamedTo,
		by: nameOf(draft.by),
		at: showValue(draft.at, deps.company),
		differences:
			draft.renamedTo === undefined
				? [
						...listDifferences(form, typed.fields, stored.fields),
						...listDifferences(bodyField, typed.body, stored.body),
					]
				: [],
	};
}

/** Lists the errors that prevent publishing a draft, at the browser's inputs. */
export async function listDraftProblems(
	work: SiteWork,
	{ form, document }: Found,
	typed: DocumentValues,
	sent?: URLSearchParams,
): Promise<Problems> {
	const [{ problems }, documents] = await Promise.all([
		checkDrafts(work, [document.path]),
		work.site.studio.listDocuments(),
	]);
	return showProblems(problems, {
		path: document.path,
		form,
		fields: typed.fields,
		titles: new Map(documents.map(({ path, title }) => [path, title])),
		...(sent && { listKeys: (name: string, value: unknown) => listSentKeys(sent, name, value) }),
	});
}

function listSentKeys(sent: URLSearchParams, name: string, value: unknown): string[] {
	const keys = sent.getAll(itemsName(name));
	const count = isObject(value) ? Object.keys(value).length : listEntries(value).length;
	return keys.length > 0 ? keys : Array.from({ length: count }, (_, index) => keyOfIndex(index));
}
