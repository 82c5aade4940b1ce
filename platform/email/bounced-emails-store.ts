import { sql } from "kysely";
import { recordChange } from "../database/changes.ts";
import type { WriteTransaction } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";

/** The longest reason that is stored; servers write whole pages. */
const maxReasonLength = 300;

/** Marks sent e-mails as bounced and returns them: their mail server took them, and another one could not deliver them. */
export async function noteBounce(
	transaction: WriteTransaction,
	{ messageIds, address, reason }: { messageIds: readonly string[]; address: string; reason: string },
	now: Temporal.Instant,
): Promise<{ reference: string; messageId: string }[]> {
	if (messageIds.length === 0) return [];
	const bounced = await transaction
		.updateTable("emails")
		.set({
			bouncedAt: toInstantText(now),
			lastError: reason.replaceAll("\0", "").toWellFormed().slice(0, maxReasonLength),
		})
		.where("messageId", "in", messageIds)
		.where("state", "=", "sent")
		.where("bouncedAt", "is", null)
		.where(sql<boolean>`lower(recipient) = ${address.toLowerCase()}`)
		.returning(["reference", "messageId"])
		.execute();
	await recordChange(
		transaction,
		bounced.map(({ reference }) => `record:${reference}`),
	);
	return bounced;
}
