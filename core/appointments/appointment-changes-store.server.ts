import type { Kysely } from "kysely";
import { z } from "zod";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { setAsideEmailSchema } from "../../platform/email/unsent-emails-store.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";
import { undoSeconds, type Appointment } from "./appointment.ts";

/** The columns that every table of changes has; the kind declares the rest. */
export type ChangeRow = {
	id: string;
	at: string;
	/** JSON of what undoes it; null once that is too late. */
	undo: string | null;
	undoneAt: string | null;
};

/** Where a kind keeps what was done with its appointments: a table of its feature, and what its columns are called. */
export type ChangesTable = {
	table: string;
	/** The columns of which appointment, and of which account did it. */
	owner: string;
	actor: string;
	ownerOf(appointment: Pick<Appointment, "id" | "reference">): string;
};

type AnyChange = Record<string, unknown>;

/** The database as one table of changes; its columns are the kind's. */
function open(db: Connection, table: string) {
	return { db: db as unknown as Kysely<{ changes: ChangeRow & Record<string, unknown> }>, table: table as "changes" };
}

const undoSchema = z.object({
	/** Of the appointment once it was changed; any other has been changed since. */
	sequence: z.number(),
	/** How it stood, as its kind reads it. */
	standing: z.unknown(),
	/** Of the private link that the e-mails would have brought, where they bring one. */
	tokenHash: z.string().nullable(),
	/** The e-mails that tell of the change. */
	messageIds: z.array(z.string()),
	/** Those that gave way to them. */
	emails: z.array(setAsideEmailSchema),
});
/** What undoes a change of an appointment. */
export type AppointmentUndo = z.infer<typeof undoSchema>;

/** Stores what was done, as part of the transaction that does it; nothing earlier can be undone from then on. */
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

/** Lists what was done with some appointments, the earliest first. */
export async function listChangeRows(
	connection: Connection,
	{ table: name, owner }: ChangesTable,
	owners: readonly string[],
): Promise<AnyChange[]> {
	if (owners.length === 0) return [];
	const { db, table } = open(connection, name);
	return db.selectFrom(table).selectAll().where(owner, "in", owners).orderBy("id").execute();
}

/** Finds the latest change of an appointment, if an account made it and can still undo it. */
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

/** Takes what undoes a change out of the store and notes that it was undone; undefined when that is too late, or somebody else's. */
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
	// One that the release before has written says it in another form.
	return numUpdatedRows === 0n ? undefined : undoSchema.safeParse(JSON.parse(row.undo)).data;
}

/** Forgets what would have undone changes whose e-mails have left: it holds addresses and links. */
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
