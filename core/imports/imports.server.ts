import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import type { Clock } from "../../platform/clock.ts";
import { toCsv } from "../../platform/csv.ts";
import type { Connection, Database } from "../../platform/database/database.ts";
import type { ReceivedFile } from "../../platform/files/file-backend.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { Company } from "../../shared/company.ts";
import { discardImport, dropFiles } from "./discard-import.server.ts";
import type { ImportKind } from "./import-kind.ts";
import {
	changeImport,
	countImportedRows,
	findImport,
	findImportOfFile,
	importDays,
	insertImport,
	listImportedRows,
	listImports,
	tableOf,
	undoableUntil,
	type ImportOptions,
	type RowOutcome,
	type StoredImport,
	type WorkedOnChoice,
} from "./import-store.server.ts";
import { findFieldsTwice, findPreset, guessColumns } from "./match-columns.ts";
import { noteImport } from "./note-import.server.ts";
import { isArchive, openArchive } from "./open-archive.server.ts";
import type { ImportPlans } from "./plan-import.server.ts";
import { findDateOrder } from "./read-date.ts";
import { TableError, tableSource, type RowSource } from "./read-table.server.ts";

/** Worked-on records that a page names. */
const namedAtMost = 200;

export type ImportsDeps = {
	database: Database;
	clock: Clock;
	files: Pick<FileStore, "receive" | "keep" | "discard" | "remove">;
	company: Pick<Company, "locale">;
	kinds: readonly ImportKind[];
	plans: ImportPlans;
};

/** A column of a file, as it is matched. */
export type MatchedColumn = { name: string; samples: string[]; field: string };

/** A received file under the name that its sender gave. */
export type Upload = { file: ReceivedFile; name: string };

/** Records of an import that have changed since, by reference, with names. */
export type ChangedImport = { worked: Map<string, string>; inUse: Map<string, string> };

/** Why an import cannot do something now, for the person who asked. */
export type ImportFault = { message: string };

/** Members' actions on imports of files from other tools. */
export type Imports = {
	kinds: readonly ImportKind[];
	find(number: number): Promise<StoredImport | undefined>;
	/** Lists the latest imports, newest first. */
	list(): Promise<StoredImport[]>;
	/** Finds the latest import of a kind from a file that was neither discarded nor undone. */
	findOfFile(kind: string, sha256: string): Promise<StoredImport | undefined>;
	countRows(number: number): Promise<Record<RowOutcome, number>>;
	/**
	 * Stores files to import, with guesses of their columns: a table, or a ZIP archive with one, or both.
	 * @param upload uploads: received files, which are kept or left to the caller to discard
	 * @returns its number, or why they cannot be imported
	 */
	add(upload: { kind: string; uploads: readonly Upload[]; by: string }): Promise<{ number: number } | ImportFault>;
	/** Reads the columns of an import with some of their values. */
	readColumns(one: StoredImport): Promise<MatchedColumn[]>;
	/** Matches the columns of a draft again, as those of an export. @param key of a preset, or "" for none */
	matchAs(one: StoredImport, key: string): Promise<void>;
	/** Sets how the rows are read, and begins the check; returns why not. */
	startCheck(one: StoredImport, options: ImportOptions): Promise<ImportFault | undefined>;
	/** Opens the columns of a checked import again. */
	reopen(number: number): Promise<void>;
	/** Begins the import of a checked file; returns why not. */
	startImport(one: StoredImport, by: string): Promise<ImportFault | undefined>;
	/** Discards an import that was not begun, with its files. */
	discard(number: number): Promise<void>;
	/** Begins to undo an import; returns why not. */
	startUndo(one: StoredImport, choice: { by: string; workedOn: WorkedOnChoice }): Promise<ImportFault | undefined>;
	/** Lists the imported records that somebody has worked on since, and those that can no longer be removed, by reference, with their names. */
	listChanged(one: StoredImport): Promise<ChangedImport>;
	/** Writes what becomes, or became, of each row, as CSV. */
	writeReport(one: StoredImport): Promise<Readable>;
};

/** Creates the imports of files from other tools. */
export function createImports({ database, clock, files, company, kinds, plans }: ImportsDeps): Imports {
	const { db } = database;
	return {
		kinds,
		find: (number) => findImport(db, number),
		list: () => listImports(db, { limit: 100 }),
		findOfFile: (kind, sha256) => findImportOfFile(db, { kind, sha256 }),
		countRows: (number) => countImportedRows(db, number),
		async add({ kind: key, uploads, by }) {
			const kind = kinds.find((one) => one.key === key);
			if (!kind) return { message: "Choose what the rows are." };
			let unpacked: Upload | undefined;
			try {
				const source = kind.source ?? tableSource;
				const what = source.name;
				const { tables, archives } = await sortUploads(uploads);
				const [archive] = archives;
				if (archive && !kind.file && tables.length > 0)
					return { message: `${kind.name} have no files. Choose a ${what}.` };
				if (tables.length > 1 || archives.length > 1)
					return { message: kind.file ? `Choose one ${what} and one ZIP file.` : `Choose one ${what}.` };
				if (archive) unpacked = await readArchive(archive, { source: tables.length === 0 ? source : undefined, files });
				const table = tables[0] ?? unpacked;
				if (!table)
					return { message: archive ? `The ZIP file contains no ${what}. Choose one as well.` : `Choose a ${what}.` };
				const open = async () => createReadStream(table.file.path);
				const format = await source.detectFormat(open);
				const names = (await source.readColumns(open, format)).map(({ name }) => name);
				const preset = findPreset(names, kind.presets ?? []);
				const options: ImportOptions = {
					columns: guessColumns(names, kind.fields, preset),
					...(preset && { preset: preset.key }),
					dateOrder: findDateOrder(company.locale),
					duplicates: "skip",
					stages: {},
				};
				const id = randomUUID();
				const stored = [
					{ role: "table" as const, upload: table, storedAs: `import-${id}.csv` },
					...(archive && kind.file ? [{ role: "files" as const, upload: archive, storedAs: `import-${id}.zip` }] : []),
				];
				// Before the files, so that no crash leaves a file that nothing names.
				const number = await database.write((transaction) =>
					insertImport(transaction, {
						kind: key,
						accountId: by,
						seed: randomUUID(),
						format,
						options,
						createdAt: clock.now(),
						files: stored.map(({ role, storedAs, upload: { file, name } }) => ({
							storedAs,
							role,
							name: toFileName(name),
							bytes: file.bytes,
							sha256: file.sha256,
						})),
					}),
				);
				for (const { upload, storedAs } of stored) await files.keep(upload.file, storedAs);
				return { number };
			} catch (error) {
				if (error instanceof TableError) return { message: error.message };
				throw error;
			} finally {
				if (unpacked) await files.discard(unpacked.file);
			}
		},
		async readColumns(one) {
			const columns = await plans.readColumns(one);
			return columns.map((column, index) => ({ ...column, field: one.options.columns[index] ?? "" }));
		},
		async matchAs(one, key) {
			const { fields, presets = [] } = plans.getKind(one.kind);
			const preset = presets.find((of) => of.key === key);
			const names = (await plans.readColumns(one)).map(({ name }) => name);
			const { preset: _before, ...options } = one.options;
			const columns = guessColumns(names, fields, preset);
			await database.write((transaction) =>
				changeImport(transaction, one.number, ["draft"], {
					options: { ...options, columns, ...(preset && { preset: preset.key }) },
				}),
			);
		},
		async startCheck(one, options) {
			const kind = plans.getKind(one.kind);
			const [twice] = findFieldsTwice(options.columns, kind.fields);
			if (twice) return { message: `Choose one column for ${twice.label}.` };
			if (options.columns.every((field) => field === "")) return { message: "Choose a field for at least one column." };
			const begun = await database.write((transaction) =>
				changeImport(transaction, one.number, ["draft", "checked"], { state: "checking", options, summary: null }),
			);
			return begun ? undefined : { message: "This import has already begun." };
		},
		async reopen(number) {
			await database.write((transaction) =>
				changeImport(transaction, number, ["checked", "checking"], { state: "draft", summary: null }),
			);
		},
		async startImport(one, by) {
			if (one.state === "checked" && (one.summary?.fault !== undefined || one.summary?.imported === 0))
				return { message: one.summary.fault ?? "There is nothing to import." };
			const begun = await database.write(async (transaction) => {
				const at = clock.now();
				const changed = await changeImport(transaction, one.number, ["checked"], {
					state: "importing",
					begunAt: at,
					nextRow: 1,
				});
				if (!changed) return false;
				const details = { rows: one.summary?.imported ?? 0, sha256: tableOf(one).sha256 };
				await noteImport(transaction, one, { deed: "begin", details, by, at });
				return true;
			});
			return begun ? undefined : { message: "Check the rows first." };
		},
		discard: (number) => discardImport({ database, clock, files }, number),
		async startUndo(one, { by, workedOn }) {
			const until = undoableUntil(one);
			if (until && Temporal.Instant.compare(clock.now(), until) > 0)
				return { message: `An import can be undone for ${importDays} days.` };
			const begun = await database.write(async (transaction) => {
				const changed = await changeImport(transaction, one.number, ["importing", "done"], {
					state: "undoing",
					options: { ...one.options, workedOn },
					summary: null,
				});
				if (!changed) return false;
				const at = clock.now();
				await dropFiles(transaction, one.number, at);
				await noteImport(transaction, one, { deed: "undo", details: { workedOn }, by, at });
				return true;
			});
			return begun ? undefined : { message: "This import can no longer be undone." };
		},
		async listChanged({ number, kind: key, begunAt = clock.now() }) {
			const kind = plans.getKind(key);
			const found: ChangedImport = { worked: new Map(), inUse: new Map() };
			for (let after = 0; found.worked.size + found.inUse.size < namedAtMost;) {
				const rows = await listImportedRows(db, number, { after, limit: 500, outcome: "imported" });
				const last = rows.at(-1);
				if (!last) break;
				after = last.row;
				const references = rows.flatMap(({ reference }) => reference ?? []);
				for (const [reference, name] of (await kind.findInUse?.(db, references)) ?? [])
					found.inUse.set(reference, name);
				for (const [reference, name] of await kind.findWorkedOn(db, references, begunAt))
					if (!found.inUse.has(reference)) found.worked.set(reference, name);
			}
			return found;
		},
		async writeReport(one) {
			const isPlanned = ["draft", "checking", "checked"].includes(one.state);
			if (!isPlanned) return toCsv(["Line", "Result", "Reason", "Reference"], listStoredRows(db, one.number));
			const names = uniqueNames((await plans.readColumns(one)).map(({ name }) => name));
			return toCsv<Record<string, string | number>>(
				["Line", "Result", "Reason", ...names],
				listPlannedRows(plans, one, names),
			);
		},
	};
}

async function sortUploads(uploads: readonly Upload[]): Promise<{ tables: Upload[]; archives: Upload[] }> {
	const sorted: { tables: Upload[]; archives: Upload[] } = { tables: [], archives: [] };
	for (const upload of uploads) sorted[(await isArchive(upload.file.path)) ? "archives" : "tables"].push(upload);
	return sorted;
}

/** Tries an archive and, if asked, unpacks its only file with rows outside folders, or else anywhere in it. */
async function readArchive(
	{ file }: Upload,
	{ source, files }: { source: RowSource | undefined; files: Pick<FileStore, "receive"> },
): Promise<Upload | undefined> {
	const archive = await openArchive(file.path, file.bytes);
	try {
		if (!source) return undefined;
		const tables = archive.files.filter(({ name }) => source.isNamed(name));
		const top = tables.filter(({ path, name }) => path === name);
		const [table, ...others] = top.length > 0 ? top : tables;
		if (others.length > 0)
			throw new TableError(`The ZIP file holds several files that could be the ${source.name}. Choose one beside it.`);
		return table && { file: await files.receive(await table.read()), name: table.name };
	} finally {
		archive.close();
	}
}

async function* listStoredRows(db: Connection, number: number) {
	for (let after = 0; ;) {
		const rows = await listImportedRows(db, number, { after, limit: 500 });
		for (const { line, outcome, reason, reference } of rows)
			yield { Line: line, Result: outcome, Reason: reason, Reference: reference ?? "" };
		const last = rows.at(-1);
		if (!last) return;
		after = last.row;
	}
}

async function* listPlannedRows(plans: ImportPlans, one: StoredImport, names: readonly string[]) {
	for await (const { line, outcome, reason, cells } of plans.listPlannedRows(one))
		yield {
			Line: line,
			Result: outcome === "imported" ? "import" : outcome,
			Reason: reason,
			...Object.fromEntries(names.map((name, index) => [name, cells[index]?.trim() ?? ""])),
		};
}

/** Names columns of a report, none of which may have the name of another. */
function uniqueNames(names: readonly string[]): string[] {
	const taken = new Set(["Line", "Result", "Reason"]);
	return names.map((name) => {
		let unique = name;
		for (let number = 2; taken.has(unique); number++) unique = `${name} (${number})`;
		taken.add(unique);
		return unique;
	});
}

/** A name for people, without folders and control characters. */
function toFileName(name: string): string {
	return (
		(name.split(/[\\/]/).at(-1) ?? "")
			.toWellFormed()
			.replaceAll(/[\p{Cc}\p{Cf}]/gu, "")
			.trim()
			.slice(-200) || "file.csv"
	);
}
