import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { expectsReply, findKindOf, type RecordKind } from "../records/record-kind.ts";

/**
 * Sets when a record was answered: by the first reply that was neither undone nor given up as pointless, by a member's own mail program, or
 * by what its kind counts as an answer, whichever was sooner. A record whose sender wrote again awaits a reply until there is a later one,
 * also where none came before and its kind expects none.
 */
export async function setAnswered(
	transaction: WriteTransaction,
	kinds: readonly RecordKind[],
	reference: string,
): Promise<void> {
	const times = await findReplyTimes(transaction, reference);
	const kind = findKindOf(kinds, reference);
	const other = await kind?.findOtherReplies?.(transaction, reference);
	const [answeredAt = null] = [times.first, other && toInstantText(other.first)]
		.filter((at) => at !== undefined)
		.toSorted();
	await transaction
		.updateTable("records")
		.set({ answeredAt })
		.where("reference", "=", reference)
		// Replies to an imported record were written elsewhere.
		.where("importNumber", "is", null)
		.execute();
	const lastWritten = [times.lastWritten, other && toInstantText(other.latest)]
		.filter((at) => at !== undefined)
		.toSorted()
		.at(-1);
	const since = await findAwaiting(transaction, reference, { ...times, lastWritten });
	await transaction
		.updateTable("records")
		.set((of) => ({
			// Without a reply, a record whose kind expects one awaits it since its receipt.
			awaitingSince:
				kind && !expectsReply(kind) ? since : of.case().when("answeredAt", "is", null).then(null).else(since).end(),
		}))
		.where("reference", "=", reference)
		.execute();
}

/** Recalculates since when a record awaits another reply, after some of its messages were deleted. */
export async function renewAwaiting(transaction: WriteTransaction, reference: string): Promise<void> {
	const record = await transaction
		.selectFrom("records")
		.select("awaitingSince")
		.where("reference", "=", reference)
		.executeTakeFirst();
	// Others await their first reply, or none.
	const since = record?.awaitingSince ?? undefined;
	if (since === undefined) return;
	// Earlier messages have been answered, also by other e-mails than replies.
	const times = { ...(await findReplyTimes(transaction, reference)), since };
	await transaction
		.updateTable("records")
		.set({ awaitingSince: await findAwaiting(transaction, reference, times) })
		.where("reference", "=", reference)
		.execute();
}

/**
 * Finds when a record's sender wrote first after the latest reply. A reply from the desk does not answer what the desk got later, however
 * long ago it was received, unless it was in the mailbox before that was connected.
 */
async function findAwaiting(
	db: Connection,
	reference: string,
	{
		lastWritten = "",
		lastMailed = "",
		since = "",
	}: Pick<ReplyTimes, "lastWritten" | "lastMailed"> & { /** Messages before do not count. */ since?: string },
): Promise<string | null> {
	const awaiting = await db
		.selectFrom("incomingMessages")
		.leftJoin("mailboxes", "mailboxes.id", "incomingMessages.mailboxId")
		.select((of) => of.fn.min<string | null>("receivedAt").as("since"))
		.where("reference", "=", reference)
		.where("accountId", "is", null)
		.where("sort", "=", "person")
		.where("isFirst", "=", 0)
		.where("receivedAt", ">", lastMailed)
		.where("receivedAt", ">=", since)
		.where((where) =>
			where.or([
				where("receivedAt", ">", lastWritten),
				where.and([where("storedAt", ">", lastWritten), where("receivedAt", ">=", where.ref("mailboxes.createdAt"))]),
			]),
		)
		.executeTakeFirst();
	return awaiting?.since ?? null;
}

type ReplyTimes = Record<"first" | "lastWritten" | "lastMailed", string | undefined>;

/** Finds when a record got its first reply, and its latest one from the desk and from a member's own mail program. */
async function findReplyTimes(db: Connection, reference: string): Promise<ReplyTimes> {
	const written = await db
		.selectFrom("recordReplies")
		.leftJoin("emails", "emails.messageId", "recordReplies.messageId")
		.select((of) => [of.fn.min("writtenAt").as("first"), of.fn.max("writtenAt").as("last")])
		.where("recordReplies.reference", "=", reference)
		.where("withdrawnAt", "is", null)
		.where("isForward", "=", 0)
		// A reply whose e-mail is gone counts.
		.where("emails.notSentAt", "is", null)
		.executeTakeFirst();
	const mailed = await db
		.selectFrom("incomingMessages")
		.select((of) => [of.fn.min("receivedAt").as("first"), of.fn.max("receivedAt").as("last")])
		.where("reference", "=", reference)
		.where("accountId", "is not", null)
		// Neither an enquiry that a member forwarded to the mailbox nor their out-of-office reply answers anybody.
		.where("sort", "=", "person")
		.where("isFirst", "=", 0)
		.executeTakeFirst();
	const [first] = [written?.first, mailed?.first].filter((at) => typeof at === "string").toSorted();
	return { first, lastWritten: written?.last ?? undefined, lastMailed: mailed?.last ?? undefined };
}
