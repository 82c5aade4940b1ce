import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** Every row of every table, as text; without the log of reads, which is written a moment after a page. */
export async function readTables({ db, kind }: Database): Promise<string> {
	const names =
		kind === "sqlite"
			? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
			: await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db);
	const kept = names.rows.filter(({ name }) => name !== "read_log");
	const tables = await Promise.all(kept.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db)));
	return JSON.stringify(tables.map(({ rows }) => rows));
}

/** The names and bytes of every file below a folder. */
export async function readFiles(directory: string): Promise<string> {
	const entries = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) =>
		entry.isFile(),
	);
	const contents = await Promise.all(
		entries.map(async (entry) => `${entry.name}\n${await readFile(join(entry.parentPath, entry.name), "latin1")}`),
	);
	return contents.join("\n");
}
