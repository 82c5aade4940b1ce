import { hash } from "node:crypto";
import type { Generated, Selectable } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import type { FileOwner } from "../../platform/files/file-owner.ts";
import type { DuplicateChoice } from "./import-kind.ts";
import type { DateOrder } from "./read-date.ts";
import type { TableFormat } from "./read-table.server.ts";

/** draft: its columns are being matched. lapsed: it was never begun, and its files are gone. */
export type ImportState = "draft" | "checking" | "checked" | "importing" | "done" | "undoing" | "undone" | "lapsed";

/** Whether records that somebody has worked on stay when an import is undone. */
export type WorkedOnChoice = "keep" | "remove";

export type ImportOptions = {
	/** The field of each column, "" for none. */
	columns: string[];
	/** Key of the export that they were matched as; absent for none. */
	preset?: string;
	dateOrder: DateOrder;
	duplicates: DuplicateChoice;
	/** Keys of stages, by the name in the file in lower case. */
	stages: Record<string, string>;
	/** Set when it is undone. */
	workedOn?: WorkedOnChoice;
};

export type RowOutcome = "imported" | "duplicate" | "refused" | "kept";

/** A row that was not imported as it stands, without its values. */
export type RowProblem = { line: number; outcome: Exclude<RowOutcome, "kept">; reason: string };

/** The result of a check. Holds no row data except names of stages and, until it is imported, of files. */
export type ImportSummary = {
	rows: number;
	imported: number;
	duplicate: number;
	refused: number;
	/** Imported with a remark. */
	remarked: number;
	/** The first rows with a reason. */
	problems: RowProblem[];
	/** Names of stages that the company does not have, with their rows. */
	unknownStages: Record<string, number>;
	/** Files that are kept with rows. */
	files?: number;
	/** Files that no row names, and the paths of the first. */
	unused?: { files: number; paths: string[] };
	/** Why the file cannot be read to its end. */
	fault?: string;
};

type ImportsTable = {
	number: number;
	kind: string;
	state: ImportState;
	/** Or "command". */
	accountId: string;
	createdAt: string;
	begunAt: string | null;
	finishedAt: string | null;
	undoneAt: string | null;
	/** Secret; the references of its records derive from it. */
	seed: string;
	/** JSON. */
	format: string;
	options: string;
	summary: string | null;
	/** The first row that is not stored yet. */
	nextRow: number;
	/** The process at work, and until when nobody else may take over. */
	runner: string | null;
	runnerUntil: string | null;
	/** In a row. */
	failures: Generated<number>;
	/** When it is tried again after a failure. */
	retryAt: string | null;
};

type ImportFilesTable = {
	storedAs: string;
	importNumber: number;
	/** table: the rows. files: an archive of files that rows name. */
	role: "table" | "files";
	name: string;
	bytes: number | string;
	sha256: string;
	/** The hash stays longer than the file. */
	removedAt: string | null;
};

type ImportedRowsTable = {
	importNumber: number;
	row: number;
	line: number;
	outcome: RowOutcome;
	reference: string | null;
	/** The same for the same row in another file. */
	fingerprint: string | null;
	reason: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		imports: ImportsTable;
		importFiles: ImportFilesTable;
		importedRows: ImportedRowsTable;
	}
}

/** Days in which an import can be undone, and in which a file that was never imported is kept. */
export const importDays = 7;

/** Change key of all imports. */
export const importsChangeKey = "imports";

export type ImportFile = Pick<ImportFilesTable, "storedAs" | "role" | "name" | "sha256"> & {
	bytes: number;
	isRemoved: boolean;
};

export type StoredImport = {
	number: number;
	kind: string;
	state: ImportState;
	accountId: string;
	createdAt: Temporal.Instant;
	begunAt: Temporal.Instant | undefined;
	finishedAt: Temporal.Instant | undefined;
	undoneAt: Temporal.Instant | undefined;
	seed: string;
	format: TableFormat;
	options: ImportOptions;
	summary: ImportSummary | undefined;
	nextRow: number;
	/** When it is tried again after a failure. */
	retryAt: Temporal.Instant | undefined;
	files: ImportFile[];
};

/** Returns the file with the rows. */
export function tableOf({ files }: Pick<StoredImport, "files">): ImportFile {
	const file = files.find(({ role }) => role === "table");
	if (!file) throw new Error("An import has no table");
	return file;
}

/** Returns the archive of files that rows name; undefined if there is none. */
export function archiveOf({ files }: Pick<StoredImport, "files">): ImportFile | undefined {
	return files.find(({ role }) => role === "files");
}

/** Returns until when an import can be undone. */
export function undoableUntil({ finishedAt }: Pick<StoredImport, "finishedAt">): Temporal.Instant | undefined {
	return finishedAt?.add({ hours: importDays * 24 });
}

export async function insertImport(
	transaction: WriteTransaction,
	{
		files,
		format,
		options,
		createdAt,
		...one
	}: Pick<StoredImport, "kind" | "accountId" | "seed" | "format" | "options" | "createdAt"> & {
		files: readonly Omit<ImportFile, "isRemoved">[];
	},
): Promise<number> {
	await takeLock(transaction, "imports");
	const { last } = await transaction
		.selectFrom("imports")
		.select((of) => of.fn.max<number | null>("number").as("last"))
		.executeTakeFirstOrThrow();
	const number = (last ?? 0) + 1;
	await transaction
		.insertInto("imports")
		.values({
			...one,
			number,
			state: "draft",
			createdAt: toInstantText(createdAt),
			format: JSON.stringify(format),
			options: JSON.stringify(options),
			nextRow: 1,
		})
		.execute();
	await transaction
		.insertInto("importFiles")
		.values(files.map((file) => ({ ...file, importNumber: number })))
		.execute();
	await recordChange(transaction, [importsChangeKey]);
	return number;
}

/** Lists imports, newest first. */
export async function listImports(db: Connection, { limit }: { limit: number }): Promise<StoredImport[]> {
	const rows = await db.selectFrom("imports").selectAll().orderBy("number", "desc").limit(limit).execute();
	return withFiles(db, rows);
}

export async function findImport(db: Connection, number: number): Promise<StoredImport | undefined> {
	if (!Number.isSafeInteger(number) || number < 1 || number > 2 ** 31 - 1) return undefined;
	const rows = await db.selectFrom("imports").selectAll().where("number", "=", number).execute();
	return (await withFiles(db, rows))[0];
}

/** Finds the latest import of a kind from a file that was neither discarded nor undone. */
export async function findImportOfFile(
	db: Connection,
	{ kind, sha256 }: { kind: string; sha256: string },
): Promise<StoredImport | undefined> {
	const row = await db
		.selectFrom("importFiles")
		.innerJoin("imports", "imports.number", "importFiles.importNumber")
		.select("imports.number")
		.where("importFiles.sha256", "=", sha256)
		.where("imports.kind", "=", kind)
		.where("imports.state", "not in", ["undoing", "undone", "lapsed"])
		.orderBy("imports.number", "desc")
		.executeTakeFirst();
	return row && findImport(db, row.number);
}

async function withFiles(db: Connection, rows: readonly Selectable<ImportsTable>[]): Promise<StoredImport[]> {
	if (rows.length === 0) return [];
	const files = await db
		.selectFrom("importFiles")
		.selectAll()
		.where(
			"importNumber",
			"in",
			rows.map(({ number }) => number),
		)
		.execute();
	return rows.map(({ runner: _runner, runnerUntil: _until, failures: _failures, ...row }) => ({
		...row,
		createdAt: Temporal.Instant.from(row.createdAt),
		begunAt: toOptionalInstant(row.begunAt),
		finishedAt: toOptionalInstant(row.finishedAt),
		undoneAt: toOptionalInstant(row.undoneAt),
		retryAt: toOptionalInstant(row.retryAt),
		format: JSON.parse(row.format) as TableFormat,
		options: JSON.parse(row.options) as ImportOptions,
		summary: row.summary === null ? undefined : (JSON.parse(row.summary) as ImportSummary),
		files: files
			.filter(({ importNumber }) => importNumber === row.number)
			.map(({ storedAs, role, name, bytes, sha256, removedAt }) => ({
				storedAs,
				role,
				name,
				bytes: Number(bytes),
				sha256,
				isRemoved: removedAt !== null,
			})),
	}));
}

/**
 * Changes an import that is in one of some states.
 * @param ifOptions changes it only while its options are these
 * @returns false when it is not
 */
export async function changeImport(
	transaction: WriteTransaction,
	number: number,
	from: readonly ImportState[],
	{
		options,
		summary,
		begunAt,
		finishedAt,
		undoneAt,
		...change
	}: Partial<
		Pick<StoredImport, "state" | "options" | "begunAt" | "finishedAt" | "undoneAt" | "nextRow"> & {
			summary: ImportSummary | null;
		}
	>,
	ifOptions?: ImportOptions,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("imports")
		.set({
			...change,
			...(change.state && { failures: 0, retryAt: null }),
			...(options && { options: JSON.stringify(options) }),
			...(summary !== undefined && { summary: summary && JSON.stringify(summary) }),
			...(begunAt && { begunAt: toInstantText(begunAt) }),
			...(finishedAt && { finishedAt: toInstantText(finishedAt) }),
			...(undoneAt && { undoneAt: toInstantText(undoneAt) }),
		})
		.where("number", "=", number)
		.where("state", "in", [...from])
		.$if(ifOptions !== undefined, (query) => query.where("options", "=", JSON.stringify(ifOptions)))
		.executeTakeFirst();
	if (numUpdatedRows > 0n) await recordChange(transaction, [importsChangeKey]);
	return numUpdatedRows > 0n;
}

/** Stores the outcome of rows. */
export async function insertImportedRows(
	transaction: WriteTransaction,
	rows: readonly Selectable<ImportedRowsTable>[],
): Promise<void> {
	if (rows.length > 0)
		await transaction
			.insertInto("importedRows")
			.values([...rows])
			.execute();
}

/** Counts the rows of an import by their outcome. */
export async function countImportedRows(db: Connection, number: number): Promise<Record<RowOutcome, number>> {
	const rows = await db
		.selectFrom("importedRows")
		.select((of) => ["outcome", of.fn.countAll<number | string>().as("count")])
		.where("importNumber", "=", number)
		.groupBy("outcome")
		.execute();
	const counts = { imported: 0, duplicate: 0, refused: 0, kept: 0 };
	for (const { outcome, count } of rows) counts[outcome] = Number(count);
	return counts;
}

/** Lists rows of an import after one of them, in order. */
export async function listImportedRows(
	db: Connection,
	number: number,
	{ after, limit, outcome }: { after: number; limit: number; outcome?: RowOutcome },
): Promise<Selectable<ImportedRowsTable>[]> {
	return db
		.selectFrom("importedRows")
		.selectAll()
		.where("importNumber", "=", number)
		.where("row", ">", after)
		.$if(outcome !== undefined, (query) => query.where("outcome", "=", outcome as RowOutcome))
		.orderBy("row")
		.limit(limit)
		.execute();
}

/** Finds the records of other imports of the same rows, by fingerprint. */
export async function findImportedBefore(
	db: Connection,
	fingerprints: readonly string[],
	except: number,
): Promise<Map<string, string[]>> {
	const found = new Map<string, string[]>();
	if (fingerprints.length === 0) return found;
	const rows = await db
		.selectFrom("importedRows")
		.select(["fingerprint", "reference"])
		.where("fingerprint", "in", fingerprints)
		.where("reference", "is not", null)
		.where("importNumber", "<>", except)
		.orderBy("importNumber")
		.execute();
	for (const { fingerprint, reference } of rows)
		if (fingerprint !== null && reference !== null)
			found.set(fingerprint, [...(found.get(fingerprint) ?? []), reference]);
	return found;
}

/** Forgets that records were imported: they are erased, or an import is undone. */
export async function deleteImportedRows(transaction: WriteTransaction, references: readonly string[]): Promise<void> {
	await transaction.deleteFrom("importedRows").where("reference", "in", references).execute();
}

/** Marks the files of an import as removed, and returns their names in the file store. */
export async function dropImportFiles(
	transaction: WriteTransaction,
	number: number,
	now: Temporal.Instant,
): Promise<string[]> {
	const dropped = await transaction
		.updateTable("importFiles")
		.set({ removedAt: toInstantText(now) })
		.where("importNumber", "=", number)
		.where("removedAt", "is", null)
		.returning("storedAs")
		.execute();
	return dropped.map(({ storedAs }) => storedAs);
}

/** Lists imports that were not begun within their days. */
export async function listLapsed(db: Connection, now: Temporal.Instant): Promise<number[]> {
	const rows = await db
		.selectFrom("imports")
		.select("number")
		.where("state", "in", ["draft", "checking", "checked"])
		.where("createdAt", "<", toInstantText(now.subtract({ hours: importDays * 24 })))
		.execute();
	return rows.map(({ number }) => number);
}

/** Returns the reference of a row: the same however often it is tried. */
export function toReference(prefix: string, seed: string, row: number, attempt: number): string {
	const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
	const digest = hash("sha256", `${seed} ${row} ${attempt}`, "buffer");
	return `${prefix}-${Array.from(digest.subarray(0, 8), (byte) => alphabet[byte % alphabet.length]).join("")}`;
}

/** The files of imports; they belong to no record. */
export const importFiles: FileOwner = {
	async findReferredFiles(db, names) {
		if (names.length === 0) return new Set();
		const rows = await selectKept(db).select("storedAs").where("storedAs", "in", names).execute();
		return new Set(rows.map(({ storedAs }) => storedAs));
	},
	filesTable: "import_files",
	async listFiles(db, { after = "", limit }) {
		const rows = await selectKept(db)
			.select(["storedAs as name", "bytes", "sha256"])
			.where("storedAs", ">", after)
			.orderBy("storedAs")
			.limit(limit)
			.execute();
		return rows.map(({ bytes, ...file }) => ({ ...file, bytes: Number(bytes) }));
	},
};

function selectKept(db: Connection) {
	return db.selectFrom("importFiles").where("removedAt", "is", null);
}
