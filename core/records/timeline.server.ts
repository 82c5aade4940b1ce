import type { Connection } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../platform/database/instant-text.ts";
import { groupOf, listEmails, type EmailGroup, type EmailSummary } from "../../platform/email/email-list-store.ts";
import { mentionEmailKind, replyEmailKind } from "../conversations/email-kinds.ts";
import { toStoredMessage, type StoredMessage } from "../conversations/incoming/message-store.server.ts";
import { toReply, type Reply } from "../conversations/replies.server.ts";
import { listReplyCopies } from "../conversations/reply-copies.server.ts";
import type { ReplyFile } from "../conversations/reply-files.server.ts";
import { fieldRules } from "./changed-fields.server.ts";
import { getKind, undoSeconds } from "./changes.server.ts";
import { listAuthors } from "./members.server.ts";
import { nameOf } from "./name-of.ts";
import { canEdit } from "./notes.server.ts";
import { withStagesOf, type TimelineEvent, type RecordKind, type SentRecord } from "./record-kind.ts";
import { findRecord } from "./record-store.server.ts";
import type { ChangedField } from "./work-store.server.ts";

/** No record has as many e-mails in the outbox. */
const maxEmails = 500;

/** Sorts before everything else of the same instant. */
const sentId = "0-sent";

type EntryBase = {
	/** Unique within the record, and stable. */
	id: string;
	at: Temporal.Instant;
};

export type TimelineEntry = EntryBase &
	(
		| { type: "sent"; sent: SentRecord }
		| {
				type: "email";
				kind: string;
				recipient: string;
				state: EmailGroup;
				lastError: string | undefined;
				/** Only e-mails that no server took can be sent again. */
				isBounced: boolean;
		  }
		| {
				type: "reply";
				reply: Reply;
				/** The action, for a bulk reply. */
				batch: string | undefined;
				files: { storedAs: string; name: string; bytes: number }[];
				/** The addresses that got a copy, with the state of its e-mail. */
				copies: { recipient: string; state: EmailGroup | undefined }[];
				/** Of its e-mail; "withdrawn" when it was undone. */
				state: EmailGroup | "withdrawn";
				lastError: string | undefined;
		  }
		| { type: "message"; message: StoredMessage }
		| {
				type: "note";
				author: string;
				accountId: string;
				text: string;
				editedAt: Temporal.Instant | undefined;
				version: number;
				/** Whether its author may still change it. */
				editable: boolean;
		  }
		| {
				type: "change";
				author: string;
				accountId: string;
				field: ChangedField;
				from: string;
				to: string;
				isUndo: boolean;
				/** For undo, while it is possible. */
				undoable: { batch: string; until: Temporal.Instant } | undefined;
		  }
		| { type: "event"; author: string; event: string; text: string | undefined; isUndone: boolean }
	);

export type TimelinePage = {
	/** Oldest first. */
	entries: TimelineEntry[];
	/** Cursor of the previous page; undefined on the first. */
	earlier: string | undefined;
};

/**
 * Lists a record's latest events; undefined when the record is gone.
 * @param options `before` is `earlier` of another page
 */
export async function listTimeline(
	db: Connection,
	reference: string,
	kinds: readonly RecordKind[],
	{ now, limit, before }: { now: Temporal.Instant; limit: number; before?: string | undefined },
): Promise<TimelinePage | undefined> {
	const record = await findRecord(db, reference);
	if (!record) return undefined;
	const kind = await withStagesOf(db, getKind(kinds, record), record.topic);
	const { senderName } = record;
	const members = await listAuthors(db);
	const end = readEnd(before);
	const emails = await listEmails(db, { now, reference, limit: maxEmails });
	const sent = (await kind.findSent(db, [reference])).get(reference);
	const files = await db
		.selectFrom("replyFiles")
		.select(["replyId", "storedAs", "name", "bytes"])
		.where("reference", "=", reference)
		.orderBy("name")
		.execute();
	const entries = [
		...(sent ? [{ type: "sent" as const, id: sentId, at: record.receivedAt, sent }] : []),
		...emails.filter(({ kind: name }) => name !== replyEmailKind && name !== mentionEmailKind).map(toEmailEntry),
		...(await listChanges()),
		...((await kind.listEvents?.(db, reference, now)) ?? []).map(toEventEntry),
		...(await listNotes()),
		...(await listReplies()),
		...(await listMessages()),
	]
		.filter((entry) => !end || compare(entry, end) < 0)
		.toSorted(compare);
	const page = entries.slice(-limit);
	const [first] = page;
	return { entries: page, earlier: first && entries.length > page.length ? writeEnd(first) : undefined };

	function toEmailEntry(email: EmailSummary): TimelineEntry {
		const { id, kind: name, recipient, lastError } = email;
		return {
			type: "email",
			id,
			at: email.sentAt ?? email.queuedAt,
			kind: name,
			recipient,
			state: groupOf(email, now),
			lastError,
			isBounced: email.bounced,
		};
	}

	function toEventEntry({ accountId, text, ...event }: TimelineEvent): TimelineEntry {
		const author = accountId === undefined ? senderName : nameOf(members, accountId);
		return { type: "event", ...event, author, text };
	}

	async function listChanges(): Promise<TimelineEntry[]> {
		const rows = await db
			.selectFrom("recordChanges")
			.selectAll()
			.where("reference", "=", reference)
			.$if(end !== undefined, (query) => query.where("at", "<=", toInstantText((end as EntryBase).at)))
			.orderBy("id", "desc")
			.limit(limit + 1)
			.execute();
		const undone = new Set(rows.map(({ undoes }) => undoes));
		return rows.map((row) => {
			const at = Temporal.Instant.from(row.at);
			const until = at.add({ seconds: undoSeconds });
			const { name } = fieldRules[row.field];
			return {
				type: "change",
				id: row.id,
				at,
				author: nameOf(members, row.accountId),
				accountId: row.accountId,
				field: row.field,
				from: name(row.before, { kind, members, at }),
				to: name(row.after, { kind, members, at }),
				isUndo: row.undoes !== null,
				undoable:
					row.undoes === null && !undone.has(row.id) && Temporal.Instant.compare(now, until) <= 0
						? { batch: row.batch, until }
						: undefined,
			};
		});
	}

	async function listNotes(): Promise<TimelineEntry[]> {
		const rows = await db
			.selectFrom("recordNotes")
			.selectAll()
			.where("reference", "=", reference)
			.$if(end !== undefined, (query) => query.where("createdAt", "<=", toInstantText((end as EntryBase).at)))
			.orderBy("id", "desc")
			.limit(limit + 1)
			.execute();
		return rows.map((row) => {
			const at = Temporal.Instant.from(row.createdAt);
			return {
				type: "note",
				id: row.id,
				at,
				author: nameOf(members, row.accountId),
				accountId: row.accountId,
				text: row.text,
				editedAt: toOptionalInstant(row.editedAt),
				version: row.version,
				editable: canEdit({ createdAt: at }, now),
			};
		});
	}

	async function listMessages(): Promise<TimelineEntry[]> {
		const rows = await db
			.selectFrom("incomingMessages")
			.selectAll()
			.where("reference", "=", reference)
			.$if(end !== undefined, (query) => query.where("receivedAt", "<=", toInstantText((end as EntryBase).at)))
			.orderBy("receivedAt", "desc")
			.limit(limit + 1)
			.execute();
		return rows.map((row) => {
			const message = toStoredMessage(row, filesOf(files, row.id));
			return { type: "message", id: row.id, at: message.receivedAt, message };
		});
	}

	async function listReplies(): Promise<TimelineEntry[]> {
		const rows = await db
			.selectFrom("recordReplies")
			.selectAll()
			.where("reference", "=", reference)
			.$if(end !== undefined, (query) => query.where("writtenAt", "<=", toInstantText((end as EntryBase).at)))
			.orderBy("id", "desc")
			.limit(limit + 1)
			.execute();
		const answers = await db
			.selectFrom("recordAnswers")
			.select(["replyId", "batch"])
			.where("reference", "=", reference)
			.execute();
		const copies = await listReplyCopies(db, { reference });
		const findEmail = (id: string) => emails.find(({ messageId }) => messageId === id);
		return rows.map((row) => {
			const reply = toReply(row);
			const email = findEmail(reply.messageId);
			return {
				type: "reply",
				id: reply.id,
				at: reply.writtenAt,
				reply,
				batch: answers.find(({ replyId }) => replyId === reply.id)?.batch,
				files: filesOf(files, reply.id),
				copies: copies
					.filter(({ replyId }) => replyId === reply.id)
					.map(({ recipient, messageId }) => {
						const copy = findEmail(messageId);
						return { recipient, state: copy && groupOf(copy, now) };
					}),
				// The e-mail to a person who was erased is gone, although it was sent.
				state: reply.withdrawnAt ? "withdrawn" : email ? groupOf(email, now) : "sent",
				lastError: email?.lastError,
			};
		});
	}
}

function filesOf(files: readonly (ReplyFile & { replyId: string })[], id: string): ReplyFile[] {
	return files.filter(({ replyId }) => replyId === id).map(({ storedAs, name, bytes }) => ({ storedAs, name, bytes }));
}

function compare(a: EntryBase, b: EntryBase): number {
	return Temporal.Instant.compare(a.at, b.at) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function writeEnd({ at, id }: EntryBase): string {
	return `${at.epochMilliseconds}.${id}`;
}

/** It comes back in addresses, so it is untrusted. */
function readEnd(text: string | undefined): EntryBase | undefined {
	const [, ms, id] = /^(\d{1,14})\.([\w-]+)$/.exec(text ?? "") ?? [];
	return ms === undefined || id === undefined
		? undefined
		: { at: Temporal.Instant.fromEpochMilliseconds(Number(ms)), id };
}
