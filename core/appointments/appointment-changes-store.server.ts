import type { Kysely } from "kysely";
import { z } from "zod";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { setAsideEmailSchema } from "../../platform/email/unsent-emails-store.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { undoSeconds, type Appointment } from "./appointment.ts";

/** The columns of every table of changes; each kind of appointment declares the rest. */
export type ChangeRow = {
	id: string;
	at: string;
	/** JSON that undoes the change; null once it is too late. */
	undo: string | null;
	undoneAt: string | null;
};

/** Where a kind of appointment stores its changes: its feature's table and column names. */
export type ChangesTable = {
	table: string;
	/** Columns for the appointment and for the account that changed it. */
	owner: string;
	actor: string;
	ownerOf(appointment: Pick<Appointment, "id" | "reference">): string;
};

type AnyChange = Record<string, unknown>;

/** The database with a kind's own table of changes. */
function open(db: Connection, table: string) {
	return { db: db as unknown as Kysely<{ changes: ChangeRow & Record<string, unknown> }>, table: table as "changes" };
}

const undoSchema = z.object({
	/** The appointment's sequence after the change; any other has changed since. */
	sequence: z.number(),
	/** The state before, as its kind reads it. */
	standing: z.unknown(),
	/** Hash of the private link in the e-mails, where they hold one. */
	tokenHash: z.string().nullable(),
	/** E-mails that report the change. */
	messageIds: z.array(z.string()),
	/** E-mails that were set aside for them. */
	emails: z.array(setAsideEmailSchema),
});
export type AppointmentUndo = z.infer<typeof undoSchema>;

/** Stores a change within its transaction; earlier changes can no longer be undone. */
export async function insertChange(
	transaction: WriteTransaction,
	table: ChangesTable,
	appointment: Pick<Appointment, "id" | "reference">,
	columns: Record<string, unknown> | undefined,
	{ undo, now }: { undo?: AppointmentUndo | undefined; now: Temporal.Instant },
): Promise<void> {
	const owner = table.ownerOf(appointment);
	const changes = open(transaction, table.table);
	await changes.db
		.updateTable(changes.table)
		.set({ undo: null })
		.where(table.owner, "=", owner)
		.where("undo", "is not", null)
		.execute();
	if (!columns) return;
	await changes.db
		.insertInto(changes.table)
		.values({
			id: createOrderedId(),
			[table.owner]: owner,
			at: toInstantText(now),
			...columns,
			undo: undo ? JSON.stringify(undo) : null,
			undoneAt: null,
		})
		.execute();
}

/** Lists changes of some appointments, earliest first. */
export async function listChangeRows(
	connection: Connection,
	{ table: name, owner }: ChangesTable,
	owners: readonly string[],
): Promise<AnyChange[]> {
	if (owners.length === 0) return [];
	const { db, table } = open(connection, name);
	return db.selectFrom(table).selectAll().where(owner, "in", owners).orderBy("id").execute();
}

/** Finds an appointment's latest change if the account made it and can still undo it. */
export async function findUndoable(
	connection: Connection,
	{ table: name, owner, actor, ownerOf }: ChangesTable,
	appointment: Pick<Appointment, "id" | "reference">,
	{ accountId, now }: { accountId: string; now: Temporal.Instant },
): Promise<({ id: string } & AnyChange) | undefined> {
	const { db, table } = open(connection, name);
	const row = await db
		.selectFrom(table)
		.selectAll()
		.where(owner, "=", ownerOf(appointment))
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();
	const isOpen = row && row["undo"] !== null && String(row["at"]) > latestTooLate(now);
	return isOpen && row[actor] === accountId ? { ...row, id: String(row["id"]) } : undefined;
}

/** Takes the undo of a change and marks it undone. Returns undefined when it is too late or another account's change. */
export async function takeUndo(
	transaction: WriteTransaction,
	{ table: name, owner, actor, ownerOf }: ChangesTable,
	appointment: Pick<Appointment, "id" | "reference">,
	{ changeId, accountId, now }: { changeId: string; accountId: string; now: Temporal.Instant },
): Promise<AppointmentUndo | undefined> {
	const { db, table } = open(transaction, name);
	const row = await db
		.selectFrom(table)
		.select(["id", "undo"])
		.where("id", "=", changeId)
		.where(owner, "=", ownerOf(appointment))
		.where(actor, "=", accountId)
		.where("undo", "is not", null)
		.where("at", ">", latestTooLate(now))
		.executeTakeFirst();
	if (!row?.undo) return undefined;
	const { numUpdatedRows } = await db
		.updateTable(table)
		.set({ undo: null, undoneAt: toInstantText(now) })
		.where("id", "=", changeId)
		.where("undo", "is not", null)
		.executeTakeFirst();
	// The release before wrote another format.
	return numUpdatedRows === 0n ? undefined : undoSchema.safeParse(JSON.parse(row.undo)).data;
}

/** Deletes the undo of changes whose e-mails have left, because it holds addresses and links. */
export async function forgetUndos(
	connection: Connection,
	{ table: name }: Pick<ChangesTable, "table">,
	now: Temporal.Instant,
): Promise<void> {
	const { db, table } = open(connection, name);
	await db
		.updateTable(table)
		.set({ undo: null })
		.where("undo", "is not", null)
		.where("at", "<=", latestTooLate(now))
		.execute();
}

function latestTooLate(now: Temporal.Instant): string {
	return toInstantText(now.subtract({ seconds: undoSeconds }));
}
