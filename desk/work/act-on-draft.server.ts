import { randomUUID } from "node:crypto";
import type { DraftOwner, TypedDraft } from "../../core/conversations/drafts.server.ts";
import { addCopies } from "../../core/conversations/reply-copies.server.ts";
import type { Records } from "../../core/records/records.server.ts";
import type { FileForm } from "../../platform/http/receive-files.ts";
import { splitAddresses } from "../../shared/address-list.ts";
import { attachUpload, readTyped } from "./compose.server.ts";
import { describeNoteFault } from "./describe-note-fault.server.ts";
import { describeNotified } from "./describe-notified.server.ts";
import { showEmailPreview } from "./show-email-preview.server.ts";
import type { Done, WorkActionData } from "./work-action-data.ts";

type Composing = {
	reference: string;
	/** Path of the record's page. */
	path: string;
	form: URLSearchParams;
	upload: Pick<FileForm, "files" | "refused">;
	/** Name of the record's kind. */
	kind: string;
	records: Pick<Records, "drafts" | "notes" | "replies" | "templates">;
	by: { id: string; name: string };
	/** The company's. */
	locale: string;
};

/**
 * Handles a button of the reply's or the note's form; all but sending save the typed text first.
 * @param what the button's value, split at its colon
 * @returns undefined for a button of another form
 */
export async function actOnDraft(
	[what, which]: [what: string, which: string],
	{ kind, reference, path, form, upload, records, by, locale }: Composing,
): Promise<WorkActionData | Done | undefined> {
	const { drafts, notes, replies, templates } = records;
	const typed: TypedDraft = { ...readTyped(form, by.id), ...(what === "note" && { kind: "note" }) };
	const owner = { by: by.id, kind: typed.kind, quotedId: typed.quotedId ?? "", tab: typed.tab };
	const isForward = typed.kind === "forward";
	const addressOf = ({ kind: of, quotedId }: DraftOwner) =>
		of === "forward" ? `${path}/messages/${quotedId}/forward` : `${path}#${of === "note" ? "note-heading" : "reply"}`;
	const to = addressOf(typed);
	switch (what) {
		case "note": {
			const result = await notes.add(reference, {
				text: typed.text,
				by: by.id,
				draft: typed,
				idempotencyKey: typed.formKey,
			});
			if (result.ok) return { notice: `Note added.${describeNotified(result.notified, locale)}` };
			await drafts.save(reference, withoutKey(typed));
			return { errors: describeNoteFault(result, "note"), nextFormKey: randomUUID() };
		}
		case "send":
			return send();
		case "preview": {
			const errors = [...(await replies.listCopyErrors({ ...typed, isForward })), ...(await save())];
			if (errors.length > 0) return { errors };
			const email = await replies.preview(reference, { ...typed, isForward, by });
			return { errors, preview: email && showEmailPreview(email) };
		}
		case "save-draft": {
			const errors = await save();
			return errors.length > 0 ? { errors } : { notice: "Draft saved.", to };
		}
		case "reply-all": {
			const others = splitAddresses(await replies.listOthers(reference));
			const errors = await save({ ...typed, cc: addCopies(typed.cc ?? "", others) });
			return errors.length > 0 ? { errors } : { notice: "Cc filled in.", to };
		}
		case "use-template":
			return fillTemplate();
		case "load-draft":
			await save();
			return (await drafts.exchange(reference, owner, which))
				? { notice: "The other text is in the form now; the one it replaced is kept.", to }
				: { notice: "That text no longer exists.", to };
		case "remove-file":
			await save();
			return {
				notice: (await drafts.removeFile(reference, owner, which)) ? "File removed." : "That file was already removed.",
				to,
			};
		case "discard-draft": {
			await save();
			const id = await drafts.discard(reference, owner);
			return id === undefined
				? { notice: "There was no draft to discard.", to }
				: { notice: "Draft discarded.", undo: { does: "undo-discard", id }, to };
		}
		case "undo-discard": {
			const restored = await drafts.undoDiscard(reference, { by: by.id, id: form.get("id") ?? "" });
			return restored
				? { notice: "The draft is back.", to: addressOf(restored) }
				: { notice: "Too late to undo: the draft is gone." };
		}
		case "undo-send": {
			const id = which === "" ? (form.get("id") ?? "") : which;
			const result = await replies.undoSend({ id, reference }, by.id);
			return result.ok
				? {
						notice: `Not sent. Your ${result.reply.isForward ? "e-mail" : "reply"} is a draft again.`,
						to: result.reply.isForward ? `${path}/messages/${result.reply.quotedId}/forward` : `${path}#reply`,
					}
				: { notice: "Too late to undo: the reply has been sent." };
		}
		default:
			return undefined;
	}

	async function save(draft = typed) {
		await drafts.save(reference, draft);
		const { error } = await attachUpload(drafts, reference, draft, upload);
		return error === undefined ? [] : [{ field: "files", message: error }];
	}

	async function send(): Promise<WorkActionData | Done> {
		const attached = await attachUpload(drafts, reference, typed, upload);
		if (attached.error !== undefined) {
			await drafts.save(reference, typed);
			return { errors: [{ field: "files", message: attached.error }] };
		}
		const result = await replies.send(reference, {
			...typed,
			isForward,
			by,
			draft: typed,
			templateId: typed.templateId || undefined,
			uploaded: upload.files.map(({ file, name }) => `${name} ${file.sha256}`),
			idempotencyKey: typed.formKey,
		});
		const isSetAside = which === "next";
		if (result.ok)
			return result.again
				? { notice: "This reply was already sent. It goes out once.", isSetAside }
				: { notice: "Sending in ten seconds.", undo: { does: "undo-send", id: result.reply.id }, isSetAside };
		// The form's key may be used by an earlier text; the typed one is saved anyway.
		await drafts.save(reference, withoutKey(typed));
		if (!attached.isAttached) await attachUpload(drafts, reference, withoutKey(typed), upload);
		const errors =
			"errors" in result
				? result.errors.map(({ field, message }) => ({ field: field === "stage" ? "reply-stage" : field, message }))
				: [{ field: "text", message: "This record is marked as spam. Choose “Not spam” before you reply." }];
		return { errors, nextFormKey: randomUUID() };
	}

	async function fillTemplate(): Promise<Done> {
		const all = await templates.list(kind);
		const { templateId = "" } = typed;
		const around = splitAtSlash(typed.text, form.get("line") ?? "");
		const written = around ? around.join("\n") : typed.text;
		const template = all.find(({ id }) => id === templateId);
		const fill = (id: string | undefined) =>
			replies.begin(reference, { template: all.find((one) => one.id === id), by });
		const filled = await fill(templateId);
		const untouched = await Promise.all([undefined, ...all.map(({ id }) => id)].map(fill));
		const isUntouched = untouched.some((one) => joinWords(one?.text ?? "") === joinWords(written));
		await attachUpload(drafts, reference, typed, upload);
		await drafts.save(reference, {
			...typed,
			...(around && filled && !isUntouched
				? { text: insertBetween(around, filled.text) }
				: { ...filled, ...(!isUntouched && { replaces: typed }) }),
		});
		return {
			notice: template ? `Template “${template.name}” inserted.` : "Template removed from the form.",
			to,
		};
	}
}

function withoutKey(typed: TypedDraft): TypedDraft {
	return { ...typed, formKey: undefined };
}

/**
 * Splits a text at the line in which a slash asked for a template.
 * @param line its number, counted from 0; empty for none
 */
function splitAtSlash(text: string, line: string): [before: string, after: string] | undefined {
	const lines = text.split("\n");
	const place = line === "" ? -1 : Number(line);
	if (!lines[place]?.startsWith("/")) return undefined;
	return [lines.slice(0, place).join("\n"), lines.slice(place + 1).join("\n")];
}

/** Puts a template into a text that has been begun, without the greeting and the close that the text has already. */
function insertBetween([before, after]: [string, string], template: string): string {
	const [greeting = ""] = template.split("\n", 1);
	const close = after.trim();
	const start = before.startsWith(greeting) ? greeting.length : 0;
	const end = close !== "" && template.trimEnd().endsWith(close) ? template.trimEnd().length - close.length : undefined;
	return [before, template.slice(start, end).trim(), after].join("\n");
}

function joinWords(text: string): string {
	return text.replaceAll(/\s+/g, " ").trim();
}
