import { randomUUID } from "node:crypto";
import { data, type RouterContextProvider } from "react-router";
import { readField, type ChangeResult } from "../../core/records/changes.server.ts";
import type { NoteResult } from "../../core/records/notes.server.ts";
import { changedFields, type ChangedField } from "../../core/records/work-store.server.ts";
import { retryFailedEmails } from "../../platform/email/unsent-emails-store.ts";
import type { FileForm } from "../../platform/http/receive-files.ts";
import { findStage, type RecordKind } from "../../core/records/record-kind.ts";
import { describeRetry } from "../../core/records/describe-outcomes.ts";
import type { FieldError } from "../forms/error-summary.tsx";
import { readFormKey } from "../forms/read-form-key.server.ts";
import { beginWork } from "../work.server.ts";
import type { AttachedFile } from "./attachment-field.tsx";
import type { ShownEmail } from "./email-preview.tsx";
import type { EditedNote } from "./note-editor.tsx";
import { showEmailPreview } from "./show-email-preview.server.ts";

/** A form that is shown again, with what was typed and what is wrong with it. */
export type WorkAnswer = {
	errors: FieldError[];
	note?: string;
	editedNote?: EditedNote;
	draft?: { subject: string; text: string };
	/** Files that came with the draft. The browser alone still has them. */
	attached?: AttachedFile[];
	preview?: ShownEmail | undefined;
	/** What the form goes on with; the one that it came with may be used up. */
	nextFormKey?: string;
};

/** What was done, in words, and where to go on. */
type Done = { notice: string; to?: string };

type Asked = {
	kind: RecordKind;
	reference: string;
	/** Path of the record's page. */
	path: string;
	form: URLSearchParams;
	upload: Pick<FileForm, "files" | "refused">;
};

/**
 * Does what one of the forms of a record's page asks for.
 *
 * @throws an answer of 400 for what none of them asks
 */
export async function actOnRecord(
	context: Readonly<RouterContextProvider>,
	{ kind, reference, path, form, upload }: Asked,
): Promise<WorkAnswer | Done> {
	const { deps, signedIn, now, noting } = beginWork(context);
	const { answers, changes, notes, replies, scorecards } = deps.records;
	const by = signedIn.account;
	const asked = form.get("do") ?? "";
	const id = form.get("id") ?? "";
	const text = form.get("text") ?? "";
	const field = changedFields.find((one) => one === asked);
	if (field) return changeField(field, form.get("value") ?? "");
	switch (asked) {
		case "undo":
			return undo();
		case "note": {
			const result = await notes.add(reference, { text, by: by.id, idempotencyKey: readFormKey(form) });
			return result.ok
				? { notice: "The note stands below." }
				: { errors: describeNoteFault(result, "note"), note: text, nextFormKey: randomUUID() };
		}
		case "edit-note":
			return editNote();
		case "remove-note": {
			const result = await notes.remove(id, by.id);
			return { notice: result.ok ? "The note is removed." : "That note can be removed no more." };
		}
		case "preview":
		case "send":
			return reply(asked);
		case "withdraw":
			return withdraw();
		case "score": {
			const given = (kind.criteria ?? []).map(({ key }) => ({
				criterion: key,
				score: Number(form.get(`score-${key}`)),
				text: form.get(`text-${key}`) ?? "",
			}));
			const result = await scorecards.give(reference, { scores: given, by: by.id });
			if (result.ok) return { notice: "Your scores are stored." };
			return { errors: result.why === "refused" ? result.errors : [{ field: "note", message: "It is gone." }] };
		}
		case "stop-answer": {
			const stopped = await answers.stop({ replyId: id, reference }, by.id);
			return { notice: stopped > 0 ? "It is stopped, and nothing is sent." : "It has left already." };
		}
		case "retry": {
			const retried = await noting({ action: `${kind.name}.emails-retry`, subject: reference }).database.write(
				(transaction) => retryFailedEmails(transaction, reference, now),
			);
			return { notice: describeRetry(retried, reference) };
		}
		default:
			throw data(null, { status: 400 });
	}

	async function changeField(changed: ChangedField, value: string): Promise<WorkAnswer | Done> {
		const version = Number(form.get("version"));
		const result = await changes.change(reference, { field: changed, value, version, by: by.id });
		if (!result.ok) return { errors: [{ field: changed, message: describeRefusal(kind, result) }] };
		if (result.batch === undefined) return { notice: "That is so already." };
		return {
			notice: changed === "spam" ? describeSpam(reference, value === "yes") : "Changed. It can be undone for a minute.",
		};
	}

	async function undo(): Promise<WorkAnswer | Done> {
		const result = await changes.undo(id, by.id);
		if (result.ok) return { notice: "Undone." };
		if (result.why === "refused") return { errors: [{ field: "stage", message: result.message }] };
		const message =
			result.why === "overtaken"
				? "Somebody has changed it again since, so it is not undone."
				: "That can be undone no more.";
		return { errors: [{ field: "stage", message }] };
	}

	async function editNote(): Promise<WorkAnswer | Done> {
		const version = Number(form.get("version"));
		const result = await notes.edit(id, { text, version, by: by.id });
		if (result.ok) return { notice: "The note is changed." };
		return {
			errors: describeNoteFault(result, `edit-${id}`),
			// Saving once more replaces what is there now, which stands above the form.
			editedNote: { id, text, version: result.why === "overtaken" ? result.note.version : version },
		};
	}

	async function reply(what: "preview" | "send"): Promise<WorkAnswer | Done> {
		const draft = { subject: form.get("subject") ?? "", text };
		const attached = upload.files.map(({ file, name }) => ({ name, bytes: file.bytes }));
		const more = { draft, attached: [...attached, ...upload.refused.map((name) => ({ name, bytes: undefined }))] };
		if (upload.refused.length > 0)
			return { errors: [{ field: "files", message: replies.describeFileLimits() }], ...more };
		if (what === "preview") {
			const email = await replies.preview(reference, { ...draft, by });
			return { errors: [], ...more, preview: email && showEmailPreview(email) };
		}
		const result = await replies.send(reference, {
			...draft,
			by,
			templateId: form.get("template") || undefined,
			attachments: upload.files,
			idempotencyKey: readFormKey(form),
		});
		if (result.ok)
			return {
				notice: result.again
					? "Your reply was stored already. It is sent once."
					: "Your reply leaves in ten seconds. Until then it can be taken back.",
			};
		const errors =
			"errors" in result
				? result.errors
				: [{ field: "text", message: "It is in quarantine. Take it out before you reply." }];
		return { errors, ...more, nextFormKey: randomUUID() };
	}

	async function withdraw(): Promise<Done> {
		const result = await replies.withdraw(id, by.id);
		if (!result.ok) return { notice: "It has left already." };
		const files = result.removedFiles > 0 ? " Its files are removed: choose them again." : "";
		return {
			notice: `It is taken back, and nothing is sent. Its text stands in the form.${files}`,
			to: `${path}?again=${id}#reply`,
		};
	}
}

function describeNoteFault(result: Exclude<NoteResult, { ok: true }>, field: string): FieldError[] {
	const messages = {
		gone: "It is gone.",
		"not-yours": "Somebody else wrote it.",
		"too-late": "It is older than a day, and others rely on it: write another one.",
		overtaken:
			"This note was changed in another window. What you wrote stands in the form, what is saved now above it: keep it again to replace that.",
	};
	return [{ field, message: result.why === "refused" ? result.message : messages[result.why] }];
}

function describeSpam(reference: string, isSpam: boolean): string {
	return isSpam
		? `${reference} is in quarantine. Its e-mails are held back.`
		: `${reference} is out of quarantine. Its e-mails go out within seconds.`;
}

/** What was wanted stays in the form; what is there now is said, for somebody may have changed the very same. */
function describeRefusal(kind: RecordKind, result: Exclude<ChangeResult, { ok: true }>): string {
	if (result.why === "refused") return result.message;
	if (result.why === "gone") return "It is gone.";
	const stage = findStage(kind, readField(kind, result.record, "stage")).label;
	return `Somebody has changed this record meanwhile, so nothing was changed. It stands at ${stage} now; what you see is as it is. Choose again.`;
}
