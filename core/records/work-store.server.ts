import type { Generated } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { factsOfRecord, setStaffWords, type StoredRecord } from "./record-store.server.ts";

/** What of a record changes by hand, each with a text for its value: "" is none. */
export const changedFields = ["stage", "owner", "follow-up", "spam"] as const;
export type ChangedField = (typeof changedFields)[number];

type RecordChangesTable = {
	id: string;
	reference: string;
	/** What was changed by one action has one batch. */
	/** Of the record, once it was made. */
	version: number;
	batch: string;
	at: string;
	accountId: string;
	field: ChangedField;
	before: string;
	after: string;
	/** The change that this one takes back. */
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
	/** The note, or the change of the owner. */
	noteId: string;
	at: string;
	readAt: string | null;
	kind: Generated<NotificationKind>;
};

/** What somebody is told of: that a note mentions them, or that they were made the owner. */
export type NotificationKind = "mention" | "owner";

/** Of whoever has chosen anything. */
type NotificationSettingsTable = { accountId: string; mentionEmails: number };

type RecordRepliesTable = {
	id: string;
	reference: string;
	accountId: string;
	/** What its author was called then. */
	senderName: string;
	recipient: string;
	subject: string;
	text: string;
	templateId: string | null;
	messageId: string;
	writtenAt: string;
	/** Until then it can be taken back. */
	sendsAt: string;
	withdrawnAt: string | null;
};

type ReplyFilesTable = {
	/** In the file store. */
	storedAs: string;
	/** Id of the reply, or of the draft while it is being written. */
	replyId: string;
	reference: string;
	/** As whoever attached it called it. */
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
	/** Smaller ones stand first; of equal ones the name decides. */
	position: Generated<number>;
};

/** Replies that one action sent to many. */
type RecordAnswersTable = {
	replyId: string;
	/** What was sent by one action has one batch. */
	batch: string;
	reference: string;
	/** Keys of the stages from which and to which the record was moved with it; the same where it stayed. */
	stageBefore: string;
	stage: string;
};

/** What one reviewer says of one criterion. */
type ScorecardsTable = {
	reference: string;
	accountId: string;
	criterion: string;
	score: number;
	text: string;
	at: string;
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

/** Notes that something about a record changed that is no change of its fields, and what search finds it by now. */
export async function noteStaffText(
	transaction: WriteTransaction,
	record: Pick<StoredRecord, "id" | "reference" | "kind">,
	now: Temporal.Instant,
): Promise<void> {
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
	await setStaffWords(transaction, record, [
		...notes.map(({ text }) => text),
		...replies.flatMap(({ subject, text }) => [subject, text]),
	]);
	await noteRecordChange(transaction, record, now);
}

/** Notes that something about a record changed, for lists that are sorted by it and pages that show it. */
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
	await recordChange(transaction, factsOfRecord(record));
}

/** Deletes what staff did with records, and gives the names of its files in the file store. */
export async function deleteRecordWork(
	transaction: WriteTransaction,
	references: readonly string[],
): Promise<string[]> {
	await transaction.deleteFrom("recordChanges").where("reference", "in", references).execute();
	await transaction.deleteFrom("recordNotes").where("reference", "in", references).execute();
	await transaction.deleteFrom("notifications").where("reference", "in", references).execute();
	await transaction.deleteFrom("recordReplies").where("reference", "in", references).execute();
	await transaction.deleteFrom("scorecards").where("reference", "in", references).execute();
	await transaction.deleteFrom("recordAnswers").where("reference", "in", references).execute();
	await transaction.deleteFrom("recordDrafts").where("reference", "in", references).execute();
	const files = await transaction
		.deleteFrom("replyFiles")
		.where("reference", "in", references)
		.returning("storedAs")
		.execute();
	return files.map(({ storedAs }) => storedAs);
}

/** Lists what staff wrote about records, the first one first, and the files that went with replies. */
export async function listRecordWork(db: Connection, references: readonly string[]) {
	if (references.length === 0) return { written: [], files: [] };
	const notes = await db
		.selectFrom("recordNotes")
		.select(["id", "reference", "createdAt", "text"])
		.where("reference", "in", references)
		.execute();
	const replies = await db
		.selectFrom("recordReplies")
		.select(["id", "reference", "writtenAt", "senderName", "subject", "text"])
		.where("reference", "in", references)
		.where("withdrawnAt", "is", null)
		.execute();
	const drafts = await db
		.selectFrom("recordDrafts")
		.select(["id", "reference", "changedAt", "kind", "subject", "text", "setAside"])
		.where("reference", "in", references)
		.execute();
	const written = [
		...notes.map(({ createdAt, ...note }) => ({ ...note, at: Temporal.Instant.from(createdAt), title: "Note" })),
		...replies.map(({ writtenAt, senderName, subject, ...reply }) => ({
			...reply,
			at: Temporal.Instant.from(writtenAt),
			title: `${senderName} replied: ${subject}`,
		})),
		...drafts.map(({ id, reference, changedAt, kind, subject, text, setAside }) => ({
			id,
			reference,
			at: Temporal.Instant.from(changedAt),
			title: kind === "note" ? "Note, not added yet" : `Reply, not sent yet: ${subject}`,
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

/** Deletes the rows of a reply's or a draft's files, or of one by its name in the file store, and returns their names in the file store. */
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

/** Tells which of some files of the store came with replies. */
export async function findReplyFiles(db: Connection, names: readonly string[]): Promise<Set<string>> {
	if (names.length === 0) return new Set();
	const rows = await db.selectFrom("replyFiles").select("storedAs").where("storedAs", "in", names).execute();
	return new Set(rows.map(({ storedAs }) => storedAs));
}

/** Lists the files of replies by their names in the file store, from the one after a name on. */
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
