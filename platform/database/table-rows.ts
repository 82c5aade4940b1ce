import { hash } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { splitIntoBatches } from "./batches.ts";
import type { Database } from "./database.ts";

type Kind = Database["kind"];
/** A database whose tables are not known to the types. */
// eslint-disable-next-line typescript/no-explicit-any
export type AnyKysely = Kysely<any>;

export type StoredTable = { name: string; columns: { name: string; type: string }[] };
/** A row to carry between databases: JSON values, keys in alphabetical order. */
export type PortableRow = Record<string, PortableValue>;
type PortableValue = string | number | null | { base64: string };

const migrationTables = new Set(["kysely_migration", "kysely_migration_lock"]);
/** PostgreSQL types whose values mean the same in both databases. */
const postgresTypes = new Set(["text", "varchar", "int2", "int4", "int8", "float8", "bool", "timestamptz", "bytea"]);
const rowsAtOnce = 200;
/** SQLite allows 32,766 parameters per statement, PostgreSQL 65,535. */
const maxParameters = 20_000;

/**
 * Lists the tables in the order of their names, without those that record migrations, and those of SQLite's full-text search, which
 * triggers fill from the others. In PostgreSQL, lists the schema in use only.
 *
 * @throws Error if a column has a type that cannot be carried
 */
export async function listStoredTables(db: AnyKysely, kind: Kind): Promise<StoredTable[]> {
	const schema = kind === "postgres" ? await currentSchema(db) : undefined;
	const derived = kind === "sqlite" ? await listDerivedTables(db) : new Set<string>();
	const tables = (await db.introspection.getTables({ withInternalKyselyTables: true }))
		.filter(
			(table) =>
				table.schema === schema && !table.isView && !migrationTables.has(table.name) && !derived.has(table.name),
		)
		.map(({ name, columns }) => ({
			name,
			columns: columns.map((column) => ({ name: column.name, type: column.dataType })),
		}));
	for (const { name, columns } of tables)
		for (const column of columns)
			if (kind === "postgres" && !postgresTypes.has(column.type))
				throw new Error(`${name}.${column.name} is of a type that cannot be carried: ${column.type}`);
	return tables.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Lists SQLite's virtual tables and their internal tables. */
async function listDerivedTables(db: AnyKysely): Promise<Set<string>> {
	const { rows } = await sql<{ name: string; type: string }>`pragma table_list`.execute(db.withoutPlugins());
	return new Set(rows.filter(({ type }) => type === "virtual" || type === "shadow").map(({ name }) => name));
}

/** Returns PostgreSQL's schema in use. */
export async function currentSchema(db: AnyKysely): Promise<string> {
	const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
	const name = rows[0]?.name;
	if (name === undefined) throw new Error("PostgreSQL names no schema");
	return name;
}

/** Lists the names of the migrations that have run; empty in a database without any. */
export async function listMigrationsDone(db: AnyKysely, kind: Kind): Promise<string[]> {
	const schema = kind === "postgres" ? await currentSchema(db) : undefined;
	const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
	if (!tables.some((table) => table.schema === schema && table.name === "kysely_migration")) return [];
	const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
	return rows.map(({ name }) => name);
}

/** Reads all rows of a table, in pages. On PostgreSQL the connection must be in a transaction. */
export async function* readPortableRows(db: AnyKysely, kind: Kind, table: StoredTable): AsyncGenerator<PortableRow[]> {
	const columns = table.columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
	for await (const rows of readRawRows(db, kind, table))
		yield rows.map((row) => Object.fromEntries(columns.map(({ name, type }) => [name, toPortable(row[name], type)])));
}

async function* readRawRows(
	db: AnyKysely,
	kind: Kind,
	{ name }: StoredTable,
): AsyncGenerator<Record<string, unknown>[]> {
	const plain = db.withoutPlugins();
	if (kind === "postgres") {
		await sql`declare portable_rows no scroll cursor for select * from ${sql.table(name)}`.execute(plain);
		for (;;) {
			const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(rowsAtOnce)} from portable_rows`.execute(
				plain,
			);
			if (rows.length === 0) break;
			yield rows;
		}
		await sql`close portable_rows`.execute(plain);
		return;
	}
	let rows: Record<string, unknown>[] = [];
	for await (const row of plain.selectFrom(name).selectAll().stream()) {
		rows.push(row as Record<string, unknown>);
		if (rows.length < rowsAtOnce) continue;
		yield rows;
		rows = [];
	}
	if (rows.length > 0) yield rows;
}

/** Inserts rows from readPortableRows, of either database. */
export async function insertPortableRows(
	db: AnyKysely,
	kind: Kind,
	table: StoredTable,
	rows: readonly PortableRow[],
): Promise<void> {
	const types = new Map(table.columns.map(({ name, type }) => [name, type]));
	const atOnce = Math.max(1, Math.floor(maxParameters / table.columns.length));
	for (const batch of splitIntoBatches(rows, atOnce))
		await db
			.withoutPlugins()
			.insertInto(table.name)
			.values(
				batch.map((row) =>
					Object.fromEntries(
						Object.entries(row).map(([name, value]) => [name, fromPortable(value, kind, types.get(name))]),
					),
				),
			)
			.execute();
}

function toPortable(value: unknown, type: string): PortableValue {
	if (value === null || value === undefined) return null;
	if (typeof value === "string" && type !== "int8") return value;
	if (typeof value === "boolean") return value ? 1 : 0;
	if (value instanceof Date) return value.toISOString();
	if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString("base64") };
	const number = Number(value);
	if (
		["number", "bigint", "string"].includes(typeof value) &&
		(Number.isSafeInteger(number) || typeof value === "number")
	)
		return number;
	throw new Error(`A value cannot be carried from one database to another: a ${typeof value} in a column of ${type}`);
}

function fromPortable(value: PortableValue, kind: Kind, type: string | undefined): unknown {
	if (value !== null && typeof value === "object") return Buffer.from(value.base64, "base64");
	return kind === "postgres" && type === "bool" && value !== null ? value === 1 : value;
}

/** The number of rows of a table, and a hash of all of them that ignores their order. */
export type RowSum = { rows: number; sha256: string };

/** Adds up the SHA-256 of each row as 256-bit numbers, because each database returns rows in its own order. */
export function createRowSum(): { add(line: string): void; result(): RowSum } {
	let rows = 0;
	let sum = 0n;
	return {
		add(line) {
			rows += 1;
			sum = BigInt.asUintN(256, sum + BigInt(`0x${hash("sha256", line, "hex")}`));
		},
		result: () => ({ rows, sha256: sum.toString(16).padStart(64, "0") }),
	};
}
