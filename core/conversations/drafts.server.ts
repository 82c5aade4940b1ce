import { randomInt, randomUUID } from "node:crypto";
import type { Generated, Selectable } from "kysely";
import { z } from "zod";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { CommitOutcomeUnknownError, isStorageUnavailable } from "../../platform/database/storage-errors.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { isKeyTaken } from "../../platform/http/idempotency.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { rememberErasedFiles, removeErasedFiles } from "../people/erased-files.ts";
import { findRecord } from "../records/record-store.server.ts";
import type { RecordsDeps } from "../records/records-deps.ts";
import { deleteReplyFiles } from "../records/work-store.server.ts";
import {
	findFilesFault,
	tidyContentType,
	tidyFileName,
	type ReplyAttachment,
	type ReplyFile,
} from "./reply-files.server.ts";

/** The route of the idempotency keys of what members write. */
export const routeOfKind = { reply: "desk/replies", note: "desk/notes", forward: "desk/forwards" } as const;

export type DraftKind = keyof typeof routeOfKind;

/** How many earlier texts of a draft are kept; the oldest goes first. */
const maxSetAside = 5;

type RecordDraftsTable = {
	id: string;
	reference: string;
	accountId: string;
	/**
	 * A forward's ends with its message, so that each message has its own; earlier versions stored a plain “forward”. That of a discarded
	 * draft, which can be brought back for a while, ends with its id.
	 */
	kind: DraftKind | `forward:${string}` | `${string}:discarded:${string}`;
	subject: string;
	text: string;
	/** Empty for none. */
	templateId: string;
	/** Stage that the record moves to when the reply is sent; empty keeps its stage. */
	stage: string;
	/** Addresses that get a copy, as typed. */
	cc: Generated<string>;
	/** Id of the message that the reply quotes; empty for none. */
	quotedId: Generated<string>;
	/** JSON of earlier texts that their author has not read since. */
	setAside: string;
	/** The page that wrote it last. */
	tab: string;
	version: number;
	changedAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		recordDrafts: RecordDraftsTable;
	}
}

export type DraftText = { subject: string; text: string };

/** An earlier text of a draft. */
export type SetAsideText = DraftText & {
	id: string;
	/** A template replaced it on purpose; it is dropped once the reply is sent. */
	isReplaced: boolean;
};

/** A reply, a note or a forward that is being written. */
export type Draft = DraftText & {
	templateId: string;
	stage: string;
	/** Addresses that get a copy, as typed. */
	cc: string;
	/** Id of the message that the reply quotes; empty for none. */
	quotedId: string;
	/** Earlier texts, latest first. */
	setAside: SetAsideText[];
	/** The page that wrote it last. */
	tab: string;
	version: number;
	changedAt: Temporal.Instant;
	/** Attached files, by name. */
	files: ReplyFile[];
};

/** Names one draft of a record. */
export type DraftOwner = {
	by: string;
	kind: DraftKind;
	/** Id of the message that a reply or a forward quotes; each message has a forward of its own. */
	quotedId?: string;
};

/** A draft as a page holds it. */
export type TypedDraft = DraftOwner &
	DraftText & {
		templateId?: string;
		stage?: string;
		cc?: string;
		/** The version that the page shows; 0 for none. */
		version: number;
		/** Names the page, unlike every other tab's. */
		tab: string;
		/** The idempotency key of the page's form: text that arrives after the form was sent is not saved. */
		formKey?: string | undefined;
		/** A text that is replaced on purpose, such as by a template's. */
		replaces?: DraftText;
	};

type AttachResult = { ok: true } | { ok: false; why: "sent" | "gone" } | { ok: false; why: "refused"; message: string };

export type Drafts = {
	find(reference: string, owner: DraftOwner): Promise<Draft | undefined>;
	/**
	 * Saves the text; the last page to save wins, and another tab's text is set aside.
	 * @returns the draft, or undefined when it is empty, its record is gone, or the form's key was already sent
	 */
	save(reference: string, typed: TypedDraft): Promise<Draft | undefined>;
	/**
	 * Stores files with a draft. A draft that does not exist yet is created with the typed text; an existing one keeps its text and stores no
	 * file twice. Files that are not taken are the caller's to discard.
	 * @throws StorageUnavailableError when nothing can be stored
	 */
	attach(reference: string, typed: TypedDraft, attachments: readonly ReplyAttachment[]): Promise<AttachResult>;
	/** Deletes a file of a draft; false when there is none. */
	removeFile(reference: string, owner: DraftOwner, storedAs: string): Promise<boolean>;
	/** Exchanges the draft's text for an earlier one; false when there is none. */
	exchange(reference: string, owner: DraftOwner & { tab: string }, id: string): Promise<boolean>;
	/** Discards a draft with its files, which are kept for an hour. Returns the id that brings it back; undefined when there is none. */
	discard(reference: string, owner: DraftOwner & { tab: string }): Promise<string | undefined>;
	/** Brings one's own discarded draft back; the text of a newer one is set aside. Returns what it is; undefined when it is gone. */
	undoDiscard(reference: string, discarded: { by: string; id: string }): Promise<DraftOwner | undefined>;
};

/** Creates the store of replies and notes that are being written. */
export function createDrafts({ database, clock, files }: Pick<RecordsDeps, "database" | "clock" | "files">): Drafts {
	const { db } = database;
	const removeFiles = async (removed: readonly string[]) => {
		// The daily sweep removes files that cannot be removed now.
		if (removed.length > 0) await removeErasedFiles({ database, files }).catch(ignoreUnavailable);
	};

	/** Finds a draft that may be changed, or why not: its form was sent, or its record is gone. */
	async function open(
		transaction: WriteTransaction,
		reference: string,
		typed: TypedDraft,
	): Promise<{ row: DraftRow | undefined } | { refused: "sent" | "gone" }> {
		await lockDraft(transaction, reference, typed);
		const request = { route: routeOfKind[typed.kind], key: typed.formKey };
		if (await isKeyTaken(transaction, request, clock.now())) return { refused: "sent" };
		if (!(await findRecord(transaction, reference))) return { refused: "gone" };
		return { row: await findRow(transaction, reference, typed) };
	}

	/** Stores the typed text in place of a draft, or as a new one. */
	async function putTyped(
		transaction: WriteTransaction,
		reference: string,
		typed: TypedDraft,
		{ row, setAside }: { row: DraftRow | undefined; setAside: SetAsideText[] },
	): Promise<DraftRow> {
		const { by, subject, text, templateId = "", stage = "", cc = "", quotedId = "", tab } = typed;
		const saved: DraftRow = {
			id: row?.id ?? createOrderedId(),
			reference,
			accountId: by,
			kind: storedKind(typed),
			subject,
			text,
			templateId,
			stage,
			cc,
			quotedId,
			setAside: JSON.stringify(setAside),
			tab,
			version: nextVersion(row),
			changedAt: toInstantText(clock.now()),
		};
		await putRow(transaction, saved);
		return saved;
	}

	return {
		async find(reference, owner) {
			const row = await findRow(db, reference, owner);
			return row && toDraft(row, await listFiles(db, row.id));
		},

		save: (reference, typed) =>
			database.write(async (transaction) => {
				const { kind, text, version, tab, replaces } = typed;
				const opened = await open(transaction, reference, typed);
				if ("refused" in opened) return undefined;
				const { row } = opened;
				const isOfAnotherTab = row !== undefined && row.version !== version && !isOf(tab, row);
				const setAside = listSetAside(typed, [
					...(replaces ? [{ subject: replaces.subject, text: replaces.text, isReplaced: true }] : []),
					...(isOfAnotherTab ? [{ subject: row.subject, text: row.text, isReplaced: false }] : []),
					...(row ? readSetAside(row) : []),
				]);
				if (kind === "note" && text.trim() === "" && setAside.length === 0) {
					if (row) await removeRow(transaction, { ...row, tab });
					return undefined;
				}
				const saved = await putTyped(transaction, reference, typed, { row, setAside });
				return toDraft(saved, await listFiles(transaction, saved.id));
			}),

		async attach(reference, typed, attachments) {
			const kept = attachments.map((attachment) => ({ ...attachment, storedAs: `reply-${randomUUID()}` }));
			const remove = (some: readonly { storedAs: string }[]) =>
				Promise.all(some.map(({ storedAs }) => files.remove(storedAs)));
			// The caller keeps files that exceed the limits.
			const fault = findFilesFault(attachments.map(({ file }) => file));
			if (fault !== undefined) return { ok: false, why: "refused", message: fault };
			if (await isKeyTaken(db, { route: routeOfKind[typed.kind], key: typed.formKey }, clock.now()))
				return { ok: false, why: "sent" };
			try {
				// Files are stored before the rows that name them.
				for (const { file, storedAs } of kept) await files.keep(file, storedAs);
				const { result, used } = await database.write(
					async (transaction): Promise<{ result: AttachResult; used: readonly string[] }> => {
						const opened = await open(transaction, reference, typed);
						if ("refused" in opened) return { result: { ok: false, why: opened.refused }, used: [] };
						const { id } =
							opened.row ?? (await putTyped(transaction, reference, typed, { row: undefined, setAside: [] }));
						const there = await transaction
							.selectFrom("replyFiles")
							.select(["name", "sha256", "bytes"])
							.where("replyId", "=", id)
							.execute();
						const rows = kept
							.map(({ file, storedAs, name, contentType }) => ({
								storedAs,
								replyId: id,
								reference,
								name: tidyFileName(name),
								contentType: tidyContentType(contentType),
								bytes: file.bytes,
								sha256: file.sha256,
							}))
							.filter(({ name, sha256 }) => !there.some((one) => one.name === name && one.sha256 === sha256));
						const message = findFilesFault([...there, ...rows]);
						if (message !== undefined) return { result: { ok: false, why: "refused", message }, used: [] };
						if (rows.length > 0) await transaction.insertInto("replyFiles").values(rows).execute();
						await tellTabs(transaction, { ...typed, accountId: typed.by, reference });
						return { result: { ok: true }, used: rows.map(({ storedAs }) => storedAs) };
					},
				);
				await remove(kept.filter(({ storedAs }) => !used.includes(storedAs)));
				return result;
			} catch (error) {
				// If the outcome of the commit is unknown, the files stay; the sweep removes those without a row.
				if (!(error instanceof CommitOutcomeUnknownError)) await remove(kept);
				throw error;
			}
		},

		async removeFile(reference, owner, storedAs) {
			const isRemoved = await database.write(async (transaction) => {
				const row = await findRow(transaction, reference, owner);
				if (!row) return false;
				const removed = await deleteReplyFiles(transaction, row.id, storedAs);
				await rememberErasedFiles(transaction, removed);
				if (removed.length > 0) await tellTabs(transaction, row);
				return removed.length > 0;
			});
			if (isRemoved) await removeFiles([storedAs]);
			return isRemoved;
		},

		exchange: (reference, owner, id) =>
			database.write(async (transaction) => {
				await lockDraft(transaction, reference, owner);
				const row = await findRow(transaction, reference, owner);
				const texts = row ? readSetAside(row) : [];
				const wanted = texts.find((one) => one.id === id);
				if (!row || !wanted) return false;
				const others = texts.filter((one) => one !== wanted);
				await putRow(transaction, {
					...row,
					subject: wanted.subject,
					text: wanted.text,
					setAside: JSON.stringify(
						listSetAside(wanted, [{ subject: row.subject, text: row.text, isReplaced: false }, ...others]),
					),
					tab: owner.tab,
					version: nextVersion(row),
					changedAt: toInstantText(clock.now()),
				});
				return true;
			}),

		discard: (reference, owner) =>
			database.write(async (transaction) => {
				const row = await findRow(transaction, reference, owner);
				if (!row) return undefined;
				const { id, kind } = row;
				await transaction
					.updateTable("recordDrafts")
					.set({ kind: `${kind}:discarded:${id}`, changedAt: toInstantText(clock.now()) })
					.where("id", "=", id)
					.execute();
				await tellTabs(transaction, { ...row, tab: owner.tab });
				return id;
			}),

		undoDiscard: (reference, { by, id }) =>
			database.write(async (transaction) => {
				const discarded = await transaction
					.deleteFrom("recordDrafts")
					.where("id", "=", id)
					.where("reference", "=", reference)
					.where("accountId", "=", by)
					.where("kind", "like", discardedKinds)
					.returningAll()
					.executeTakeFirst();
				if (!discarded) return undefined;
				const [kind] = discarded.kind.split(":") as [DraftKind];
				const owner = { by, kind, quotedId: discarded.quotedId };
				await lockDraft(transaction, reference, owner);
				await putBack(transaction, reference, owner, {
					draft: { ...discarded, setAside: readSetAside(discarded) },
					now: clock.now(),
				});
				return owner;
			}),
	};
}

/** Deletes drafts that were discarded more than an hour ago, with their files. */
export async function deleteDiscardedDrafts(database: Database, now: Temporal.Instant): Promise<void> {
	await database.write(async (transaction) => {
		const deleted = await transaction
			.deleteFrom("recordDrafts")
			.where("kind", "like", discardedKinds)
			.where("changedAt", "<", toInstantText(now.subtract({ hours: 1 })))
			.returning("id")
			.execute();
		for (const { id } of deleted) await rememberErasedFiles(transaction, await deleteReplyFiles(transaction, id));
	});
}

const discardedKinds = "%:discarded:%";

type DraftRow = Selectable<Tables["recordDrafts"]>;

/** A forward has a draft for each message, so that the text and the files of one never leave with another. */
function storedKind({ kind, quotedId = "" }: Pick<DraftOwner, "kind" | "quotedId">): DraftRow["kind"] {
	return kind === "forward" ? `forward:${quotedId}` : kind;
}

/** Serialises, until the transaction ends, the writes of a member's tabs and the sending of their draft. */
function lockDraft(transaction: WriteTransaction, reference: string, owner: DraftOwner): Promise<void> {
	return takeLock(transaction, `draft ${storedKind(owner)} ${reference} ${owner.by}`);
}

/**
 * Tells the member's other tabs that a draft has changed. The key holds the record's number, because it outlives an erased reference, and
 * ends with the page that wrote the draft.
 */
async function tellTabs(
	transaction: WriteTransaction,
	{ accountId, reference, tab }: Pick<DraftRow, "accountId" | "reference" | "tab">,
): Promise<void> {
	const record = await findRecord(transaction, reference);
	if (record) await recordChange(transaction, [`drafts:${accountId}:${record.id}:${tab}`]);
}

/** Stores a draft and tells the member's other tabs. */
async function putRow(transaction: WriteTransaction, row: DraftRow): Promise<void> {
	const { id, reference, accountId, ...changed } = row;
	await transaction
		.insertInto("recordDrafts")
		.values(row)
		.onConflict((conflict) => conflict.column("id").doUpdateSet(changed))
		.execute();
	await tellTabs(transaction, row);
}

/** Deletes a draft and returns its file names, which are remembered for removal. */
async function removeRow(transaction: WriteTransaction, row: DraftRow): Promise<string[]> {
	await transaction.deleteFrom("recordDrafts").where("id", "=", row.id).execute();
	const removed = await deleteReplyFiles(transaction, row.id);
	await rememberErasedFiles(transaction, removed);
	await tellTabs(transaction, row);
	return removed;
}

async function findRow(db: Connection, reference: string, owner: DraftOwner): Promise<DraftRow | undefined> {
	const { by, kind, quotedId = "" } = owner;
	const findKind = (stored: DraftRow["kind"]) =>
		db
			.selectFrom("recordDrafts")
			.selectAll()
			.where("reference", "=", reference)
			.where("accountId", "=", by)
			.where("kind", "=", stored);
	const row = await findKind(storedKind(owner)).executeTakeFirst();
	if (row || kind !== "forward") return row;
	return findKind("forward").where("quotedId", "=", quotedId).executeTakeFirst();
}

function listFiles(db: Connection, draftId: string): Promise<ReplyFile[]> {
	return db
		.selectFrom("replyFiles")
		.select(["storedAs", "name", "bytes"])
		.where("replyId", "=", draftId)
		.orderBy("name")
		.orderBy("storedAs")
		.execute();
}

/** Lists the files of a draft. */
export async function listDraftFiles(db: Connection, reference: string, owner: DraftOwner): Promise<ReplyFile[]> {
	const row = await findRow(db, reference, owner);
	return row ? listFiles(db, row.id) : [];
}

/**
 * Ends a draft within the transaction that sends it; its files move to the reply or note. An unsent text of another tab stays a draft.
 * @param sent the text, its page, and the draft's version that it replaces
 * @param replyId the reply that gets the files
 */
export async function settleDraft(
	transaction: WriteTransaction,
	reference: string,
	sent: DraftOwner & DraftText & { version: number | undefined; tab: string | undefined },
	replyId?: string,
): Promise<void> {
	await lockDraft(transaction, reference, sent);
	const row = await findRow(transaction, reference, sent);
	if (!row) return;
	if (replyId !== undefined)
		await transaction.updateTable("replyFiles").set({ replyId }).where("replyId", "=", row.id).execute();
	const isSent = row.version === sent.version || isOf(sent.tab, row) || isSame(row, sent);
	const others = listSetAside(
		sent,
		[...(isSent ? [] : [{ subject: row.subject, text: row.text, isReplaced: false }]), ...readSetAside(row)].filter(
			({ isReplaced }) => !isReplaced,
		),
	);
	const [next, ...rest] = others;
	if (!next) await removeRow(transaction, row);
	else
		await putRow(transaction, {
			...row,
			subject: next.subject,
			text: next.text,
			setAside: JSON.stringify(rest),
			// No page shows it as its own.
			tab: isSent ? "" : row.tab,
			version: nextVersion(row),
		});
}

/** Turns a stopped reply back into a draft with its files, within the transaction that stops it. A newer draft's text is set aside. */
export async function restoreDraft(
	transaction: WriteTransaction,
	reply: DraftText & {
		id: string;
		reference: string;
		accountId: string;
		templateId: string | null;
		quotedId: string | null;
		isForward: number;
		/** That it moved the record to; empty for none. */
		stage: string;
		cc: string;
	},
	now: Temporal.Instant,
): Promise<void> {
	const { reference, accountId, templateId, quotedId, isForward } = reply;
	const owner: DraftOwner = { by: accountId, kind: isForward === 1 ? "forward" : "reply", quotedId: quotedId ?? "" };
	await putBack(transaction, reference, owner, {
		draft: { ...reply, templateId: templateId ?? "", setAside: [] },
		now,
	});
}

/** Makes an ended draft with its files the current one. A newer draft's text is set aside. */
async function putBack(
	transaction: WriteTransaction,
	reference: string,
	owner: DraftOwner,
	{
		draft,
		now,
	}: {
		/** With the id that its files are stored under. */
		draft: Pick<Draft, "subject" | "text" | "templateId" | "stage" | "cc" | "setAside"> & { id: string };
		now: Temporal.Instant;
	},
): Promise<void> {
	const { subject, text, templateId, stage, cc } = draft;
	const row = await findRow(transaction, reference, owner);
	const id = row?.id ?? createOrderedId();
	await putRow(transaction, {
		id,
		reference,
		accountId: owner.by,
		kind: storedKind(owner),
		subject,
		text,
		templateId,
		stage: row?.stage || stage,
		cc,
		quotedId: owner.quotedId ?? "",
		setAside: JSON.stringify(
			listSetAside({ subject, text }, [
				...(row ? [{ subject: row.subject, text: row.text, isReplaced: false }, ...readSetAside(row)] : []),
				...draft.setAside,
			]),
		),
		tab: "",
		version: nextVersion(row),
		changedAt: toInstantText(now),
	});
	await transaction.updateTable("replyFiles").set({ replyId: id }).where("replyId", "=", draft.id).execute();
}

/** Lists the texts to keep beside the current one, without beginnings of each other or of the current one. */
function listSetAside(
	current: DraftText,
	texts: readonly (Omit<SetAsideText, "id"> & { id?: string })[],
): SetAsideText[] {
	const kept: SetAsideText[] = [];
	for (const { id = randomUUID(), subject, text, isReplaced } of texts)
		if (text.trim() !== "" && ![current, ...kept].some((other) => other.text.startsWith(text.trimEnd())))
			kept.push({ id, subject, text, isReplaced });
	return kept.slice(0, maxSetAside);
}

/** Whether a page wrote a draft last; false for a page without a name. */
function isOf(tab: string | undefined, row: Pick<DraftRow, "tab">): boolean {
	return tab !== undefined && tab !== "" && tab === row.tab;
}

/** Versions start at random, so that a tab with a deleted draft does not mistake a later one for its own. */
function nextVersion(row: DraftRow | undefined): number {
	return row ? row.version + 1 : randomInt(1, 1_000_000_000);
}

const setAsideSchema = z.array(
	z.object({ id: z.string(), subject: z.string(), text: z.string(), isReplaced: z.boolean() }),
);

function readSetAside({ setAside }: Pick<DraftRow, "setAside">): SetAsideText[] {
	return setAsideSchema.parse(JSON.parse(setAside));
}

function isSame(one: DraftText, other: DraftText): boolean {
	return one.subject.trim() === other.subject.trim() && one.text.trim() === other.text.trim();
}

function toDraft(row: DraftRow, files: ReplyFile[]): Draft {
	const { subject, text, templateId, stage, cc, quotedId, tab, version, changedAt } = row;
	return {
		subject,
		text,
		templateId,
		stage,
		cc,
		quotedId,
		setAside: readSetAside(row),
		tab,
		version,
		changedAt: Temporal.Instant.from(changedAt),
		files,
	};
}

function ignoreUnavailable(error: unknown): void {
	if (!isStorageUnavailable(error)) throw error;
}
