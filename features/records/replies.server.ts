import { randomUUID, randomUUIDv7 } from "node:crypto";
import type { Selectable } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { CommitOutcomeUnknownError } from "../../platform/database/storage-errors.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { RenderedEmail } from "../../platform/email/email.ts";
import { deleteUnsentEmail, enqueueEmail } from "../../platform/email/outbox-store.ts";
import type { ReceivedFile } from "../../platform/files/file-backend.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { RecordKind } from "../../platform/records/record-kind.ts";
import { findRecord, type StoredRecord } from "../../platform/records/record-store.ts";
import type { Company } from "../../shared/company.ts";
import { getKind } from "./changes.server.ts";
import { replyEmailKind } from "./email-kinds.ts";
import { fillTemplate, type MergeValues } from "./merge-fields.ts";
import { tidy } from "./notes.server.ts";
import { maxReplyLength, maxSubjectLength, renderReply, tidySubject } from "./reply-email.server.ts";
import type { ReplyTemplate } from "./templates.server.ts";
import { noteStaffText } from "./work-store.server.ts";

/** For so long a reply waits before it leaves, and can be taken back. */
export const replyDelaySeconds = 10;
/** What a mail server takes, less what the encoding of files adds. */
export const maxReplyFileBytes = 10 * 1024 * 1024;
export const maxReplyFiles = 10;

/** A file that came with the form and is to go out with the reply. */
export type ReplyAttachment = { file: ReceivedFile; name: string; contentType: string };

export type Reply = {
	id: string;
	reference: string;
	accountId: string;
	senderName: string;
	recipient: string;
	subject: string;
	text: string;
	messageId: string;
	writtenAt: Temporal.Instant;
	/** Until then it can be taken back. */
	sendsAt: Temporal.Instant;
	withdrawnAt: Temporal.Instant | undefined;
};

/** What is being written. */
export type ReplyDraft = { subject: string; text: string; by: { id: string; name: string } };

export type ReplyError = { field: "subject" | "text" | "files"; message: string };

/** What came of writing a reply. */
export type ReplyResult =
	| { ok: true; reply: Reply }
	| { ok: false; why: "gone" }
	/** It is in quarantine; nobody writes to a spammer by mistake. */
	| { ok: false; why: "spam" }
	| { ok: false; why: "refused"; errors: ReplyError[] };

export type Replies = {
	/** What a reply begins with when it begins with a template, or with none; undefined when the record is gone. */
	begin(
		reference: string,
		{ template, senderName }: { template?: ReplyTemplate | undefined; senderName: string },
	): Promise<{ subject: string; text: string } | undefined>;
	/** The e-mail as it will be sent, and to whom; undefined when the record is gone. */
	preview(reference: string, draft: ReplyDraft): Promise<(RenderedEmail & { recipient: string }) | undefined>;
	/**
	 * Stores a reply with its files and its e-mail, which leaves after `replyDelaySeconds`. Files that are not taken are the caller's to
	 * discard.
	 *
	 * @throws StorageUnavailableError when nothing can be stored now
	 */
	send(
		reference: string,
		reply: ReplyDraft & { templateId?: string | undefined; attachments?: readonly ReplyAttachment[] },
	): Promise<ReplyResult>;
	/** Takes back a reply of one's own that has not left: nothing is sent then. Gives its text back. */
	withdraw(id: string, by: string): Promise<{ ok: true; reply: Reply } | { ok: false; why: "unknown" | "too-late" }>;
};

export type RepliesDeps = {
	database: Database;
	clock: Clock;
	files: Pick<FileStore, "keep" | "remove">;
	kinds: readonly RecordKind[];
	company: Pick<Company, "name" | "phone" | "locale">;
	messageIdDomain: string;
	/** Called with when a reply falls due. */
	onReply(dueAt: Temporal.Instant): void;
};

/** Makes what answers visitors. */
export function createReplies({
	database,
	clock,
	files,
	kinds,
	company,
	messageIdDomain,
	onReply,
}: RepliesDeps): Replies {
	const { db } = database;

	async function findSent(connection: Connection, record: StoredRecord) {
		const sent = await getKind(kinds, record).findSent(connection, [record.reference]);
		return sent.get(record.reference);
	}

	return {
		async begin(reference, { template, senderName }) {
			const record = await findRecord(db, reference);
			const sent = record && (await findSent(db, record));
			if (!sent) return undefined;
			const values: MergeValues = {
				firstName: sent.firstName,
				lastName: sent.lastName,
				reference,
				senderName,
				companyName: company.name,
				companyPhone: company.phone.display,
			};
			return {
				subject: tidySubject(fillTemplate(template?.subject ?? "{reference}", values)),
				text: fillTemplate(template?.text ?? "Hello {firstName},\n\n\n\n{senderName}", values),
			};
		},

		async preview(reference, { subject, text, by }) {
			const record = await findRecord(db, reference);
			const sent = record && (await findSent(db, record));
			if (!record || !sent) return undefined;
			const kind = getKind(kinds, record);
			return {
				recipient: sent.email,
				...renderReply({
					senderName: by.name,
					subject,
					text: tidy(text),
					thread: await listThread(db, kind, { reference }),
					mailbox: kind.mailbox,
					locale: company.locale,
				}),
			};
		},

		async send(reference, { subject: typedSubject, text: typedText, by, templateId, attachments = [] }) {
			const subject = tidySubject(typedSubject);
			const text = tidy(typedText);
			const errors = listReplyErrors({ subject, text, attachments });
			if (errors.length > 0) return { ok: false, why: "refused", errors };
			const kept = attachments.map((attachment) => ({ ...attachment, storedAs: `reply-${randomUUID()}` }));
			const removeFiles = () => Promise.all(kept.map(({ storedAs }) => files.remove(storedAs)));
			try {
				// Files are there before what names them.
				for (const { file, storedAs } of kept) await files.keep(file, storedAs);
				const result = await database.write(async (transaction): Promise<ReplyResult> => {
					const record = await findRecord(transaction, reference);
					const sent = record && (await findSent(transaction, record));
					if (!record || !sent) return { ok: false, why: "gone" };
					if (record.spam) return { ok: false, why: "spam" };
					const now = clock.now();
					const sendsAt = now.add({ seconds: replyDelaySeconds });
					const id = randomUUIDv7();
					const messageId = await enqueueEmail(
						transaction,
						{
							kind: replyEmailKind,
							reference,
							recipient: sent.email,
							parameters: { replyId: id },
							notBefore: sendsAt,
						},
						{ now, messageIdDomain },
					);
					const reply: Reply = {
						id,
						reference,
						accountId: by.id,
						senderName: tidySubject(by.name),
						recipient: sent.email,
						subject,
						text,
						messageId,
						writtenAt: now,
						sendsAt,
						withdrawnAt: undefined,
					};
					await transaction
						.insertInto("recordReplies")
						.values({
							...reply,
							templateId: templateId ?? null,
							writtenAt: toInstantText(now),
							sendsAt: toInstantText(sendsAt),
							withdrawnAt: null,
						})
						.execute();
					if (kept.length > 0)
						await transaction
							.insertInto("replyFiles")
							.values(
								kept.map(({ file, storedAs, name, contentType }) => ({
									storedAs,
									replyId: id,
									reference,
									name: tidyFileName(name),
									contentType: tidyContentType(contentType),
									bytes: file.bytes,
									sha256: file.sha256,
								})),
							)
							.execute();
					await setAnswered(transaction, reference);
					await noteStaffText(transaction, record, now);
					return { ok: true, reply };
				});
				if (result.ok) onReply(result.reply.sendsAt);
				else await removeFiles();
				return result;
			} catch (error) {
				// Where nobody knows whether the reply is stored, its files stay; what no reply names is swept.
				if (!(error instanceof CommitOutcomeUnknownError)) await removeFiles();
				throw error;
			}
		},

		async withdraw(id, by) {
			return database.write(async (transaction) => {
				const now = clock.now();
				const row = await transaction
					.updateTable("recordReplies")
					.set({ withdrawnAt: toInstantText(now) })
					.where("id", "=", id)
					.where("accountId", "=", by)
					.where("withdrawnAt", "is", null)
					.where("sendsAt", ">", toInstantText(now))
					.returningAll()
					.executeTakeFirst();
				if (!row) {
					const there = await transaction
						.selectFrom("recordReplies")
						.select("id")
						.where("id", "=", id)
						.where("accountId", "=", by)
						.executeTakeFirst();
					return { ok: false, why: there ? "too-late" : "unknown" };
				}
				await deleteUnsentEmail(transaction, row);
				await setAnswered(transaction, row.reference);
				const record = await findRecord(transaction, row.reference);
				if (record) await noteStaffText(transaction, record, now);
				return { ok: true, reply: toReply(row) };
			});
		},
	};
}

/** The first answer is the first reply that was not taken back. */
async function setAnswered(transaction: WriteTransaction, reference: string): Promise<void> {
	const first = await transaction
		.selectFrom("recordReplies")
		.select((of) => of.fn.min("writtenAt").as("at"))
		.where("reference", "=", reference)
		.where("withdrawnAt", "is", null)
		.executeTakeFirst();
	await transaction
		.updateTable("records")
		.set({ answeredAt: first?.at ?? null })
		.where("reference", "=", reference)
		.execute();
}

/**
 * Lists the Message-IDs of what visitors have of a thread, the first one first: the confirmation of what they sent, and replies.
 *
 * @param before leaves out a reply and those that were written after it
 */
export async function listThread(
	db: Connection,
	kind: Pick<RecordKind, "confirmationKinds">,
	{ reference, before }: { reference: string; before?: string },
): Promise<string[]> {
	const confirmations =
		kind.confirmationKinds.length === 0
			? []
			: await db
					.selectFrom("emails")
					.select("messageId")
					.where("reference", "=", reference)
					.where("kind", "in", kind.confirmationKinds)
					.orderBy("id")
					.execute();
	const replies = await db
		.selectFrom("recordReplies")
		.select("messageId")
		.where("reference", "=", reference)
		.where("withdrawnAt", "is", null)
		.$if(before !== undefined, (query) => query.where("id", "<", before as string))
		.orderBy("id")
		.execute();
	return [...confirmations, ...replies].map(({ messageId }) => messageId);
}

function listReplyErrors({
	subject,
	text,
	attachments,
}: {
	subject: string;
	text: string;
	attachments: readonly ReplyAttachment[];
}): ReplyError[] {
	const errors: ReplyError[] = [];
	if (subject === "") errors.push({ field: "subject", message: "Enter a subject" });
	else if (subject.length > maxSubjectLength)
		errors.push({ field: "subject", message: `Shorten the subject to ${maxSubjectLength} characters` });
	if (text === "") errors.push({ field: "text", message: "Enter your reply" });
	else if (text.length > maxReplyLength)
		errors.push({ field: "text", message: `Shorten your reply to ${maxReplyLength} characters` });
	if (attachments.length > maxReplyFiles)
		errors.push({ field: "files", message: `Attach at most ${maxReplyFiles} files` });
	else if (attachments.reduce((sum, { file }) => sum + file.bytes, 0) > maxReplyFileBytes)
		errors.push({ field: "files", message: `Attach files of at most ${maxReplyFileBytes / 1024 / 1024} MB together` });
	return errors;
}

/** The last part of a path, on one line. */
function tidyFileName(name: string): string {
	return tidySubject(name.split(/[/\\]/).at(-1) ?? "").slice(-200) || "file";
}

function tidyContentType(type: string): string {
	return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type.toLowerCase() : "application/octet-stream";
}

export function toReply({
	writtenAt,
	sendsAt,
	withdrawnAt,
	id,
	reference,
	accountId,
	senderName,
	recipient,
	subject,
	text,
	messageId,
}: Selectable<Tables["recordReplies"]>): Reply {
	return {
		id,
		reference,
		accountId,
		senderName,
		recipient,
		subject,
		text,
		messageId,
		writtenAt: Temporal.Instant.from(writtenAt),
		sendsAt: Temporal.Instant.from(sendsAt),
		withdrawnAt: withdrawnAt === null ? undefined : Temporal.Instant.from(withdrawnAt),
	};
}
