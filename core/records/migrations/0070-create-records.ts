import { PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Staff's side of everything that visitors send, with search words.
 *
 * SQLite searches an FTS5 table, which triggers fill from `record_words`; PostgreSQL an index of `record_words`. So both databases hold the
 * same tables, and a copy of one fills the other.
 */
export const createRecords: Migration = {
	async up(db) {
		await db.schema
			.createTable("records")
			.addColumn("id", "bigint", (column) => column.notNull())
			.addColumn("reference", "text", (column) => column.primaryKey())
			.addColumn("kind", "text", (column) => column.notNull())
			.addColumn("received_at", "text", (column) => column.notNull())
			.addColumn("sender_name", "text", (column) => column.notNull())
			.addColumn("sender_email", "text", (column) => column.notNull())
			.addColumn("spam", "integer", (column) => column.notNull())
			.addColumn("stage", "text", (column) => column.notNull())
			.addColumn("owner_id", "text")
			.addColumn("follow_up_on", "text")
			.addColumn("version", "integer", (column) => column.notNull())
			.addColumn("answered_at", "text")
			.addColumn("changed_at", "text", (column) => column.notNull())
			.execute();
		await db.schema.createIndex("records_by_id").on("records").column("id").unique().execute();
		for (const [name, columns] of [
			["records_by_kind", ["kind", "spam", "id"]],
			["records_by_answer", ["kind", "spam", "answered_at", "id"]],
			["records_by_stage", ["kind", "stage", "id"]],
			["records_by_owner", ["owner_id", "id"]],
			["records_by_follow_up", ["follow_up_on", "id"]],
			["records_by_sender", ["sender_email", "id"]],
			["records_by_change", ["kind", "changed_at", "id"]],
			["records_by_sender_name", ["kind", "sender_name", "id"]],
		] as const)
			await db.schema
				.createIndex(name)
				.on("records")
				.columns([...columns])
				.execute();
		if (db.getExecutor().adapter instanceof PostgresAdapter) {
			await sql`create table record_words (id bigint primary key, words text not null, staff_words text not null)`.execute(
				db,
			);
			await sql`create index record_words_vector on record_words using gin
				(array_to_tsvector(string_to_array(btrim(words || ' ' || staff_words), ' ')))`.execute(db);
			return;
		}
		// Only this type makes it the rowid, by which the triggers and FTS5 know the row.
		await sql`create table record_words (id integer primary key, words text not null, staff_words text not null)`.execute(
			db,
		);
		await sql`create virtual table record_search using fts5 (
			words, staff_words, content = 'record_words', content_rowid = 'id', detail = none,
			prefix = '1 2 3', tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M*'")`.execute(db);
		await sql`insert into record_search (record_search, rank) values ('secure-delete', 1)`.execute(db);
		await sql`create trigger record_words_inserted after insert on record_words begin
			insert into record_search (rowid, words, staff_words) values (new.id, new.words, new.staff_words);
		end`.execute(db);
		await sql`create trigger record_words_deleted after delete on record_words begin
			insert into record_search (record_search, rowid, words, staff_words)
			values ('delete', old.id, old.words, old.staff_words);
		end`.execute(db);
		await sql`create trigger record_words_updated after update on record_words begin
			insert into record_search (record_search, rowid, words, staff_words)
			values ('delete', old.id, old.words, old.staff_words);
			insert into record_search (rowid, words, staff_words) values (new.id, new.words, new.staff_words);
		end`.execute(db);
	},
};
