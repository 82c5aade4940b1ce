import { sql, type Kysely, type Selectable } from "kysely";
import { listLowerCaseAddresses } from "../people/list-addresses.ts";
import { readAll } from "../../platform/csv.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { registerMissingRecords, type NewRecord } from "./record-store.server.ts";

/** What every table of records has, whatever their kind. Ids sort as the records came. */
type SentRow = { id: string; reference: string; email: string; state: string };

/** Tables of records, each with an address. */
type SentTable = { [Name in keyof Tables]: Tables[Name] extends SentRow ? Name : never }[keyof Tables];

/** Conditions on records of one table, which hold together. */
export type SentFilter = {
	/** In any case. */
	email?: string | undefined;
	/** Those whose instant in a column is before one. */
	before?: { column: string; instant: Temporal.Instant } | undefined;
	/** References. */
	among?: readonly string[] | undefined;
	limit: number;
};

/** Reads and deletes the records of one kind as visitors sent them. */
export type SentStore<Sent> = {
	/** Finds the record with a reference. */
	find(db: Connection, reference: string): Promise<Sent | undefined>;
	/** Finds records by their references, in no order; those that are gone are left out. */
	listOf(db: Connection, references: readonly string[]): Promise<Sent[]>;
	/** Reads all records, the oldest first, a few at a time. */
	listAll(db: Connection): AsyncIterable<Sent>;
	listReferences(db: Connection, filter: SentFilter): Promise<string[]>;
	/** Lists the addresses of their senders in lower case, each once, in their order from the one after an address on. */
	listAddresses(db: Connection, range: { after: string; limit: number }): Promise<string[]>;
	/** Takes a record from one state to another, and tells whether it was in the first. */
	changeState(transaction: WriteTransaction, reference: string, change: { from: string; to: string }): Promise<boolean>;
	/** Deletes records and tells how many; their e-mails and staff's side of them are not this store's. */
	delete(transaction: WriteTransaction, references: readonly string[]): Promise<number>;
	/**
	 * Makes staff's side of records that have none: those that a server of the release before stored beside this one.
	 *
	 * @returns how many there were
	 */
	registerMissing(database: Database): Promise<number>;
	/** The column with the instant at which each came. */
	receivedColumn: string;
};

/** Makes the store of one table. */
export function createSentStore<Name extends SentTable, Sent>(
	table: Name,
	{
		receivedColumn,
		toSent,
		toNewRecord,
	}: {
		receivedColumn: keyof Tables[Name] & string;
		toSent(row: Selectable<Tables[Name]>): Sent;
		/** What staff's side of a record begins with. */
		toNewRecord(sent: Sent): NewRecord;
	},
): SentStore<Sent> {
	/** The columns that all tables share are all that this store names. */
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
