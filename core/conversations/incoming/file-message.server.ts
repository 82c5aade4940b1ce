import type { WriteTransaction } from "../../../platform/database/database.ts";
import { cleanText } from "../../../shared/clean-text.ts";
import { getKind } from "../../records/changes.server.ts";
import { deleteNotificationsAbout, notifyMember } from "../../records/notifications.server.ts";
import type { RecordKind } from "../../records/record-kind.ts";
import { findRecord } from "../../records/record-store.server.ts";
import { noteStaffText } from "../../records/work-store.server.ts";
import { setAnswered } from "../replies.server.ts";
import { addThreadIds, findMessage, nameText } from "./message-store.server.ts";

/**
 * Moves a message to another record's conversation, with its files. Messages that answer it arrive there from then on, both
 * records await a reply as their messages say, and the new one's owner is notified.
 * @param options `from`: the record it is in, null for a message that belongs to none; `by`: the member who moves it
 * @returns false when the message or the other record is gone
 */
export async function fileMessage(
	transaction: WriteTransaction,
	{ id, from, to, by }: { id: string; from: string | null; to: string; by: string },
	kinds: readonly RecordKind[],
	now: Temporal.Instant,
): Promise<boolean> {
	const message = await findMessage(transaction, { id, reference: from });
	const target = await findRecord(transaction, to);
	if (!message || !target) return false;
	const sent = (await getKind(kinds, target).findSent(transaction, [to])).get(to);
	// A record whose text is the message's does not show it twice.
	const isFirst = cleanText(nameText(message)).trim() === sent?.text.value;
	await transaction
		.updateTable("incomingMessages")
		.set({ reference: to, isFirst: isFirst ? 1 : 0 })
		.where("id", "=", id)
		.execute();
	await transaction.updateTable("replyFiles").set({ reference: to }).where("replyId", "=", id).execute();
	if (message.messageId !== null) {
		await transaction
			.deleteFrom("threadIds")
			.where("messageId", "=", message.messageId)
			.where("reference", "=", from ?? "")
			.execute();
		await addThreadIds(transaction, to, [message.messageId]);
	}
	const former = from === null ? undefined : await findRecord(transaction, from);
	for (const record of [target, ...(former ? [former] : [])]) {
		await setAnswered(transaction, kinds, record.reference);
		await noteStaffText(transaction, record, now);
	}
	await deleteNotificationsAbout(transaction, id);
	if (target.ownerId !== undefined && target.ownerId !== by)
		await notifyMember(transaction, { accountId: target.ownerId, reference: to, kind: "message", cause: id }, now);
	return true;
}
