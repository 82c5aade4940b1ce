import type { WriteTransaction } from "../../platform/database/database.ts";
import { nameMember, writeRecordEvent } from "../records/record-events.server.ts";
import { findRecord } from "../records/record-store.server.ts";
import { isAnyChosen } from "../webhooks/delivery-store.server.ts";
import { replyEmailKind } from "./email-kinds.ts";

/** Tells webhooks of a reply in the transaction that records that it has left; of its copies and of other e-mails, nothing. */
export async function writeReplyEvent(
	transaction: WriteTransaction,
	{ kind, reference, messageId }: { kind: string; reference: string; messageId: string },
	now: Temporal.Instant,
): Promise<void> {
	if (kind !== replyEmailKind || !(await isAnyChosen(transaction, ["reply.sent"]))) return;
	const reply = await transaction
		.selectFrom("recordReplies")
		.select(["id", "accountId"])
		.where("reference", "=", reference)
		.where("messageId", "=", messageId)
		.executeTakeFirst();
	const record = await findRecord(transaction, reference);
	if (!reply || !record) return;
	await writeRecordEvent(
		transaction,
		"reply.sent",
		record,
		{
			reply: { id: reply.id },
			by: await nameMember(transaction, reply.accountId),
		},
		now,
	);
}
