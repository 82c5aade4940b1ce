import type { Draft, Drafts, TypedDraft } from "../../core/conversations/drafts.server.ts";
import { describeFileLimits } from "../../core/conversations/reply-files.server.ts";
import type { FileForm } from "../../platform/http/receive-files.ts";
import { readFormKey } from "../forms/read-form-key.server.ts";
import { describeBytes } from "./describe-bytes.ts";
import type { ShownDraft } from "./shown-draft.ts";

/** The length of what names a text that was set aside. */
const excerptLength = 80;

/**
 * Reads the draft that a form of a record's page holds.
 *
 * @param by id of the member who typed it
 * @throws an answer of 400 for a form key that is none
 */
export function readTyped(form: URLSearchParams, by: string): TypedDraft {
	const version = Number(form.get("version"));
	return {
		by,
		kind: form.get("draft") === "note" ? "note" : "reply",
		subject: form.get("subject") ?? "",
		text: form.get("text") ?? "",
		templateId: (form.get("template") ?? "").slice(0, 60),
		stage: (form.get("stage") ?? "").slice(0, 60),
		version: Number.isSafeInteger(version) ? version : 0,
		tab: /^[\w-]{1,60}$/.exec(form.get("tab") ?? "")?.[0] ?? "",
		formKey: readFormKey(form),
	};
}

/** Stores the files that came with a draft; returns why they were not taken. */
export async function attachUpload(
	drafts: Pick<Drafts, "attach">,
	reference: string,
	typed: TypedDraft,
	{ files, refused }: Pick<FileForm, "files" | "refused">,
): Promise<{ isAttached: boolean; error?: string }> {
	if (refused.length > 0) return { isAttached: false, error: describeFileLimits() };
	if (files.length === 0) return { isAttached: true };
	const result = await drafts.attach(reference, typed, files);
	if (result.ok) return { isAttached: true };
	return { isAttached: false, ...(result.why === "refused" && { error: result.message }) };
}

/** Shows a draft, or what its form begins with where none is stored. */
export function showDraft(draft: Draft | undefined, begun: { subject?: string; text: string }): ShownDraft {
	return {
		version: draft?.version ?? 0,
		tab: draft?.tab ?? "",
		values: {
			subject: draft?.subject ?? begun.subject ?? "",
			text: draft?.text ?? begun.text,
			template: draft?.templateId ?? "",
			stage: draft?.stage ?? "",
		},
		setAside: draft ? showSetAside(draft) : [],
		files: (draft?.files ?? []).map(({ storedAs, name, bytes }) => ({ storedAs, name, size: describeBytes(bytes) })),
	};
}

/** Names the texts that were set aside by how they begin. */
export function showSetAside({ setAside }: Pick<Draft, "setAside">): ShownDraft["setAside"] {
	return setAside.map(({ id, text }) => {
		const line = text.replaceAll(/\s+/g, " ").trim();
		return { id, text: line.length > excerptLength ? `${line.slice(0, excerptLength)}…` : line };
	});
}
