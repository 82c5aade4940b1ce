import {
	routeOfKind,
	type Draft,
	type DraftKind,
	type Drafts,
	type TypedDraft,
} from "../../core/conversations/drafts.server.ts";
import { describeFileLimits } from "../../core/conversations/reply-files.server.ts";
import type { FileForm } from "../../platform/http/receive-files.ts";
import { readFormKey } from "../forms/read-form-key.server.ts";
import { readVersion } from "../read-form.server.ts";
import { describeBytes } from "./describe-bytes.ts";
import type { ShownDraft } from "./shown-draft.ts";

const draftKinds = Object.keys(routeOfKind) as DraftKind[];

/** Length of an earlier text's name. */
const excerptLength = 80;

/**
 * Reads the draft in the form of a record's page.
 * @param by id of the member
 * @throws a 400 response for an invalid form key
 */
export function readTyped(form: URLSearchParams, by: string): TypedDraft {
	return {
		by,
		kind: draftKinds.find((kind) => kind === form.get("draft")) ?? "reply",
		subject: form.get("subject") ?? "",
		text: form.get("text") ?? "",
		templateId: (form.get("template") ?? "").slice(0, 60),
		stage: (form.get("stage") ?? "").slice(0, 60),
		cc: (form.get("cc") ?? "").slice(0, 5_000),
		quotedId: (form.get("quotedId") ?? "").slice(0, 60),
		version: readVersion(form.get("version")),
		tab: /^[\w-]{1,60}$/.exec(form.get("tab") ?? "")?.[0] ?? "",
		formKey: readFormKey(form),
	};
}

/** Stores the files uploaded with a draft; returns the reason of a refusal. */
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

/** Shows a draft, or the form's first values when none is stored. */
export function showDraft(
	draft: Draft | undefined,
	begun: { subject?: string; text: string; quotedId?: string | undefined },
): ShownDraft {
	return {
		version: draft?.version ?? 0,
		tab: draft?.tab ?? "",
		values: {
			subject: draft?.subject ?? begun.subject ?? "",
			text: draft?.text ?? begun.text,
			template: draft?.templateId ?? "",
			stage: draft?.stage ?? "",
			cc: draft?.cc ?? "",
			quotedId: draft?.quotedId ?? begun.quotedId ?? "",
		},
		setAside: draft ? showSetAside(draft) : [],
		files: (draft?.files ?? []).map(({ storedAs, name, bytes }) => ({ storedAs, name, size: describeBytes(bytes) })),
	};
}

/** Names earlier texts by their beginnings. */
export function showSetAside({ setAside }: Pick<Draft, "setAside">): ShownDraft["setAside"] {
	return setAside.map(({ id, text }) => {
		const line = text.replaceAll(/\s+/g, " ").trim();
		return { id, text: line.length > excerptLength ? `${line.slice(0, excerptLength)}…` : line };
	});
}
