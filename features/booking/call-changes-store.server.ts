import { z } from "zod";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { setAsideEmailSchema } from "../../platform/email/unsent-emails-store.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";

/** For so long whoever changed a call can take it back; its e-mails leave after that. */
export const takeBackSeconds = 10;

const callDeeds = ["move", "cancel", "hand-over"] as const;
export type CallDeed = (typeof callDeeds)[number];

type CallChangesTable = {
	id: string;
	reference: string;
	at: string;
	/** Of whoever did it. */
	accountId: string;
	deed: CallDeed;
	/** How it was and is, in words: its time of a move, its host when it is handed over. */
	before: string;
	after: string;
	/** JSON of what takes it back; null once that is too late. */
	undo: string | null;
	undoneAt: string | null;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		callChanges: CallChangesTable;
	}
}

const undoSchema = z.object({
	/** Of the booking once it was changed; any other has been changed since. */
	sequence: z.number(),
	booking: z.object({
		date: z.string(),
		time: z.string(),
		timeZone: z.string(),
		startsAt: z.string(),
		confirmBy: z.string().nullable(),
		networkBucket: z.number().nullable(),
		hostId: z.string().nullable(),
		videoUrl: z.string().nullable(),
		stage: z.string(),
	}),
	/** Of the private link that the e-mails would have brought. */
	tokenHash: z.string().nullable(),
	/** The e-mails that tell of the change. */
	messageIds: z.array(z.string()),
	/** Those that gave way to them. */
	emails: z.array(setAsideEmailSchema),
});
/** How a booking was before staff changed it, with its e-mails. */
export type CallUndo = z.infer<typeof undoSchema>;

/** What somebody of staff did with a call. */
export type CallChange = {
	id: string;
	at: Temporal.Instant;
	accountId: string;
	deed: CallDeed;
	before: string;
	after: string;
	isUndone: boolean;
	/** Until when its e-mails wait, and it can be taken back; undefined once it cannot. */
	undoableUntil: Temporal.Instant | undefined;
};

/** Stores what was done, as part of the transaction that does it, and forgets what takes earlier changes back. */
export async function insertCallChange(
	transaction: WriteTransaction,
	{
		reference,
		accountId,
		deed,
		before,
		after,
	}: { reference: string } & Omit<CallChange, "id" | "at" | "isUndone" | "undoableUntil">,
	undo: CallUndo,
	now: Temporal.Instant,
): Promise<void> {
	await transaction.updateTable("callChanges").set({ undo: null }).where("reference", "=", reference).execute();
	await transaction
		.insertInto("callChanges")
		.values({
			id: createOrderedId(),
			reference,
			at: toInstantText(now),
			accountId,
			deed,
			before,
			after,
			undo: JSON.stringify(undo),
			undoneAt: null,
		})
		.execute();
}

/** Lists what staff did with a call, the latest first. */
export async function listCallChanges(db: Connection, reference: string, now: Temporal.Instant): Promise<CallChange[]> {
	const rows = await db
		.selectFrom("callChanges")
		.selectAll()
		.where("reference", "=", reference)
		.orderBy("id", "desc")
		.execute();
	return rows.map(({ id, accountId, deed, before, after, undo, undoneAt, ...row }) => {
		const at = Temporal.Instant.from(row.at);
		const until = at.add({ seconds: takeBackSeconds });
		const isUndoable = undo !== null && undoneAt === null && Temporal.Instant.compare(now, until) < 0;
		return {
			id,
			at,
			accountId,
			deed,
			before,
			after,
			isUndone: undoneAt !== null,
			undoableUntil: isUndoable ? until : undefined,
		};
	});
}

/** Takes what takes a change back out of the store and notes that it was; undefined when that is too late, or somebody else's. */
export async function takeCallUndo(
	transaction: WriteTransaction,
	{ id, reference, accountId }: { id: string; reference: string; accountId: string },
	now: Temporal.Instant,
): Promise<CallUndo | undefined> {
	const row = await transaction
		.selectFrom("callChanges")
		.select("undo")
		.where("id", "=", id)
		.where("reference", "=", reference)
		.where("accountId", "=", accountId)
		.where("undo", "is not", null)
		.where("at", ">", toInstantText(now.subtract({ seconds: takeBackSeconds })))
		.executeTakeFirst();
	if (!row?.undo) return undefined;
	const { numUpdatedRows } = await transaction
		.updateTable("callChanges")
		.set({ undo: null, undoneAt: toInstantText(now) })
		.where("id", "=", id)
		.where("undo", "is not", null)
		.executeTakeFirst();
	return numUpdatedRows === 0n ? undefined : undoSchema.parse(JSON.parse(row.undo));
}

/** Forgets what would have taken changes back whose e-mails have left: it holds addresses and links. */
export async function forgetCallUndos(db: Connection, now: Temporal.Instant): Promise<void> {
	await db
		.updateTable("callChanges")
		.set({ undo: null })
		.where("undo", "is not", null)
		.where("at", "<=", toInstantText(now.subtract({ seconds: takeBackSeconds })))
		.execute();
}

export async function deleteCallChangesOf(transaction: WriteTransaction, references: readonly string[]): Promise<void> {
	await transaction.deleteFrom("callChanges").where("reference", "in", references).execute();
}
