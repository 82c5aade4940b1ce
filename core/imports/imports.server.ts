import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Readable } from "node:stream";
import { writeAuditEntry } from "../accounts/audit-log.server.ts";
import { removeErasedFiles, rememberErasedFiles } from "../people/erased-files.ts";
import { findErasures } from "../people/erased-people.server.ts";
import type { Clock } from "../../platform/clock.ts";
import { toCsv } from "../../platform/csv.ts";
import type { Database, WriteTransaction } from "../../platform/database/database.ts";
import type { ReceivedFile } from "../../platform/files/file-backend.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { Installation } from "../../platform/installation/installation.ts";
import type { Company } from "../../shared/company.ts";
import type { ImportKind } from "./import-kind.ts";
import {
	changeImport,
	countImportedRows,
	dropImportFiles,
	findImport,
	findImportOfFile,
	hasWork,
	importDays,
	insertImport,
	insertImportedRows,
	leaveImport,
	listImportedRows,
	listImports,
	listLapsed,
	tableOf,
	takeImport,
	toReference,
	undoableUntil,
	type ImportOptions,
	type ImportSummary,
	type StoredImport,
	type WorkedOnChoice,
} from "./import-store.server.ts";
import { findFieldsTwice, guessColumns } from "./match-columns.ts";
import { planRows, rowsAtOnce, type PlannedRow } from "./plan-rows.server.ts";
import { findDateOrder } from "./read-date.ts";
import { detectFormat, readColumns, readRows, TableError } from "./read-table.server.ts";

/** How long a process that died keeps others from going on with its import. */
const leaseMs = 10_000;
/** Between two transactions others write. */
const restMs = 5;
const problemsAtMost = 100;
const unknownStagesAtMost = 50;
/** Records of one transaction of an undo. */
const undoneAtOnce = 25;
/** Worked-on records that a page names. */
const namedAtMost = 200;

export type ImportsDeps = {
	database: Database;
	clock: Clock;
	files: Pick<FileStore, "read" | "keep" | "remove" | "readErasureNotes">;
	installation: Pick<Installation, "id">;
	company: Pick<Company, "locale">;
	kinds: readonly ImportKind[];
};

/** A column of a file, as it is matched. */
export type MatchedColumn = { name: string; samples: string[]; field: string };

/** Why an import cannot do something now, for the person who asked. */
export type ImportFault = { message: string };

export type Imports = ReturnType<typeof createImports>;

/** Creates the imports of files from other tools. */
export function createImports({ database, clock, files, installation, company, kinds }: ImportsDeps) {
	const { db } = database;
	const runner = randomUUID();

	function getKind(key: string): ImportKind {
		const kind = kinds.find((one) => one.key === key);
		if (!kind) throw new Error(`Nothing is imported as ${key}`);
		return kind;
	}

	const openTable = (one: StoredImport) => async (): Promise<Readable> => {
		const content = await files.read(tableOf(one).storedAs);
		if (!content) throw new TableError("The file is gone. Choose it again.");
		return content;
	};

	/** Plans the rows of an import from one of them on. */
	async function* plan(one: StoredImport, from: number): AsyncGenerator<PlannedRow[]> {
		const open = openTable(one);
		const kind = getKind(one.kind);
		const names = (await readColumns(open, one.format)).map(({ name }) => name);
		const reader = await kind.createReader(db, {
			...one.options,
			at: one.begunAt ?? clock.now(),
			number: one.number,
			by: one.accountId,
		});
		yield* planRows(db, {
			rows: readRows(open, one.format),
			kind,
			reader,
			names,
			options: one.options,
			number: one.number,
			from,
			findErased: await findErasures({ files, installation }),
		});
	}

	async function check(one: StoredImport, onProgress: (rows: number) => Promise<boolean>): Promise<ImportSummary> {
		const summary = createSummary();
		try {
			for await (const batch of plan(one, 1)) {
				for (const { outcome, reason, line, read } of batch) {
					summary.rows += 1;
					summary[outcome] += 1;
					if (outcome === "imported" && reason !== "") summary.remarked += 1;
					if (reason !== "" && summary.problems.length < problemsAtMost)
						summary.problems.push({ line, outcome, reason });
					const { unknownStage } = read ?? {};
					if (unknownStage === undefined) continue;
					const known = summary.unknownStages[unknownStage];
					if (known !== undefined || Object.keys(summary.unknownStages).length < unknownStagesAtMost)
						summary.unknownStages[unknownStage] = (known ?? 0) + 1;
				}
				if (!(await onProgress(summary.rows))) break;
			}
		} catch (error) {
			if (!(error instanceof TableError)) throw error;
			summary.fault = error.message;
		}
		return summary;
	}

	/** Stores the rows of one batch; false when another process has gone on with the import. */
	function storeBatch(one: StoredImport, batch: readonly PlannedRow[], from: number): Promise<boolean> {
		const kind = getKind(one.kind);
		return database.write(async (transaction) => {
			if (!(await keep(transaction, one.number))) return false;
			const current = await findImport(transaction, one.number);
			if (current?.state !== "importing" || current.nextRow !== from) return false;
			const rows = [];
			for (const { row, line, outcome, reason, fingerprint, read } of batch) {
				const reference = read && (await findFreeReference(transaction, one, row));
				if (read && reference !== undefined) await read.write(transaction, reference);
				rows.push({
					importNumber: one.number,
					row,
					line,
					outcome,
					reference: reference ?? null,
					fingerprint: reference === undefined ? null : fingerprint,
					reason,
				});
			}
			await insertImportedRows(transaction, rows);
			await changeImport(transaction, one.number, ["importing"], { nextRow: (batch.at(-1)?.row ?? from) + 1 });
			return true;
		});

		async function findFreeReference(transaction: WriteTransaction, { seed }: StoredImport, row: number) {
			for (let attempt = 0; ; attempt++) {
				const reference = toReference(kind.prefix, seed, row, attempt);
				if (!(await kind.exists(transaction, reference))) return reference;
			}
		}
	}

	/** Prolongs the hold on an import; false when it is lost. */
	async function keep(transaction: WriteTransaction, number: number): Promise<boolean> {
		return (await takeImport(transaction, { runner, now: clock.now(), leaseMs, only: number })) !== undefined;
	}

	async function runCheck(one: StoredImport, isStopped: () => boolean): Promise<void> {
		let lost = false;
		const summary = await check(one, async (rows) => {
			if (rows % (rowsAtOnce * 50) === 0)
				lost = !(await database.write((transaction) => keep(transaction, one.number)));
			return !lost && !isStopped();
		});
		if (lost || isStopped()) return;
		await database.write((transaction) =>
			changeImport(transaction, one.number, ["checking"], { state: "checked", summary }),
		);
	}

	async function runImport(one: StoredImport, isStopped: () => boolean): Promise<void> {
		let from = one.nextRow;
		for await (const batch of plan(one, from)) {
			if (isStopped() || !(await storeBatch(one, batch, from))) return;
			from = (batch.at(-1)?.row ?? from) + 1;
			await sleep(restMs);
		}
		await database.write(async (transaction) => {
			const counts = await countImportedRows(transaction, one.number);
			const finished = await changeImport(transaction, one.number, ["importing"], {
				state: "done",
				finishedAt: clock.now(),
				summary: { ...(one.summary ?? createSummary()), ...counts, problems: [], unknownStages: {} },
			});
			if (!finished) return;
			await dropFiles(transaction, one.number);
			await note(transaction, "finish", one, { rows: counts.imported });
		});
		await removeErasedFiles({ database, files });
	}

	async function runUndo(one: StoredImport, isStopped: () => boolean): Promise<void> {
		const kind = getKind(one.kind);
		for (let after = 0; ;) {
			if (isStopped()) return;
			const rows = await listImportedRows(db, one.number, { after, limit: undoneAtOnce, outcome: "imported" });
			const last = rows.at(-1);
			if (!last) break;
			const isOurs = await database.write(async (transaction) => {
				if (!(await keep(transaction, one.number))) return false;
				const references = rows.flatMap(({ reference }) => reference ?? []);
				const worked = one.options.workedOn === "remove" ? new Map() : await kind.findWorkedOn(transaction, references);
				const gone = references.filter((reference) => !worked.has(reference));
				if (gone.length > 0) await kind.remove(transaction, gone, clock.now());
				await changeRows(transaction, one.number, gone, [...worked.keys()]);
				return true;
			});
			if (!isOurs) return;
			await removeErasedFiles({ database, files });
			after = last.row;
			await sleep(restMs);
		}
		await database.write(async (transaction) => {
			const { kept } = await countImportedRows(transaction, one.number);
			await forgetRows(transaction, one.number);
			const undone = await changeImport(transaction, one.number, ["undoing"], {
				state: "undone",
				undoneAt: clock.now(),
			});
			if (undone) await note(transaction, "undone", one, { kept });
		});
		await database.overwriteDeleted({ thoroughly: false });
	}

	async function dropFiles(transaction: WriteTransaction, number: number): Promise<void> {
		await rememberErasedFiles(transaction, await dropImportFiles(transaction, number, clock.now()));
	}

	function note(
		transaction: WriteTransaction,
		deed: string,
		{ number, kind, accountId }: Pick<StoredImport, "number" | "kind" | "accountId">,
		details: Record<string, string | number> = {},
		by = accountId,
	): Promise<void> {
		return writeAuditEntry(
			transaction,
			{ actor: by, action: `import.${deed}`, subject: `import:${number}`, details: { kind, ...details } },
			clock.now(),
		);
	}

	return {
		kinds,
		find: (number: number) => findImport(db, number),
		list: () => listImports(db, { limit: 100 }),
		findOfFile: (kind: string, sha256: string) => findImportOfFile(db, { kind, sha256 }),
		countRows: (number: number) => countImportedRows(db, number),

		/**
		 * Stores a file to import, with guesses of its columns.
		 * @returns its number, or why it cannot be imported
		 */
		async add({
			kind: key,
			table,
			by,
		}: {
			kind: string;
			table: { file: ReceivedFile; name: string; open: () => Promise<Readable> };
			by: string;
		}): Promise<{ number: number } | ImportFault> {
			const kind = kinds.find((one) => one.key === key);
			if (!kind) return { message: "Choose what the rows are." };
			try {
				const format = await detectFormat(table.open);
				const names = (await readColumns(table.open, format)).map(({ name }) => name);
				const storedAs = `import-${randomUUID()}.csv`;
				const { bytes, sha256 } = table.file;
				const options: ImportOptions = {
					columns: guessColumns(names, kind.fields),
					dateOrder: findDateOrder(company.locale),
					duplicates: "skip",
					stages: {},
				};
				// Before the file, so that no crash leaves a file that nothing names.
				const number = await database.write((transaction) =>
					insertImport(transaction, {
						kind: key,
						accountId: by,
						seed: randomUUID(),
						format,
						options,
						createdAt: clock.now(),
						files: [{ storedAs, role: "table", name: toFileName(table.name), bytes, sha256 }],
					}),
				);
				await files.keep(table.file, storedAs);
				return { number };
			} catch (error) {
				if (error instanceof TableError) return { message: error.message };
				throw error;
			}
		},

		/** Reads the columns of an import with some of their values. */
		async readColumns(one: StoredImport): Promise<MatchedColumn[]> {
			const columns = await readColumns(openTable(one), one.format);
			return columns.map((column, index) => ({ ...column, field: one.options.columns[index] ?? "" }));
		},

		/** Sets how the rows are read, and begins the check; returns why not. */
		async startCheck(one: StoredImport, options: ImportOptions): Promise<ImportFault | undefined> {
			const kind = getKind(one.kind);
			const [twice] = findFieldsTwice(options.columns, kind.fields);
			if (twice) return { message: `Choose one column for ${twice.label}.` };
			if (options.columns.every((field) => field === "")) return { message: "Choose a field for at least one column." };
			const begun = await database.write((transaction) =>
				changeImport(transaction, one.number, ["draft", "checked"], { state: "checking", options, summary: null }),
			);
			return begun ? undefined : { message: "This import has begun already." };
		},

		/** Opens the columns of a checked import again. */
		async reopen(number: number): Promise<void> {
			await database.write((transaction) =>
				changeImport(transaction, number, ["checked", "checking"], { state: "draft", summary: null }),
			);
		},

		/** Begins the import of a checked file; returns why not. */
		async startImport(one: StoredImport, by: string): Promise<ImportFault | undefined> {
			if (one.state === "checked" && (one.summary?.fault !== undefined || one.summary?.imported === 0))
				return { message: one.summary.fault ?? "There is nothing to import." };
			const begun = await database.write(async (transaction) => {
				const changed = await changeImport(transaction, one.number, ["checked"], {
					state: "importing",
					begunAt: clock.now(),
					nextRow: 1,
				});
				if (changed)
					await note(transaction, "begin", one, { rows: one.summary?.imported ?? 0, sha256: tableOf(one).sha256 }, by);
				return changed;
			});
			return begun ? undefined : { message: "Check the rows first." };
		},

		/** Discards an import that was not begun, with its file. */
		async discard(number: number): Promise<void> {
			await database.write(async (transaction) => {
				if (
					await changeImport(transaction, number, ["draft", "checking", "checked"], { state: "lapsed", summary: null })
				)
					await dropFiles(transaction, number);
			});
			await removeErasedFiles({ database, files });
		},

		/** Begins to undo an import; returns why not. */
		async startUndo(
			one: StoredImport,
			{ by, workedOn }: { by: string; workedOn: WorkedOnChoice },
		): Promise<ImportFault | undefined> {
			const until = undoableUntil(one);
			if (until && Temporal.Instant.compare(clock.now(), until) > 0)
				return { message: `An import can be undone for ${importDays} days.` };
			const begun = await database.write(async (transaction) => {
				const changed = await changeImport(transaction, one.number, ["importing", "done"], {
					state: "undoing",
					options: { ...one.options, workedOn },
				});
				if (!changed) return false;
				await dropFiles(transaction, one.number);
				await note(transaction, "undo", one, { workedOn }, by);
				return true;
			});
			return begun ? undefined : { message: "This import cannot be undone any more." };
		},

		/** Lists records of an import that somebody has worked on since, by reference, with their names. */
		async listWorkedOn({ number, kind: key }: StoredImport): Promise<Map<string, string>> {
			const kind = getKind(key);
			const found = new Map<string, string>();
			for (let after = 0; found.size < namedAtMost;) {
				const rows = await listImportedRows(db, number, { after, limit: 500, outcome: "imported" });
				const last = rows.at(-1);
				if (!last) break;
				after = last.row;
				const references = rows.flatMap(({ reference }) => reference ?? []);
				for (const [reference, name] of await kind.findWorkedOn(db, references)) found.set(reference, name);
			}
			return found;
		},

		/** Writes what becomes, or became, of each row, as CSV. */
		async writeReport(one: StoredImport): Promise<Readable> {
			const isPlanned = ["draft", "checking", "checked"].includes(one.state);
			if (!isPlanned) return toCsv(["Line", "Result", "Reason", "Reference"], listStoredRows(one.number));
			const names = uniqueNames((await readColumns(openTable(one), one.format)).map(({ name }) => name));
			return toCsv<Record<string, string | number>>(
				["Line", "Result", "Reason", ...names],
				listPlannedRows(one, names),
			);
		},

		/**
		 * Checks, imports or undoes what is waiting for it, one after the other. Processes that do the same take turns.
		 * @param signal ends it after a batch; the next run goes on
		 * @param only number of the one to work on
		 */
		async run(signal: AbortSignal, only?: number): Promise<void> {
			while (!signal.aborted) {
				if (!(await hasWork(db))) return;
				const number = await database.write((transaction) =>
					takeImport(transaction, { runner, now: clock.now(), leaseMs, only }),
				);
				const one = number === undefined ? undefined : await findImport(db, number);
				if (!one) return;
				const isStopped = () => signal.aborted;
				try {
					if (one.state === "checking") await runCheck(one, isStopped);
					if (one.state === "importing") await runImport(one, isStopped);
					if (one.state === "undoing") await runUndo(one, isStopped);
				} finally {
					await database.write((transaction) => leaveImport(transaction, one.number, runner)).catch(() => undefined);
				}
			}
		},

		/** Removes the files of imports that were never begun. */
		async removeLapsed(): Promise<void> {
			for (const number of await listLapsed(db, clock.now())) await this.discard(number);
		},
	};

	async function* listStoredRows(number: number) {
		for (let after = 0; ;) {
			const rows = await listImportedRows(db, number, { after, limit: 500 });
			for (const { line, outcome, reason, reference } of rows)
				yield { Line: line, Result: outcome, Reason: reason, Reference: reference ?? "" };
			const last = rows.at(-1);
			if (!last) return;
			after = last.row;
		}
	}

	async function* listPlannedRows(one: StoredImport, names: readonly string[]) {
		for await (const batch of plan(one, 1))
			for (const { line, outcome, reason, cells } of batch)
				yield {
					Line: line,
					Result: outcome === "imported" ? "import" : outcome,
					Reason: reason,
					...Object.fromEntries(names.map((name, index) => [name, cells[index]?.trim() ?? ""])),
				};
	}
}

function createSummary(): ImportSummary {
	return { rows: 0, imported: 0, duplicate: 0, refused: 0, remarked: 0, problems: [], unknownStages: {} };
}

/** Marks rows as kept, and forgets those whose records are gone. */
async function changeRows(
	transaction: WriteTransaction,
	number: number,
	gone: readonly string[],
	kept: readonly string[],
): Promise<void> {
	if (gone.length > 0)
		await transaction
			.deleteFrom("importedRows")
			.where("importNumber", "=", number)
			.where("reference", "in", gone)
			.execute();
	if (kept.length > 0)
		await transaction
			.updateTable("importedRows")
			.set({ outcome: "kept" })
			.where("importNumber", "=", number)
			.where("reference", "in", kept)
			.execute();
}

/** Forgets the rows of an import that left no record. */
async function forgetRows(transaction: WriteTransaction, number: number): Promise<void> {
	await transaction
		.deleteFrom("importedRows")
		.where("importNumber", "=", number)
		.where("outcome", "<>", "kept")
		.execute();
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
