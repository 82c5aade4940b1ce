import { clockTolerance } from "../../../platform/clock.ts";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import { toInstantText } from "../../../platform/database/instant-text.ts";

type SetAsideMessagesTable = {
	mailboxId: string;
	/** In the folder whose numbers the mailbox knows. */
	uid: number | string;
	/** When it is tried again. */
	dueAt: string;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		setAsideMessages: SetAsideMessagesTable;
	}
}

/** Sets aside a message that could not be stored, until `dueAt`; it stays in its mailbox. */
export async function setAsideMessage(
	transaction: WriteTransaction,
	{ mailboxId, uid, dueAt }: { mailboxId: string; uid: number; dueAt: Temporal.Instant },
): Promise<void> {
	await transaction
		.insertInto("setAsideMessages")
		.values({ mailboxId, uid, dueAt: toInstantText(dueAt) })
		.onConflict((conflict) => conflict.columns(["mailboxId", "uid"]).doUpdateSet({ dueAt: toInstantText(dueAt) }))
		.execute();
}

/** Ends the setting aside of a message that was stored or deleted. */
export async function endSetAside(transaction: WriteTransaction, mailboxId: string, uid: number): Promise<void> {
	await transaction.deleteFrom("setAsideMessages").where("mailboxId", "=", mailboxId).where("uid", "=", uid).execute();
}

/** Forgets the messages of a mailbox that were set aside: it is gone, or its server has renumbered them all. */
export async function forgetSetAside(transaction: WriteTransaction, mailboxId: string): Promise<void> {
	await transaction.deleteFrom("setAsideMessages").where("mailboxId", "=", mailboxId).execute();
}

/** Lists the UIDs of a mailbox's messages that were set aside, and those that are due for another attempt. */
export async function listSetAside(
	db: Connection,
	mailboxId: string,
	now: Temporal.Instant,
): Promise<{ uids: number[]; due: number[] }> {
	const rows = await db
		.selectFrom("setAsideMessages")
		.select(["uid", "dueAt"])
		.where("mailboxId", "=", mailboxId)
		.orderBy("uid")
		.execute();
	// No message waits for so long that its time lies beyond the tolerance, unless the clock was wrong.
	const latest = toInstantText(now.add(clockTolerance));
	const isDue = ({ dueAt }: { dueAt: string }) => dueAt <= toInstantText(now) || dueAt > latest;
	const toUids = (of: typeof rows) => of.map(({ uid }) => Number(uid));
	return { uids: toUids(rows), due: toUids(rows.filter(isDue)) };
}
