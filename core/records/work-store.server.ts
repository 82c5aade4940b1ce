import type { Generated } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { deleteMessagesOf } from "../conversations/incoming/message-store.server.ts";
import { changeKeysOfRecord, setStaffWords, type StoredRecord } from "./record-store.server.ts";

/** Fields of a record that staff change, each stored as text: "" is none. */
export const changedFields = ["stage", "owner", "follow-up", "snooze", "value", "reason", "spam"] as const;
export type ChangedField = (typeof changedFields)[number];

type RecordChangesTable = {
	id: string;
	reference: string;
	/** Of the record after the change. */
	version: number;
	/** The changes of one action share a batch. */
	batch: string;
	at: string;
	accountId: string;
	field: ChangedField;
	before: string;
	after: string;
	/** The change that this one undoes. */
	undoes: string | null;
};

type RecordNotesTable = {
	id: string;
	reference: string;
	accountId: string;
	text: string;
	createdAt: string;
	editedAt: string | null;
	version: number;
};

type NotificationsTable = {
	id: string;
	accountId: string;
	reference: string;
	/** Id of the note, the change of owner, or the message; of a new record, its reference. */
	noteId: string;
	at: string;
	readAt: string | null;
	kind: Generated<NotificationKind>;
};

/** A mention in a note, becoming the owner, a message about an owned record, or a new record for the team of its topic. */
export type NotificationKind = "mention" | "owner" | "message" | "new";

/** Only accounts that have chosen something. */
type NotificationSettingsTable = {
	accountId: string;
	mentionEmails: number;
	/** Topics of notifications on devices that are off, joined by commas. */
	pushOff: Generated<string>;
};

type RecordRepliesTable = {
	id: string;
	reference: string;
	accountId: string;
	/** The author's name at that time. */
	senderName: string;
	/** Empty for a forwarded message whose recipients were erased. */
	recipient: string;
	subject: string;
	text: string;
	templateId: string | null;
	messageId: string;
	writtenAt: string;
	/** Until then it can be undone. */
	sendsAt: string;
	withdrawnAt: string | null;
	/** Id of the message that the e-mail quotes. */
	quotedId: string | null;
	/** 1 if it forwards that message to somebody else. */
	isForward: Generated<number>;
};

type ReplyFilesTable = {
	/** In the file store. */
	storedAs: string;
	/** Id of the reply, of the draft before it is sent, or of the message that it came with. */
	replyId: string;
	reference: string;
	/** Name under which it was attached. */
	name: string;
	contentType: string;
	bytes: number;
	sha256: string;
};

type ReplyTemplatesTable = {
	id: string;
	kind: string;
	name: string;
	subject: string;
	text: string;
	version: number;
	changedAt: string;
	/** Ascending; equal ones sort by name. */
	position: Generated<number>;
};

/** The replies of bulk replies. */
type RecordAnswersTable = {
	replyId: string;
	/** One action has one batch. */
	batch: string;
	reference: string;
	/** Stages before and after; equal where the stage stays. */
	stageBefore: string;
	stage: string;
};

/** One reviewer's score of one criterion. */
type ScorecardsTable = {
	reference: string;
	accountId: string;
	criterion: string;
	score: number;
	text: string;
	at: string;
	recommendation: Generated<string | null>;
	/** Name of the criterion at that time; null in scorecards of earlier releases. */
	label: Generated<string | null>;
};

/** Kinds of records whose templates were filled in from content. */
type SeededTemplatesTable = { kind: string; at: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		recordChanges: RecordChangesTable;
		recordNotes: RecordNotesTable;
		notifications: NotificationsTable;
		notificationSettings: NotificationSettingsTable;
		recordReplies: RecordRepliesTable;
		replyFiles: ReplyFilesTable;
		replyTemplates: ReplyTemplatesTable;
		recordAnswers: RecordAnswersTable;
		scorecards: ScorecardsTable;
		seededTemplates: SeededTemplatesTable;
	}
}

/** Records a change of texts about a record, with its new search words. */
export async function noteStaffText(
	transaction: WriteTransaction,
	record: Pick<StoredRecord, "id" | "reference" | "kind">,
	now: Temporal.Instant,
): Promise<void> {
	// First, because it locks the record: of two texts at the same moment, the second transaction reads both.
	await noteRecordChange(transaction, record, now);
	const notes = await transaction
		.selectFrom("recordNotes")
		.select("text")
		.where("reference", "=", record.reference)
		.execute();
	const replies = await transaction
		.selectFrom("recordReplies")
		.select(["subject", "text"])
		.where("reference", "=", record.reference)
		.where("withdrawnAt", "is", null)
		.execute();
	const messages = await transaction
		.selectFrom("incomingMessages")
		.select(["subject", "text", "fromName", "fromAddress"])
		.where("reference", "=", record.reference)
		.execute();
	await setStaffWords(transaction, record, [
		...notes.map(({ text }) => text),
		...replies.flatMap(({ subject, text }) => [subject, text]),
		...messages.flatMap((message) => Object.values(message)),
	]);
}

/** Records that something about a record changed, for lists that sort by it and pages that show it. */
export async function noteRecordChange(
	transaction: WriteTransaction,
	record: Pick<StoredRecord, "reference" | "kind">,
	now: Temporal.Instant,
): Promise<void> {
	await transaction
		.updateTable("records")
		.set({ changedAt: toInstantText(now) })
		.where("reference", "=", record.reference)
		.execute();
	await recordChange(transaction, changeKeysOfRecord(record));
}

/** Deletes staff's work on records, and returns its file names in the file store. */
export async function deleteRecordWork(
	transaction: WriteTransaction,
	references: readonly string[],
): Promise<string[]> {
	await transaction.deleteFrom("recordChanges").where("reference", "in", references).execute();
	await transaction.deleteFrom("recordNotes").where("reference", "in", references).execute();
	await transaction.deleteFrom("notifications").where("reference", "in", references).execute();
	await transaction.deleteFrom("recordReplies").where("reference", "in", references).execute();
	await transaction.deleteFrom("replyCopies").where("reference", "in", references).execute();
	await transaction.deleteFrom("scorecards").where("reference", "in", references).execute();
	await transaction.deleteFrom("recordAnswers").where("reference", "in", references).execute();
	await transaction.deleteFrom("recordDrafts").where("reference", "in", references).execute();
	await deleteMessagesOf(transaction, references);
	const files = await transaction
		.deleteFrom("replyFiles")
		.where("reference", "in", references)
		.returning("storedAs")
		.execute();
	return files.map(({ storedAs }) => storedAs);
}

/** Lists what staff wrote about records, oldest first, and the files of replies. */
export async function listRecordWork(db: Connection, references: readonly string[]) {
	if (references.length === 0) return { written: [], files: [] };
	const notes = await db
		.selectFrom("recordNotes")
		.select(["id", "reference", "createdAt", "text"])
		.where("reference", "in", references)
		.execute();
	const replies = await db
		.selectFrom("recordReplies")
		.select(["id", "reference", "writtenAt", "senderName", "subject", "text", "isForward"])
		.where("reference", "in", references)
		.where("withdrawnAt", "is", null)
		.execute();
	const drafts = await db
		.selectFrom("recordDrafts")
		.select(["id", "reference", "changedAt", "kind", "subject", "text", "setAside"])
		.where("reference", "in", references)
		.execute();
	const messages = await db
		.selectFrom("incomingMessages")
		.select(["id", "reference", "receivedAt", "sort", "fromName", "fromAddress", "subject", "text", "quoted"])
		.where("reference", "in", references)
		.execute();
	const scores = await db.selectFrom("scorecards").selectAll().where("reference", "in", references).execute();
	const scorecards = Map.groupBy(scores, ({ reference, accountId }) => `${reference} ${accountId}`);
	const written = [
		...[...scorecards].flatMap(([id, card]) => {
			const [first] = card;
			if (!first) return [];
			return {
				id,
				reference: first.reference,
				at: Temporal.Instant.from(first.at),
				title: ["Scorecard", first.recommendation].filter(Boolean).join(": "),
				text: card
					.map(({ criterion, label, score, text }) => `${label ?? criterion}: ${score}. ${text}`.trim())
					.join("\n"),
			};
		}),
		...notes.map(({ createdAt, ...note }) => ({ ...note, at: Temporal.Instant.from(createdAt), title: "Note" })),
		...replies.map(({ writtenAt, senderName, subject, isForward, ...reply }) => ({
			...reply,
			at: Temporal.Instant.from(writtenAt),
			title: `${senderName} ${isForward === 1 ? "forwarded" : "replied"}: ${subject}`,
		})),
		...messages.map(({ id, reference, receivedAt, sort, fromName, fromAddress, subject, text, quoted }) => ({
			id,
			reference,
			at: Temporal.Instant.from(receivedAt),
			title: `${fromName || fromAddress} ${sort === "internal" ? "replied internally" : "wrote"}: ${subject}`,
			text: [text, quoted].filter(Boolean).join("\n\n"),
		})),
		...drafts.map(({ id, reference, changedAt, kind, subject, text, setAside }) => ({
			id,
			reference,
			at: Temporal.Instant.from(changedAt),
			title: kind.startsWith("note") ? "Draft note" : `Draft reply: ${subject}`,
			text: [text, ...(JSON.parse(setAside) as { text: string }[]).map((other) => other.text)].join("\n\n"),
		})),
	];
	return {
		written: written.toSorted((a, b) => Temporal.Instant.compare(a.at, b.at)),
		files: await db
			.selectFrom("replyFiles")
			.select(["reference", "storedAs", "name", "bytes"])
			.where("reference", "in", references)
			.orderBy("storedAs")
			.execute(),
	};
}

/** Deletes the files of a reply or draft, or one of them, and returns their names in the file store. */
export async function deleteReplyFiles(
	transaction: WriteTransaction,
	replyId: string,
	one?: string,
): Promise<string[]> {
	const files = await transaction
		.deleteFrom("replyFiles")
		.where("replyId", "=", replyId)
		.$if(one !== undefined, (query) => query.where("storedAs", "=", one as string))
		.returning("storedAs")
		.execute();
	return files.map(({ storedAs }) => storedAs);
}

/** Returns those file names that belong to replies. */
export async function findReplyFiles(db: Connection, names: readonly string[]): Promise<Set<string>> {
	if (names.length === 0) return new Set();
	const rows = await db.selectFrom("replyFiles").select("storedAs").where("storedAs", "in", names).execute();
	return new Set(rows.map(({ storedAs }) => storedAs));
}

/** Lists the file names of replies, sorted, after a given one. */
export async function listReplyFiles(
	db: Connection,
	{ after = "", limit }: { after?: string | undefined; limit: number },
): Promise<{ name: string; bytes: number; sha256: string }[]> {
	return db
		.selectFrom("replyFiles")
		.select(["storedAs as name", "bytes", "sha256"])
		.where("storedAs", ">", after)
		.orderBy("storedAs")
		.limit(limit)
		.execute();
}
