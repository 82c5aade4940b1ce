import type { Selectable } from "kysely";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../platform/database/instant-text.ts";
import type { Tables } from "../../platform/database/tables.ts";
import type { RenderedEmail } from "../../platform/email/email.ts";
import { enqueueEmails } from "../../platform/email/enqueue-email.ts";
import { stopEmail } from "../../platform/email/unsent-emails-store.ts";
import { explainKeyReuse, respondOnce } from "../../platform/http/idempotency.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { toOneLine } from "../../shared/clean-text.ts";
import { isEmailAddress } from "../../shared/email-address.ts";
import { writeAuditEntry } from "../accounts/audit-log.server.ts";
import { findChoices } from "../accounts/store.server.ts";
import { getKind, type RecordChanges } from "../records/changes.server.ts";
import { tidy } from "../records/notes.server.ts";
import { explainRefusedStage, withStagesOf, type RecordKind } from "../records/record-kind.ts";
import { findRecord, type StoredRecord } from "../records/record-store.server.ts";
import type { RecordsDeps } from "../records/records-deps.ts";
import { noteRecordChange, noteStaffText } from "../records/work-store.server.ts";
import { listDraftFiles, restoreDraft, routeOfKind, settleDraft } from "./drafts.server.ts";
import { replyEmailKind } from "./email-kinds.ts";
import { findReplyAddress } from "./incoming/find-reply-address.server.ts";
import { findConnected, leadsTo, listMailboxes } from "./incoming/mailbox-store.server.ts";
import { findLatestMessage, findMessage } from "./incoming/message-store.server.ts";
import { fillTemplate, type MergeValues } from "./merge-fields.ts";
import { readMergeValues } from "./merge-values.server.ts";
import { findQuoted } from "./quoted-message.server.ts";
import { listReplyCopies, readCopies } from "./reply-copies.server.ts";
import { maxReplyLength, maxSubjectLength, renderReply } from "./reply-email.server.ts";
import { findFilesFault, type ReplyFile } from "./reply-files.server.ts";
import { setAnswered } from "./reply-state.server.ts";
import type { ReplyTemplate } from "./templates.server.ts";
import { listThread } from "./thread.server.ts";

/** Seconds before a reply leaves, in which it can be undone. */
export const replyDelaySeconds = 10;

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
	/** Until then it can be undone. */
	sendsAt: Temporal.Instant;
	/** Id of the message that the e-mail quotes. */
	quotedId: string | null;
	/** Whether it forwards that message to somebody else, which answers nobody. */
	isForward: boolean;
	withdrawnAt: Temporal.Instant | undefined;
};

export type ReplyDraft = {
	subject: string;
	text: string;
	/** Addresses that get a copy, as typed; all recipients of a forwarded message. */
	cc?: string | undefined;
	/** Id of the message to quote; empty for none. */
	quotedId?: string | undefined;
	/** Whether it forwards the quoted message, only to the addresses of `cc`. */
	isForward?: boolean | undefined;
	by: { id: string; name: string };
};

export type ReplyError = { field: "subject" | "text" | "cc" | "files" | "stage"; message: string };

type ReplyResult =
	| {
			ok: true;
			reply: Reply;
			/** The form was sent before; nothing was stored now. */
			again: boolean;
	  }
	| { ok: false; why: "gone" }
	/** Records in quarantine get no replies, so that nobody writes to a spammer by mistake. */
	| { ok: false; why: "spam" }
	| { ok: false; why: "refused"; errors: ReplyError[] };

export type Replies = {
	/** Returns the first text of a reply, with or without a template, signed by its member; undefined when the record is gone. */
	begin(
		reference: string,
		{
			template,
			by,
		}: { template?: Pick<ReplyTemplate, "subject" | "text"> | undefined; by: { id: string; name: string } },
	): Promise<{ subject: string; text: string } | undefined>;
	/** Returns the first text of a forwarded message; undefined when it is gone. */
	beginForward(reference: string, id: string): Promise<{ subject: string; text: string } | undefined>;
	/** Lists the addresses beside the record's own that its sender's latest message names, as a Cc field holds them; none of the company's. */
	listOthers(reference: string): Promise<string>;
	/** Returns the values of the merge fields for a record; undefined when it is gone. */
	findMergeValues(reference: string, senderName: string): Promise<MergeValues | undefined>;
	/** Says why the addresses of a Cc field, or those of a forward, are refused. */
	listCopyErrors(draft: Pick<ReplyDraft, "cc" | "isForward">): Promise<ReplyError[]>;
	/** Returns the e-mail exactly as it would be sent, with its recipient; undefined when the record is gone. */
	preview(reference: string, draft: ReplyDraft): Promise<(RenderedEmail & { recipient: string }) | undefined>;
	/**
	 * Stores a reply with the files of its draft, which ends, and its e-mail, which leaves after `replyDelaySeconds`. A stage moves the
	 * record in the same transaction. The idempotency key of a stored reply returns that reply again.
	 * @throws StorageUnavailableError when nothing can be stored
	 */
	send(
		reference: string,
		reply: ReplyDraft & {
			templateId?: string | undefined;
			/** Key of the stage to move to; empty to keep the stage. */
			stage?: string | undefined;
			/** The draft that the reply replaces, as the sending page knows it. */
			draft?: { version: number; tab: string } | undefined;
			/** Names of uploaded files, so that the key does not stand for others. */
			uploaded?: readonly string[];
			idempotencyKey?: string | undefined;
		},
	): Promise<ReplyResult>;
	/** Stops one's own unsent reply to a record and turns it back into a draft with its files. */
	undoSend(
		reply: Pick<Reply, "id" | "reference">,
		by: string,
	): Promise<{ ok: true; reply: Reply } | { ok: false; why: "unknown" | "too-late" }>;
	/** Finds a file of a reply by its name in the file store. */
	findFile(reference: string, storedAs: string): Promise<ReplyFile | undefined>;
};

type RepliesDeps = Pick<RecordsDeps, "database" | "clock" | "kinds" | "company" | "messageIdDomain" | "onEmails"> & {
	changes: Pick<RecordChanges, "moveStage" | "moveBack">;
};

/** Creates what staff do with replies to visitors. */
export function createReplies({
	database,
	clock,
	kinds,
	changes,
	company,
	messageIdDomain,
	onEmails,
}: RepliesDeps): Replies {
	const { db } = database;

	async function findSent(connection: Connection, record: StoredRecord) {
		const sent = await getKind(kinds, record).findSent(connection, [record.reference]);
		return sent.get(record.reference);
	}

	async function findMergeValues(reference: string, senderName: string): Promise<MergeValues | undefined> {
		const record = await findRecord(db, reference);
		if (!record) return undefined;
		const kind = getKind(kinds, record);
		const sent = await kind.findSent(db, [reference]);
		return (await readMergeValues(db, kind, { sent, senderName, company })).get(reference);
	}

	async function checkCopies(cc: string, isForward: boolean): Promise<{ addresses: string[]; errors: ReplyError[] }> {
		const refuseCopies = (message: string) => ({ addresses: [], errors: [{ field: "cc" as const, message }] });
		const copies = readCopies(cc);
		if ("error" in copies) return refuseCopies(copies.error);
		if (isForward && copies.addresses.length === 0) return refuseCopies("Enter an e-mail address");
		// The desk would not read there what it has sent itself.
		const connected = await findConnected(db, copies.addresses);
		if (connected !== undefined) return refuseCopies(explainConnected(connected, isForward));
		return { addresses: copies.addresses, errors: [] };
	}

	return {
		findMergeValues,

		listCopyErrors: async ({ cc = "", isForward = false }) => (await checkCopies(cc, isForward)).errors,

		findFile: (reference, storedAs) =>
			db
				.selectFrom("replyFiles")
				.select(["storedAs", "name", "bytes"])
				.where("reference", "=", reference)
				.where("storedAs", "=", storedAs)
				.executeTakeFirst(),

		async listOthers(reference) {
			const record = await findRecord(db, reference);
			const message = record && (await findLatestMessage(db, record));
			if (!message) return "";
			const { to, cc, replyTo } = message.details;
			const mailboxes = [getKind(kinds, record).mailbox, ...(await listMailboxes(db)).map(({ address }) => address)];
			const own = (await findSent(db, record))?.email.toLowerCase();
			const others = [message.fromAddress, ...[...replyTo, ...to, ...cc].map(({ address }) => address.toLowerCase())];
			return [...new Set(others)]
				.filter((address) => isEmailAddress(address) && address !== own && !leadsTo(mailboxes, address))
				.join(", ");
		},

		async begin(reference, { template, by }) {
			const values = await findMergeValues(reference, by.name);
			if (!values) return undefined;
			const record = await findRecord(db, reference);
			if (!record) return undefined;
			const { subject = "" } = (await findLatestMessage(db, record)) ?? {};
			const { signature } = await findChoices(db, by.id);
			const text = template?.text ?? "Hello {firstName},\n\n\n\n{senderName}";
			const unsigned = text.replace(/\{senderName\}\s*$/, "");
			return {
				subject: toOneLine(
					template || subject === ""
						? fillTemplate(template?.subject ?? `Your ${getKind(kinds, record).name} ({reference})`, values)
						: `Re: ${subject.replace(/^re:\s*/i, "")}`.slice(0, maxSubjectLength),
				),
				text:
					signature === "" || unsigned === text
						? fillTemplate(text, values)
						: fillTemplate(unsigned, values) + signature,
			};
		},

		async beginForward(reference, id) {
			const message = await findMessage(db, { id, reference });
			return message && { subject: `Fwd: ${message.subject}`.slice(0, maxSubjectLength), text: "" };
		},

		async preview(reference, { subject, text, cc = "", quotedId, isForward = false, by }) {
			const record = await findRecord(db, reference);
			const sent = record && (await findSent(db, record));
			if (!record || !sent) return undefined;
			const kind = getKind(kinds, record);
			const copies = readCopies(cc);
			const addresses = "addresses" in copies ? copies.addresses : [];
			const [first = "", ...others] = isForward ? addresses : listRecipients(sent.email, addresses);
			return {
				recipient: first,
				...renderReply({
					senderName: by.name,
					subject,
					text: tidy(text),
					recipient: first,
					cc: others,
					quoted: await findQuoted(db, { reference, quotedId, isForward }, company),
					thread: isForward ? [] : await listThread(db, kinds, { reference }),
					mailbox: await findReplyAddress(db, kind.mailbox, reference),
					locale: company.locale,
				}),
			};
		},

		async send(
			reference,
			{
				subject: typedSubject,
				text: typedText,
				cc = "",
				quotedId = "",
				isForward = false,
				by,
				templateId,
				stage = "",
				draft,
				uploaded = [],
				idempotencyKey,
			},
		) {
			const subject = toOneLine(typedSubject);
			const text = tidy(typedText);
			const owner = { by: by.id, kind: isForward ? "forward" : "reply", quotedId } as const;
			const files = await listDraftFiles(db, reference, owner);
			const errors = listReplyErrors({ subject, text, files, isTextOptional: isForward });
			const copies = await checkCopies(cc, isForward);
			errors.push(...copies.errors);
			if (errors.length > 0) return { ok: false, why: "refused", errors };
			try {
				const now = clock.now();
				const store = async (transaction: WriteTransaction): Promise<Reply> => {
					const record = await findRecord(transaction, reference);
					const sent = record && (await findSent(transaction, record));
					if (!record || !sent) throw new ReplyRefusedError({ ok: false, why: "gone" });
					if (record.spam) throw new ReplyRefusedError({ ok: false, why: "spam" });
					if (sent.email === "" && !isForward)
						throw new ReplyRefusedError(refuse("There is no e-mail address. Add it first"));
					if (isForward && !(await findMessage(transaction, { id: quotedId, reference })))
						throw new ReplyRefusedError(refuse("The message is no longer here"));
					const [recipient = "", ...copied] = isForward
						? copies.addresses
						: listRecipients(sent.email, copies.addresses);
					const batch = createOrderedId();
					if (stage !== "") await moveTo(transaction, record, { stage, by: by.id, batch });
					const sendsAt = now.add({ seconds: replyDelaySeconds });
					const reply = await insertReply(
						transaction,
						{
							reference,
							by,
							recipient,
							cc: copied,
							subject,
							text,
							sendsAt,
							templateId,
							quotedId: quotedId || null,
							isForward,
						},
						{ now, messageIdDomain },
					);
					// The reply stands after its change of stage, which undoing the reply finds by it.
					if (stage !== "")
						await transaction
							.updateTable("recordChanges")
							.set({ batch: reply.id })
							.where("batch", "=", batch)
							.execute();
					await settleDraft(
						transaction,
						reference,
						{ ...owner, subject, text, version: draft?.version, tab: draft?.tab },
						reply.id,
					);
					await setAnswered(transaction, kinds, reference);
					await noteStaffText(transaction, record, now);
					await writeAuditEntry(
						transaction,
						{ actor: by.id, action: `${record.kind}.reply`, subject: reference },
						clock.now(),
					);
					return reply;
				};
				const body = {
					reference,
					by: by.id,
					subject,
					text,
					files: uploaded,
					...(quotedId !== "" && { quotedId }),
					...(cc !== "" && { cc: copies.addresses }),
				};
				const result = await database.write(async (transaction): Promise<ReplyResult> => {
					let stored: Reply | undefined;
					const request = { route: routeOfKind[owner.kind], key: idempotencyKey, body };
					const { replyId } = await respondOnce(transaction, request, now, async () => {
						stored = await store(transaction);
						return { reference, replyId: stored.id };
					});
					if (stored) return { ok: true, reply: stored, again: false };
					const reply = await findReply(transaction, replyId);
					return reply?.withdrawnAt === undefined && reply
						? { ok: true, reply, again: true }
						: refuse("You undid sending this reply. Send it again if you want it to go out");
				});
				if (result.ok && !result.again) onEmails(result.reply.sendsAt);
				return result;
			} catch (error) {
				if (error instanceof ReplyRefusedError) return error.result;
				return refuse(explainKeyReuse(error, isForward ? "forward this message too" : "send this reply too"));
			}
		},

		async undoSend({ id, reference }, by) {
			const now = clock.now();
			try {
				return await database.write(async (transaction) => {
					const row = await transaction
						.selectFrom("recordReplies")
						.selectAll()
						.where("id", "=", id)
						.where("reference", "=", reference)
						.where("accountId", "=", by)
						.executeTakeFirst();
					if (!row) return { ok: false, why: "unknown" };
					if (row.withdrawnAt !== null || row.sendsAt <= toInstantText(now)) return { ok: false, why: "too-late" };
					const copies = await listReplyCopies(transaction, { reference, replyId: id });
					if (!(await stopReply(transaction, kinds, row, now))) throw new ReplyLeavingError();
					const move = await transaction
						.selectFrom("recordChanges")
						.select(["before", "after"])
						.where("batch", "=", id)
						.where("reference", "=", reference)
						.where("field", "=", "stage")
						.executeTakeFirst();
					await restoreDraft(
						transaction,
						{
							...row,
							stage: move?.after ?? "",
							cc: [...(row.isForward === 1 ? [row] : []), ...copies].map(({ recipient }) => recipient).join(", "),
						},
						now,
					);
					const record = await findRecord(transaction, row.reference);
					if (record) {
						if (move) await changes.moveBack(transaction, record, { ...move, by });
						await noteStaffText(transaction, record, now);
						await writeAuditEntry(
							transaction,
							{ actor: by, action: `${record.kind}.withdraw`, subject: row.reference },
							clock.now(),
						);
					}
					return { ok: true, reply: toReply({ ...row, withdrawnAt: toInstantText(now) }) };
				});
			} catch (error) {
				if (error instanceof ReplyLeavingError) return { ok: false, why: "too-late" };
				throw error;
			}
		},
	};

	/** @throws ReplyRefusedError when the stage does not exist or the record has just changed */
	async function moveTo(
		transaction: WriteTransaction,
		record: StoredRecord,
		move: { stage: string; by: string; batch: string },
	): Promise<void> {
		const kind = await withStagesOf(transaction, getKind(kinds, record), record.topic);
		if (!kind.stages.some(({ key }) => key === move.stage))
			throw new ReplyRefusedError(refuse("The stage to move to no longer exists. Choose another one", "stage"));
		const wanted = { reference: record.reference, stage: move.stage };
		const refused = await explainRefusedStage(transaction, kind, wanted, clock.now());
		if (refused !== undefined) throw new ReplyRefusedError(refuse(refused, "stage"));
		if (!(await changes.moveStage(transaction, record, move)))
			throw new ReplyRefusedError(refuse("Someone else has just changed this record. Send the reply again", "stage"));
	}
}

/** Rolls the undoing of a reply back: one of its e-mails is being sent. */
class ReplyLeavingError extends Error {
	constructor() {
		super("The reply is being sent");
		this.name = "ReplyLeavingError";
	}
}

/** Rolls a transaction back, with its idempotency key. */
class ReplyRefusedError extends Error {
	readonly result: ReplyResult & { ok: false };

	constructor(result: ReplyResult & { ok: false }) {
		super(`The reply is refused: ${result.why}`);
		this.result = result;
		this.name = "ReplyRefusedError";
	}
}

function refuse(message: string, field: ReplyError["field"] = "text"): ReplyResult & { ok: false } {
	return { ok: false, why: "refused", errors: [{ field, message }] };
}

async function findReply(db: Connection, id: string): Promise<Reply | undefined> {
	const row = await db.selectFrom("recordReplies").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toReply(row);
}

function explainConnected(address: string, isForward: boolean): string {
	return isForward
		? `“${address}” is a mailbox of the desk. Close this form and use “Move or open as a record” below the message, or ask a colleague who works with that mailbox`
		: `“${address}” is a mailbox of the desk, which has your reply already. Remove it`;
}

/** Lists who gets a reply: the sender of the record first, and each address once. */
function listRecipients(sender: string, copies: readonly string[]): string[] {
	return [sender, ...copies.filter((address) => address.toLowerCase() !== sender.toLowerCase())];
}

/** Stores a reply with its e-mail, which leaves once it can no longer be undone, and one more for each address that gets a copy. */
export async function insertReply(
	transaction: WriteTransaction,
	{
		reference,
		by,
		recipient,
		cc = [],
		subject,
		text,
		sendsAt,
		templateId,
		quotedId = null,
		isForward = false,
	}: Pick<Reply, "reference" | "recipient" | "subject" | "text" | "sendsAt"> &
		Pick<ReplyDraft, "by"> & {
			cc?: readonly string[];
			templateId?: string | undefined;
			quotedId?: string | null;
			isForward?: boolean;
		},
	options: { now: Temporal.Instant; messageIdDomain: string },
): Promise<Reply> {
	const id = createOrderedId();
	const [messageId = "", ...messageIdsOfCopies] = await enqueueEmails(
		transaction,
		[recipient, ...cc].map((address) => ({
			kind: replyEmailKind,
			reference,
			recipient: address,
			parameters: { replyId: id },
			notBefore: sendsAt,
		})),
		options,
	);
	const reply: Reply = {
		id,
		reference,
		accountId: by.id,
		senderName: toOneLine(by.name),
		recipient,
		subject,
		text,
		messageId,
		writtenAt: options.now,
		sendsAt,
		quotedId,
		isForward,
		withdrawnAt: undefined,
	};
	await transaction
		.insertInto("recordReplies")
		.values({
			...reply,
			templateId: templateId ?? null,
			isForward: isForward ? 1 : 0,
			writtenAt: toInstantText(options.now),
			sendsAt: toInstantText(sendsAt),
			withdrawnAt: null,
		})
		.execute();
	const copies = cc.map((address, index) => ({
		replyId: id,
		reference,
		recipient: address,
		messageId: messageIdsOfCopies[index] ?? "",
	}));
	if (copies.length > 0) await transaction.insertInto("replyCopies").values(copies).execute();
	return reply;
}

/**
 * Stops an unsent reply with its copies, and keeps the appointments that it was to call off.
 * @returns false when one of its e-mails has left or is being sent
 */
export async function stopReply(
	transaction: WriteTransaction,
	kinds: readonly RecordKind[],
	{ id, reference, messageId }: Pick<Reply, "id" | "reference" | "messageId">,
	now: Temporal.Instant,
): Promise<boolean> {
	if (!(await stopEmail(transaction, { reference, messageId }, now))) return false;
	let isWhole = true;
	for (const copy of await listReplyCopies(transaction, { reference, replyId: id }))
		if (!(await stopEmail(transaction, { reference, messageId: copy.messageId }, now))) isWhole = false;
	await transaction.deleteFrom("replyCopies").where("replyId", "=", id).execute();
	await transaction
		.updateTable("recordReplies")
		.set({ withdrawnAt: toInstantText(now) })
		.where("id", "=", id)
		.execute();
	for (const { appointments } of kinds) await appointments?.keep(transaction, messageId);
	await setAnswered(transaction, kinds, reference);
	return isWhole;
}

/** Stops the replies to a record that wait to leave; one being sent still goes. */
export async function stopReplies(
	transaction: WriteTransaction,
	kinds: readonly RecordKind[],
	reference: string,
	now: Temporal.Instant,
): Promise<void> {
	const waiting = await transaction
		.selectFrom("recordReplies")
		.innerJoin("emails", "emails.messageId", "recordReplies.messageId")
		.select(["recordReplies.id", "recordReplies.reference", "recordReplies.messageId"])
		.where("recordReplies.reference", "=", reference)
		.where("recordReplies.withdrawnAt", "is", null)
		.where("emails.state", "in", ["waiting", "held"])
		.execute();
	for (const reply of waiting) await stopReply(transaction, kinds, reply, now);
	const record = waiting.length > 0 ? await findRecord(transaction, reference) : undefined;
	if (record) await noteStaffText(transaction, record, now);
}

/** Notes, in the transaction that records that an e-mail was not sent, that its reply answers nobody. */
export async function noteReplyNotSent(
	transaction: WriteTransaction,
	kinds: readonly RecordKind[],
	{ kind, reference }: { kind: string; reference: string },
	now: Temporal.Instant,
): Promise<void> {
	const record = kind === replyEmailKind ? await findRecord(transaction, reference) : undefined;
	if (!record) return;
	await setAnswered(transaction, kinds, reference);
	await noteRecordChange(transaction, record, now);
}

/** Lists the errors of a reply. */
export function listReplyErrors({
	subject,
	text,
	files,
	textName = "your reply",
	isTextOptional = false,
}: {
	subject: string;
	text: string;
	files: readonly { bytes: number }[];
	/** The text in messages. */
	textName?: string;
	/** Whether it says enough without, as a forwarded message does. */
	isTextOptional?: boolean;
}): ReplyError[] {
	const errors: ReplyError[] = [];
	if (subject === "") errors.push({ field: "subject", message: "Enter a subject" });
	else if (subject.length > maxSubjectLength)
		errors.push({ field: "subject", message: `Shorten the subject to ${maxSubjectLength} characters` });
	if (text === "" && !isTextOptional) errors.push({ field: "text", message: `Enter ${textName}` });
	else if (text.length > maxReplyLength)
		errors.push({ field: "text", message: `Shorten ${textName} to ${maxReplyLength} characters` });
	const fault = findFilesFault(files);
	if (fault !== undefined) errors.push({ field: "files", message: fault });
	return errors;
}

export function toReply({ templateId: _templateId, ...row }: Selectable<Tables["recordReplies"]>): Reply {
	const { writtenAt, sendsAt, withdrawnAt } = row;
	return {
		...row,
		isForward: row.isForward === 1,
		writtenAt: Temporal.Instant.from(writtenAt),
		sendsAt: Temporal.Instant.from(sendsAt),
		withdrawnAt: toOptionalInstant(withdrawnAt),
	};
}
