import { data, type RouterContextProvider } from "react-router";
import { fileMessage } from "../../core/conversations/incoming/file-message.server.ts";
import type { ReplacedState } from "../../core/conversations/incoming/reopen-record.server.ts";
import { addEmail } from "../../core/records/add-email.server.ts";
import { fieldRules } from "../../core/records/changed-fields.server.ts";
import type { ChangeResult } from "../../core/records/changes.server.ts";
import { describeRetry } from "../../core/records/describe-outcomes.ts";
import { findStage, withStagesOf, type RecordKind } from "../../core/records/record-kind.ts";
import { leavePool } from "../../core/records/talent-pool.server.ts";
import { changedFields, type ChangedField } from "../../core/records/work-store.server.ts";
import { retryFailedEmails } from "../../platform/email/unsent-emails-store.ts";
import type { FileForm } from "../../platform/http/receive-files.ts";
import { isEmailAddress } from "../../shared/email-address.ts";
import { readVersion } from "../read-form.server.ts";
import { beginWork } from "../work.server.ts";
import { actOnDraft } from "./act-on-draft.server.ts";
import { describeChanged } from "./describe-changed.server.ts";
import { describeNoteFault } from "./describe-note-fault.server.ts";
import { describeNotified } from "./describe-notified.server.ts";
import { describeUndone } from "./describe-undone.server.ts";
import { giveScores, scoresSaved } from "./give-scores.server.ts";
import { readMoved, writeMoved } from "./moved-message.server.ts";
import { readAmount } from "./read-amount.ts";
import { readSnooze } from "./snooze-choices.server.ts";
import type { Done, WorkActionData } from "./work-action-data.ts";

type Asked = {
	kind: RecordKind;
	reference: string;
	/** Path of the record's page. */
	path: string;
	form: URLSearchParams;
	upload: Pick<FileForm, "files" | "refused">;
};

/**
 * Handles the forms of a record's page.
 * @throws a 400 response for an unknown action
 */
export async function actOnRecord(
	context: Readonly<RouterContextProvider>,
	{ kind, reference, path, form, upload }: Asked,
): Promise<WorkActionData | Done> {
	const { deps, signedIn, now, noting, pathOf } = beginWork(context);
	const { records } = deps;
	const { bulkReplies, changes, notes } = records;
	const by = signedIn.account;
	const [asked = "", which = ""] = (form.get("do") ?? "").split(":");
	const id = form.get("id") ?? "";
	const text = form.get("text") ?? "";
	const field = changedFields.find((one) => one === asked);
	if (field) {
		const value = form.get("value") ?? "";
		return changeField(field, field === "value" ? readAmount(value, deps.company.locale) : value);
	}
	const composed = await actOnDraft([asked, which], {
		kind: kind.name,
		reference,
		path,
		form,
		upload,
		records,
		by,
		locale: deps.company.locale,
	});
	if (composed) return composed;
	switch (asked) {
		case "undo":
			return undo();
		case "edit-note":
			return editNote();
		case "remove-note": {
			const result = await notes.remove({ id, reference }, by.id);
			return { notice: result.ok ? "Note removed." : "This note can no longer be removed." };
		}
		case "score": {
			return (await giveScores(records, { reference, form, by: by.id })) ?? { notice: scoresSaved };
		}
		case "stop-answer": {
			const stopped = await bulkReplies.stop({ replyId: id, reference }, by.id);
			return { notice: stopped > 0 ? "Stopped. Nothing is sent." : "Too late to stop: it has been sent." };
		}
		case "add-email": {
			const email = (form.get("email") ?? "").trim();
			if (!isEmailAddress(email))
				return { errors: [{ field: "email", message: "Enter an e-mail address like name@company.com" }] };
			const isAdded = await noting({ action: `${kind.name}.email`, subject: reference }).database.write((transaction) =>
				addEmail(transaction, kind, reference, { email, now }),
			);
			return { notice: isAdded ? "E-mail address added." : "Not added: there is an address already." };
		}
		case "leave-pool": {
			const { database } = noting({ action: `${kind.name}.leave-pool`, subject: reference });
			const wasIn = await database.write((transaction) =>
				leavePool(transaction, { reference, kind: kind.name }, { at: now, by: "member" }),
			);
			return { notice: wasIn ? "Removed from the talent pool." : "Not in the talent pool any more." };
		}
		case "move-message":
			return moveMessage();
		case "undo-move": {
			const { id: message, from: former, replaced } = readMoved(id);
			const formerPath = former === null ? "/messages" : pathOf(former);
			const isBack = formerPath !== undefined && (await fileIn(former, message, replaced));
			return isBack
				? { notice: `Message moved back to ${former ?? "the unfiled messages"}.`, to: formerPath }
				: { notice: "Not moved back: the message or its record is gone." };
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

	async function changeField(changed: ChangedField, typed: string): Promise<WorkActionData | Done> {
		const value = changed === "snooze" ? readSnooze(typed, now, deps.company) : typed;
		const version = readVersion(form.get("version"));
		const result = await changes.change(reference, { field: changed, value, version, by: by.id });
		if (!result.ok) return { errors: [{ field: changed, message: describeRefusal(kind, result) }] };
		if (result.batch === undefined) return { notice: "Nothing to change." };
		const { stages } = await withStagesOf(deps.database.db, kind, result.record.topic);
		const stage = findStage({ stages }, result.record.stage);
		const asksReason = changed === "stage" && stage.reasons !== undefined;
		return {
			notice: await describeChanged({ field: changed, value }, result.record, { ...deps, kind }),
			undo: { does: "undo", id: result.batch },
			to: asksReason ? `${path}#reason` : undefined,
			isSetAside:
				(changed === "spam" && value === "yes") ||
				(changed === "snooze" && value !== "") ||
				(changed === "stage" && !stage.open && !asksReason) ||
				(changed === "reason" && value !== "" && !stage.open),
		};
	}

	async function undo(): Promise<WorkActionData | Done> {
		const result = await changes.undo({ batch: id, kind: kind.name, reference }, by.id);
		const words = describeUndone(result);
		return result.ok ? { notice: words } : { errors: [{ field: "stage", message: words }] };
	}

	async function editNote(): Promise<WorkActionData | Done> {
		const version = readVersion(form.get("version"));
		const result = await notes.edit({ id, reference }, { text, version, by: by.id });
		if (result.ok) return { notice: `Note changed.${describeNotified(result.notified, deps.company.locale)}` };
		return {
			errors: describeNoteFault(result, `edit-${id}`),
			// Saving again replaces the stored text, which is shown above the form.
			editedNote: { id, text, version: result.why === "conflict" ? result.note.version : version },
		};
	}

	async function moveMessage(): Promise<WorkActionData | Done> {
		const to = (form.get("to") ?? "").trim().toUpperCase();
		const target = pathOf(to);
		const refuse = (message: string): WorkActionData => ({
			errors: [{ field: `move-${id}`, message }],
			moved: { id, to },
		});
		if (to === "") return refuse("Enter the reference of the other record");
		if (to === reference) return refuse(`The message is in ${reference} already`);
		if (target === undefined || !(await records.find(to))) return refuse(`There is no record ${to}`);
		const moved = await fileIn(to, id);
		if (!moved) return refuse("This message is no longer here");
		return {
			notice: `Message moved to ${to}.`,
			undo: { does: "undo-move", id: writeMoved({ id, from: reference, ...moved }), path: target },
			to: target,
		};
	}

	function fileIn(to: string | null, message: string, undoes?: ReplacedState): ReturnType<typeof fileMessage> {
		return noting({ action: "message.move", subject: to ?? message }).database.write((transaction) =>
			fileMessage(transaction, { id: message, from: reference, to, by: by.id, undoes }, records.kinds, now),
		);
	}
}

/** Names the stored value, because somebody may have made the same change. */
function describeRefusal(kind: RecordKind, result: Exclude<ChangeResult, { ok: true }>): string {
	if (result.why === "refused") return result.message;
	if (result.why === "gone") return "This record no longer exists.";
	const stage = findStage(kind, fieldRules.stage.read(result.record, kind)).label;
	return `Not saved: someone else changed this record first. It is in ${stage} now. Review it and choose again.`;
}
