import type { WriteTransaction } from "../../../platform/database/database.ts";
import { cleanText } from "../../../shared/clean-text.ts";
import { getKind } from "../../records/changes.server.ts";
import { deleteNotificationsAbout, notifyOfMessage } from "../../records/notifications.server.ts";
import type { RecordKind } from "../../records/record-kind.ts";
import { findRecord } from "../../records/record-store.server.ts";
import { noteStaffText } from "../../records/work-store.server.ts";
import { setAnswered } from "../reply-state.server.ts";
import { addThreadIds, findMessage, nameText, unfiledReference } from "./message-store.server.ts";
import { reopenRecord, undoReopening, type ReplacedState } from "./reopen-record.server.ts";

/**
 * Moves a message to another record's conversation, with its files. Messages that answer it arrive there from then on, both
 * records await a reply as their messages say, the new one is open and awake if somebody outside the team wrote it, and its owner is
 * notified.
 * @param options `from`: the record it is in, `to`: the other one, null for none; `by`: the member who moves it; `undoes`: what the move
 *   that is undone replaced, which returns, while the record that the message goes back to stays as it is
 * @returns what the move replaced; false when the message or the other record is gone
 */
export async function fileMessage(
	transaction: WriteTransaction,
	{
		id,
		from,
		to,
		by,
		undoes,
	}: { id: string; from: string | null; to: string | null; by: string; undoes?: ReplacedState | undefined },
	kinds: readonly RecordKind[],
	now: Temporal.Instant,
): Promise<{ replaced: ReplacedState | undefined } | false> {
	const message = await findMessage(transaction, { id, reference: from });
	const target = to === null ? undefined : await findRecord(transaction, to);
	if (!message || (to !== null && !target)) return false;
	const sent = target && (await getKind(kinds, target).findSent(transaction, [target.reference])).get(target.reference);
	// A record whose text is the message's does not show it twice.
	const isFirst = cleanText(nameText(message)).trim() === sent?.text.value;
	await transaction
		.updateTable("incomingMessages")
		.set({ reference: to, isFirst: isFirst ? 1 : 0 })
		.where("id", "=", id)
		.execute();
	await transaction
		.updateTable("replyFiles")
		.set({ reference: to ?? unfiledReference })
		.where("replyId", "=", id)
		.execute();
	if (message.messageId !== null) {
		await transaction
			.deleteFrom("threadIds")
			.where("messageId", "=", message.messageId)
			.where("reference", "=", from ?? "")
			.execute();
		if (to !== null) await addThreadIds(transaction, to, [message.messageId]);
	}
	const former = from === null ? undefined : await findRecord(transaction, from);
	for (const record of [target, former])
		if (record) {
			await setAnswered(transaction, kinds, record.reference);
			await noteStaffText(transaction, record, now);
		}
	await deleteNotificationsAbout(transaction, id);
	if (undoes) {
		if (from !== null) await undoReopening(transaction, kinds, from, undoes, now);
		return { replaced: undefined };
	}
	if (!target) return { replaced: undefined };
	const isFromOutside = message.sort === "person" && message.accountId === null;
	const replaced = isFromOutside ? await reopenRecord(transaction, kinds, target, now) : undefined;
	await notifyOfMessage(transaction, { record: target, cause: id, by }, { kinds, now });
	return { replaced };
}
