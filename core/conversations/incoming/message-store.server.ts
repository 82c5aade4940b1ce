import { sql, type Selectable } from "kysely";
import { z } from "zod";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";
import type { Tables } from "../../../platform/database/tables.ts";
import { listAddressesOf } from "../../people/merged-addresses.server.ts";
import type { StoredRecord } from "../../records/record-store.server.ts";
import type { ReplyFile } from "../reply-files.server.ts";
import type { IncomingSort, MailAddress } from "./incoming-message.ts";

/** The sort of a stored message; `internal`: a person's that answers only staff, and that the record's sender has not seen. */
export type StoredSort = IncomingSort["sort"] | "internal";

type IncomingMessagesTable = {
	id: string;
	/** The same for every copy of one message, in whichever mailbox it lies. */
	contentKey: string;
	mailboxId: string;
	/** The record whose conversation it is in; null for messages of programs that belong to none. */
	reference: string | null;
	/** 1 for the message that its record was made of. */
	isFirst: number;
	/** Without angle brackets. */
	messageId: string | null;
	sort: StoredSort;
	fromName: string;
	/** In lower case; empty if the message names nobody. */
	fromAddress: string;
	/** The member who wrote it with their own mail program. */
	accountId: string | null;
	subject: string;
	receivedAt: string;
	storedAt: string;
	/** Without the quoted history. */
	text: string;
	/** The quoted history and the signature. */
	quoted: string;
	/** Cleaned; null for plain text. */
	html: string | null;
	/** JSON: see detailsSchema. */
	details: string;
};

/** Every Message-ID that a conversation has named, without angle brackets. */
type ThreadIdsTable = { messageId: string; reference: string };

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		incomingMessages: IncomingMessagesTable;
		threadIds: ThreadIdsTable;
	}
}

const addressSchema = z.object({ name: z.string(), address: z.string() });

/** The rest of a message, which no query asks for. */
const detailsSchema = z.object({
	to: z.array(addressSchema),
	cc: z.array(addressSchema),
	replyTo: z.array(addressSchema),
	list: z.string().optional(),
	forwardedFrom: addressSchema.optional(),
	protection: z.string().optional(),
	omissions: z.array(z.string()),
	/** Of a bounce: the reasons; of a calendar reply: the answer. */
	remark: z.string().optional(),
	/** When a calendar reply proposes to meet, an instant. */
	proposedAt: z.string().optional(),
	/** Whether the sender's domain vouches for the message. */
	isVerified: z.boolean(),
});

export type MessageDetails = z.infer<typeof detailsSchema>;

/** The answer of a calendar program to an invitation. */
export type CalendarAnswer = Pick<MessageDetails, "remark" | "proposedAt">;

/** Reads the answer of a calendar reply from its stored details. */
export function readCalendarAnswer(details: string): CalendarAnswer {
	const { remark, proposedAt } = detailsSchema.parse(JSON.parse(details));
	return { remark, proposedAt };
}

/** A message of a conversation, as it is stored. */
export type StoredMessage = Omit<
	Selectable<IncomingMessagesTable>,
	"contentKey" | "isFirst" | "receivedAt" | "storedAt" | "details"
> & {
	isFirst: boolean;
	/** When the mailbox received it. */
	receivedAt: Temporal.Instant;
	details: MessageDetails;
	files: ReplyFile[];
};

/** The reference of files whose message belongs to no record. */
export const unfiledReference = "";

export function toStoredMessage(row: Selectable<Tables["incomingMessages"]>, files: ReplyFile[]): StoredMessage {
	const { contentKey: _key, storedAt: _storedAt, isFirst, receivedAt, details, ...rest } = row;
	return {
		...rest,
		isFirst: isFirst === 1,
		receivedAt: Temporal.Instant.from(receivedAt),
		details: detailsSchema.parse(JSON.parse(details)),
		files,
	};
}

/** Finds a message of a record; with null, an unfiled message. */
export async function findMessage(
	db: Connection,
	{ id, reference }: { id: string; reference: string | null },
): Promise<StoredMessage | undefined> {
	const row = await db
		.selectFrom("incomingMessages")
		.selectAll()
		.where("id", "=", id)
		.where("reference", reference === null ? "is" : "=", reference)
		.executeTakeFirst();
	return row && toStoredMessage(row, []);
}

/** Lists the unfiled messages of mailboxes, and of removed ones if asked, with their files, the latest first, and counts them all. */
export async function listUnfiled(
	db: Connection,
	{ mailboxIds, ofRemoved }: { mailboxIds: readonly string[]; ofRemoved: boolean },
	{ limit, offset = 0 }: { limit: number; offset?: number },
): Promise<{ messages: StoredMessage[]; count: number }> {
	if (mailboxIds.length === 0 && !ofRemoved) return { messages: [], count: 0 };
	const unfiled = db
		.selectFrom("incomingMessages")
		.where("reference", "is", null)
		.where((where) =>
			where.or([
				...(mailboxIds.length > 0 ? [where("mailboxId", "in", mailboxIds)] : []),
				...(ofRemoved ? [where("mailboxId", "not in", (from) => from.selectFrom("mailboxes").select("id"))] : []),
			]),
		);
	const { count } = await unfiled
		.select((of) => of.fn.countAll<number | string>().as("count"))
		.executeTakeFirstOrThrow();
	const rows = await unfiled.selectAll().orderBy("receivedAt", "desc").limit(limit).offset(offset).execute();
	const files = await listFilesOf(
		db,
		rows.map(({ id }) => id),
	);
	const filesOf = (id: string) => files.filter(({ replyId }) => replyId === id);
	return { messages: rows.map((row) => toStoredMessage(row, filesOf(row.id))), count: Number(count) };
}

/** Lists the files of messages by name. */
export async function listFilesOf(
	db: Connection,
	ids: readonly string[],
): Promise<(ReplyFile & { replyId: string })[]> {
	if (ids.length === 0) return [];
	return db
		.selectFrom("replyFiles")
		.select(["replyId", "storedAs", "name", "bytes"])
		.where("replyId", "in", ids)
		.orderBy("name")
		.execute();
}

/** Lists the files that came with a record's messages, the latest first. */
export async function listMessageFiles(
	db: Connection,
	reference: string,
): Promise<(ReplyFile & { messageId: string })[]> {
	return db
		.selectFrom("incomingMessages")
		.innerJoin("replyFiles", "replyFiles.replyId", "incomingMessages.id")
		.select(["replyFiles.storedAs", "replyFiles.name", "replyFiles.bytes", "incomingMessages.id as messageId"])
		.where("incomingMessages.reference", "=", reference)
		.orderBy("incomingMessages.receivedAt", "desc")
		.orderBy("replyFiles.name")
		.execute();
}

/** Returns the text of a record that is made of a message. */
export function nameText({ text, quoted, subject }: Pick<StoredMessage, "text" | "quoted" | "subject">): string {
	return text.trim() || quoted.trim() || subject;
}

/** Returns the sender of a record that is made of a message: somebody who forwards another's message did not write it. */
export function nameSender({ fromName, fromAddress, details }: StoredMessage): MailAddress {
	return details.forwardedFrom ?? details.replyTo[0] ?? { name: fromName, address: fromAddress };
}

/**
 * Finds the latest message of a record's sender, or of those who write with them; undefined if there is none. Somebody whom a message was
 * forwarded to answers the company, and the sender is not to read that.
 */
export async function findLatestMessage(
	db: Connection,
	{ reference, senderEmail }: Pick<StoredRecord, "reference" | "senderEmail">,
): Promise<StoredMessage | undefined> {
	const own = await listAddressesOf(db, senderEmail);
	const row = await db
		.selectFrom("incomingMessages")
		.selectAll()
		.where("reference", "=", reference)
		.where("sort", "=", "person")
		.where("accountId", "is", null)
		.where((where) =>
			where.or([
				where("fromAddress", "in", own),
				where("fromAddress", "not in", (from) =>
					from
						.selectFrom("recordReplies")
						.select(sql<string>`lower(recipient)`.as("address"))
						.where("reference", "=", reference)
						.where("isForward", "=", 1)
						.where("withdrawnAt", "is", null)
						.union(
							from
								.selectFrom("replyCopies")
								.innerJoin("recordReplies", "recordReplies.id", "replyCopies.replyId")
								.select(sql<string>`lower(reply_copies.recipient)`.as("address"))
								.where("replyCopies.reference", "=", reference)
								.where("recordReplies.isForward", "=", 1)
								.where("recordReplies.withdrawnAt", "is", null),
						),
				),
			]),
		)
		.orderBy("receivedAt", "desc")
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	return row && toStoredMessage(row, []);
}

/** The beginning of what somebody wrote last into a conversation. */
export type LatestText = { at: Temporal.Instant; text: string };

/** Characters of a text in lists. */
const excerptLength = 300;

/** Finds what people other than members wrote last into conversations, by reference; only those with a message. */
export async function findLatestTexts(db: Connection, references: readonly string[]): Promise<Map<string, LatestText>> {
	if (references.length === 0) return new Map();
	const excerptOf = (column: "text" | "quoted") => sql<string>`substr(${sql.ref(column)}, 1, ${excerptLength})`;
	const rows = await db
		.selectFrom((from) =>
			from
				.selectFrom("incomingMessages")
				.select((of) => [
					"reference",
					"receivedAt",
					"subject",
					excerptOf("text").as("text"),
					excerptOf("quoted").as("quoted"),
					of.fn
						.agg<number>("row_number")
						.over((over) => over.partitionBy("reference").orderBy("receivedAt", "desc").orderBy("id", "desc"))
						.as("place"),
				])
				.where("reference", "in", references)
				.where("sort", "=", "person")
				.where("accountId", "is", null)
				.as("messages"),
		)
		.selectAll()
		.where("place", "=", 1)
		.execute();
	return new Map(
		rows.map((row) => [row.reference ?? "", { at: Temporal.Instant.from(row.receivedAt), text: nameText(row) }]),
	);
}

/** Lists the addresses that take part in a record's conversation, in lower case: those of messages from outside and their copies. */
export async function listParticipants(db: Connection, reference: string): Promise<Set<string>> {
	const rows = await db
		.selectFrom("incomingMessages")
		.select(["fromAddress", "details"])
		.where("reference", "=", reference)
		.execute();
	return new Set(
		rows.flatMap(({ fromAddress, details }) => {
			const { to, cc, replyTo } = detailsSchema.parse(JSON.parse(details));
			return [fromAddress, ...[...to, ...cc, ...replyTo].map(({ address }) => address.toLowerCase())];
		}),
	);
}

/** Stores the Message-IDs by which later messages find a record. */
export async function addThreadIds(
	transaction: WriteTransaction,
	reference: string,
	messageIds: readonly string[],
): Promise<void> {
	if (messageIds.length === 0) return;
	await transaction
		.insertInto("threadIds")
		.values([...new Set(messageIds)].map((messageId) => ({ messageId, reference })))
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** Deletes the messages of records with their Message-IDs; their files are deleted with those of replies. */
export async function deleteMessagesOf(transaction: WriteTransaction, references: readonly string[]): Promise<void> {
	await transaction.deleteFrom("incomingMessages").where("reference", "in", references).execute();
	await transaction.deleteFrom("threadIds").where("reference", "in", references).execute();
}
