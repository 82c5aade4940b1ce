import { sql, type Kysely, type Selectable } from "kysely";
import { readAll } from "../../platform/csv.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { listLowerCaseAddresses } from "../people/list-addresses.ts";
import { registerMissingRecords, updateRecord, type NewRecord } from "./record-store.server.ts";

/** Columns of every table of records. Ids sort by receipt. */
type SentRow = { id: string; reference: string; email: string; state: string };

type SentTable = { [Name in keyof Tables]: Tables[Name] extends SentRow ? Name : never }[keyof Tables];

/** Conditions that all have to hold. */
export type SentFilter = {
	/** In any case. */
	email?: string | undefined;
	/** An earlier instant in a column. */
	before?: { column: string; instant: Temporal.Instant } | undefined;
	/** References. */
	among?: readonly string[] | undefined;
	limit: number;
};

/** Reads and deletes the records of one kind as visitors sent them. */
export type SentStore<Sent> = {
	find(db: Connection, reference: string): Promise<Sent | undefined>;
	/** Finds records by reference, unordered; unknown ones are left out. */
	listOf(db: Connection, references: readonly string[]): Promise<Sent[]>;
	/** Reads all records, oldest first, in small batches. */
	listAll(db: Connection): AsyncIterable<Sent>;
	listReferences(db: Connection, filter: SentFilter): Promise<string[]>;
	/** Lists senders' addresses in lower case, distinct and sorted, after a given one. */
	listAddresses(db: Connection, range: { after: string; limit: number }): Promise<string[]>;
	/** Changes a record's state; false when it was not in `from`. */
	changeState(transaction: WriteTransaction, reference: string, change: { from: string; to: string }): Promise<boolean>;
	/** Changes columns of a record, and staff's side with them; false when it is gone. */
	change(
		transaction: WriteTransaction,
		reference: string,
		columns: Readonly<Record<string, string | number | null>>,
		now: Temporal.Instant,
	): Promise<boolean>;
	/** Deletes only the records, not their e-mails or staff's side; returns their number. */
	delete(transaction: WriteTransaction, references: readonly string[]): Promise<number>;
	/** Creates staff's side of records that a server of the release before stored beside this one. Returns their number. */
	registerMissing(database: Database): Promise<number>;
	/** The column of the receipt. */
	receivedColumn: string;
};

/** Creates the store of one table. */
export function createSentStore<Name extends SentTable, Sent>(
	table: Name,
	{
		receivedColumn,
		toSent,
		toNewRecord,
	}: {
		receivedColumn: keyof Tables[Name] & string;
		toSent(row: Selectable<Tables[Name]>): Sent;
		/** Returns the initial values of staff's side. */
		toNewRecord(sent: Sent): NewRecord;
	},
): SentStore<Sent> {
	/** This store uses only the columns that all tables share. */
	const name: string = table;
	const tables = (db: Connection) => db as unknown as Kysely<Record<string, SentRow>>;
	const select = (db: Connection) => tables(db).selectFrom(name);
	const read = (row: SentRow) => toSent(row as unknown as Selectable<Tables[Name]>);

	return {
		receivedColumn,

		async find(db, reference) {
			const row = await select(db).selectAll().where("reference", "=", reference).executeTakeFirst();
			return row && read(row);
		},

		async listOf(db, references) {
			if (references.length === 0) return [];
			return (await select(db).selectAll().where("reference", "in", references).execute()).map(read);
		},

		async *listAll(db) {
			const rows = readAll((id, limit) =>
				select(db)
					.selectAll()
					.$if(id !== undefined, (query) => query.where("id", ">", id as string))
					.orderBy("id")
					.limit(limit)
					.execute(),
			);
			for await (const row of rows) yield read(row);
		},

		async listReferences(db, { email, before, among, limit }) {
			const rows = await select(db)
				.select("reference")
				.$if(email !== undefined, (query) => query.where(sql`lower(email)`, "=", email?.toLowerCase()))
				.$if(before !== undefined, (query) =>
					query.where(sql.ref(before?.column ?? ""), "<", before && toInstantText(before.instant)),
				)
				.$if(among !== undefined, (query) => query.where("reference", "in", among as string[]))
				.limit(limit)
				.execute();
			return rows.map(({ reference }) => reference);
		},

		listAddresses: (db, range) => listLowerCaseAddresses(db, table, range),

		async changeState(transaction, reference, { from, to }) {
			const { numUpdatedRows } = await tables(transaction)
				.updateTable(name)
				.set({ state: to })
				.where("reference", "=", reference)
				.where("state", "=", from)
				.executeTakeFirstOrThrow();
			return numUpdatedRows > 0n;
		},

		async change(transaction, reference, columns, now) {
			const row = await tables(transaction)
				.updateTable(name)
				.set(columns)
				.where("reference", "=", reference)
				.returningAll()
				.executeTakeFirst();
			if (row) await updateRecord(transaction, toNewRecord(read(row)), now);
			return row !== undefined;
		},

		async delete(transaction, references) {
			const { numDeletedRows } = await tables(transaction)
				.deleteFrom(name)
				.where("reference", "in", references)
				.executeTakeFirstOrThrow();
			return Number(numDeletedRows);
		},

		registerMissing: (database) =>
			registerMissingRecords(database, async (db, limit) => {
				const { rows } = await sql<SentRow>`select * from ${sql.table(table)} sent
					where not exists (select 1 from records where records.reference = sent.reference) limit ${limit}`.execute(db);
				return rows.map((row) => toNewRecord(read(row)));
			}),
	};
}
