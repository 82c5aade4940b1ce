import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../platform/database/instant-text.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import { explainKeyReuse, respondOnce } from "../../platform/http/idempotency.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { writeAuditEntry } from "../accounts/audit-log.server.ts";
import { routeOfKind, settleDraft } from "../conversations/drafts.server.ts";
import { mentionEmailKind } from "../conversations/email-kinds.ts";
import { getKind } from "./changes.server.ts";
import { listMembers } from "./members.server.ts";
import { findMentions } from "./mentions.ts";
import { notifyMember, deleteNotificationsAbout, wantsMentionEmails } from "./notifications.server.ts";
import { findRecord, type StoredRecord } from "./record-store.server.ts";
import type { RecordsDeps } from "./records-deps.ts";
import { noteStaffText } from "./work-store.server.ts";

const maxNoteLength = 10_000;
/** Hours in which its author may change or remove a note; after that others rely on it. */
export const noteEditableHours = 24;

export type Note = {
	id: string;
	reference: string;
	accountId: string;
	text: string;
	createdAt: Temporal.Instant;
	editedAt: Temporal.Instant | undefined;
	version: number;
};

/** A note by its id and its record; an id of another record's note counts as gone. */
export type NoteOfRecord = Pick<Note, "id" | "reference">;

export type NoteResult =
	/** With the names of the members who were notified because of it. */
	| { ok: true; note: Note; notified: string[] }
	| { ok: false; why: "gone" | "not-yours" | "too-late" }
	/** `isKeyReused`: its idempotency key came with another text before. */
	| { ok: false; why: "refused"; message: string; isKeyReused?: true }
	/** Its author has changed it in another window since; both texts can be shown. */
	| { ok: false; why: "conflict"; note: Note };

export type RecordNotes = {
	/** Stores a note. The idempotency key of a stored note returns that note again. */
	add(
		reference: string,
		note: {
			text: string;
			by: string;
			/** The draft that the note replaces, as its page knows it. */
			draft?: { version: number; tab: string } | undefined;
			idempotencyKey?: string | undefined;
		},
	): Promise<NoteResult>;
	/** Changes one's own note on a record; newly mentioned members are notified. */
	edit(note: NoteOfRecord, change: { text: string; version: number; by: string }): Promise<NoteResult>;
	remove(note: NoteOfRecord, by: string): Promise<NoteResult>;
};

/** Creates the notes of records. */
export function createRecordNotes({
	database,
	clock,
	kinds,
	messageIdDomain,
	onEmails,
}: Pick<RecordsDeps, "database" | "clock" | "kinds" | "messageIdDomain" | "onEmails">): RecordNotes {
	return {
		async add(reference, { text: typed, by, draft, idempotencyKey }) {
			const text = tidy(typed);
			const message = findNoteFault(text);
			if (message !== undefined) return { ok: false, why: "refused", message };
			const now = clock.now();
			const note: Note = {
				id: createOrderedId(),
				reference,
				accountId: by,
				text,
				createdAt: now,
				editedAt: undefined,
				version: 1,
			};
			let notified: string[] = [];
			const store = async (transaction: WriteTransaction, record: StoredRecord) => {
				await transaction
					.insertInto("recordNotes")
					.values({ ...note, createdAt: toInstantText(now), editedAt: null })
					.execute();
				await settleDraft(transaction, reference, {
					by,
					kind: "note",
					subject: "",
					text,
					version: draft?.version,
					tab: draft?.tab,
				});
				notified = await notify(transaction, record, note, now);
				await noteStaffText(transaction, record, now);
				await writeAuditEntry(
					transaction,
					{ actor: by, action: `${record.kind}.note`, subject: reference },
					clock.now(),
				);
				return { reference, noteId: note.id };
			};
			const request = { route: routeOfKind.note, key: idempotencyKey, body: { reference, by, text } };
			try {
				const result = await database.write(async (transaction): Promise<NoteResult> => {
					const record = await findRecord(transaction, reference);
					if (!record) return { ok: false, why: "gone" };
					const { noteId } = await respondOnce(transaction, request, now, () => store(transaction, record));
					const stored = noteId === note.id ? note : await findNote(transaction, noteId);
					if (stored) return { ok: true, note: stored, notified };
					return {
						ok: false,
						why: "refused",
						message: "You removed this note. Add it again if you want it back.",
					};
				});
				onEmails();
				return result;
			} catch (error) {
				const reuse = explainKeyReuse(error, "add this note too");
				return { ok: false, why: "refused", isKeyReused: true, message: reuse };
			}
		},

		async edit(of, { text: typed, version, by }) {
			const text = tidy(typed);
			const message = findNoteFault(text);
			if (message !== undefined) return { ok: false, why: "refused", message };
			const now = clock.now();
			const result = await database.write(async (transaction): Promise<NoteResult> => {
				const own = await findOwnNote(transaction, of, by);
				if (!own.ok) return own;
				const { note, record } = own;
				const { numUpdatedRows } = await transaction
					.updateTable("recordNotes")
					.set({ text, editedAt: toInstantText(now), version: version + 1 })
					.where("id", "=", note.id)
					.where("version", "=", version)
					.executeTakeFirst();
				if (numUpdatedRows === 0n) {
					const there = await findNote(transaction, note.id);
					return there ? { ok: false, why: "conflict", note: there } : { ok: false, why: "gone" };
				}
				const edited = { ...note, text, editedAt: now, version: version + 1 };
				const notified = await notify(transaction, record, edited, now);
				await noteStaffText(transaction, record, now);
				await writeAuditEntry(
					transaction,
					{ actor: by, action: `${record.kind}.edit-note`, subject: note.reference },
					clock.now(),
				);
				return { ok: true, note: edited, notified };
			});
			onEmails();
			return result;
		},

		remove: (of, by) =>
			database.write(async (transaction) => {
				const own = await findOwnNote(transaction, of, by);
				if (!own.ok) return own;
				await transaction.deleteFrom("recordNotes").where("id", "=", own.note.id).execute();
				await deleteNotificationsAbout(transaction, own.note.id);
				await noteStaffText(transaction, own.record, clock.now());
				await writeAuditEntry(
					transaction,
					{
						actor: by,
						action: `${own.record.kind}.remove-note`,
						subject: own.note.reference,
					},
					clock.now(),
				);
				return { ok: true, note: own.note, notified: [] };
			}),
	};

	/** Notifies newly mentioned members, in the desk and by e-mail unless they opted out, and returns their names. */
	async function notify(
		transaction: WriteTransaction,
		record: StoredRecord,
		{ id: noteId, text, accountId }: Note,
		now: Temporal.Instant,
	): Promise<string[]> {
		const { reference } = record;
		const names: string[] = [];
		const members = await listMembers(transaction, getKind(kinds, record));
		for (const member of findMentions(text, members).filter(({ id }) => id !== accountId)) {
			const told = await notifyMember(
				transaction,
				{ accountId: member.id, reference, kind: "mention", cause: noteId },
				now,
			);
			if (!told) continue;
			names.push(member.name);
			if (await wantsMentionEmails(transaction, member.id))
				await enqueueEmail(
					transaction,
					{ kind: mentionEmailKind, reference, recipient: member.email, parameters: { noteId } },
					{ now, messageIdDomain },
				);
		}
		return names;
	}

	async function findOwnNote(
		transaction: WriteTransaction,
		{ id, reference }: NoteOfRecord,
		by: string,
	): Promise<{ ok: true; note: Note; record: StoredRecord } | { ok: false; why: "gone" | "not-yours" | "too-late" }> {
		const note = await findNote(transaction, id);
		const record = note?.reference === reference ? await findRecord(transaction, reference) : undefined;
		if (!note || !record) return { ok: false, why: "gone" };
		if (note.accountId !== by) return { ok: false, why: "not-yours" };
		if (!canEdit(note, clock.now())) return { ok: false, why: "too-late" };
		return { ok: true, note, record };
	}
}

/** Tells whether its author may still change a note. */
export function canEdit({ createdAt }: Pick<Note, "createdAt">, now: Temporal.Instant): boolean {
	return Temporal.Instant.compare(createdAt.add({ hours: noteEditableHours }), now) >= 0;
}

export async function findNote(db: Connection, id: string): Promise<Note | undefined> {
	const row = await db.selectFrom("recordNotes").selectAll().where("id", "=", id).executeTakeFirst();
	return (
		row && {
			...row,
			createdAt: Temporal.Instant.from(row.createdAt),
			editedAt: toOptionalInstant(row.editedAt),
		}
	);
}

/** Normalises line breaks and removes control characters. */
export function tidy(text: string): string {
	return text
		.replaceAll(/\r\n?/g, "\n")
		.replaceAll(/[\p{Cc}--[\n\t]]/gv, "")
		.trim();
}

function findNoteFault(text: string): string | undefined {
	if (text === "") return "Enter a note.";
	if (text.length > maxNoteLength) return `Shorten the note to ${maxNoteLength} characters.`;
	return undefined;
}
