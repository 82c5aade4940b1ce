import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../platform/clock.ts";
import type { Connection, Database, WriteTransaction } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { removeErasedFiles } from "../people/erased-files.ts";
import { discardImport, dropFiles } from "./discard-import.server.ts";
import type { ImportKind, KeptFile } from "./import-kind.ts";
import { delayImport, hasWork, leaveImport, takeImport } from "./import-leases.server.ts";
import {
	changeImport,
	countImportedRows,
	findImport,
	insertImportedRows,
	listImportedRows,
	listLapsed,
	toReference,
	type ImportSummary,
	type StoredImport,
} from "./import-store.server.ts";
import { addToSummary, createSummary } from "./import-summary.ts";
import { noteImport } from "./note-import.server.ts";
import type { ImportPlans } from "./plan-import.server.ts";
import { rowsAtOnce, type PlannedRow } from "./plan-rows.server.ts";
import { TableError } from "./read-table.server.ts";
import { listFileNames } from "./row-files.server.ts";

/** How long a process that died keeps others from going on with its import. */
const leaseMs = 10_000;
/** Between two transactions others write. */
const restMs = 5;
/** Records of one transaction of an undo. */
const undoneAtOnce = 25;
/** Files that no row names, which a check lists. */
const unusedAtMost = 50;

type ImportRunnerDeps = {
	database: Database;
	clock: Clock;
	files: Pick<FileStore, "remove">;
	plans: ImportPlans;
};

/** The recurring work on imports. */
export type ImportRunner = {
	/**
	 * Checks, imports or undoes what is waiting for it, one after the other. Processes that do the same take turns. An import that failed is
	 * tried again after 1, 2, 4 and more seconds, at most 60.
	 * @param signal ends it after a batch; the next run continues
	 * @param only number of the one to work on, at once
	 * @throws why one failed, or an AggregateError if several did, once the others are done
	 */
	run(signal: AbortSignal, only?: number): Promise<void>;
	/** Removes the files of imports that were never begun. */
	removeLapsed(): Promise<void>;
};

/** Creates what works on imports, for one process; the hold on an import names it. */
export function createImportRunner({ database, clock, files, plans }: ImportRunnerDeps): ImportRunner {
	const { db } = database;
	const runner = randomUUID();

	/** Prolongs the hold on an import; false when it is lost. */
	async function keep(transaction: WriteTransaction, number: number): Promise<boolean> {
		return (await takeImport(transaction, { runner, now: clock.now(), leaseMs, only: number })) !== undefined;
	}

	/** Prolongs the hold from time to time: checking a file may take longer than it lasts. */
	function holdImport(number: number) {
		let prolonging: Promise<unknown> = Promise.resolve();
		const timer = setInterval(() => {
			// The next attempt may succeed, and a batch is only stored while the hold lasts.
			prolonging = database.write((transaction) => keep(transaction, number)).catch(() => undefined);
		}, leaseMs / 3);
		return {
			async end() {
				clearInterval(timer);
				await prolonging;
			},
		};
	}

	async function runCheck(one: StoredImport, isStopped: () => boolean): Promise<void> {
		let lost = false;
		const summary = await check(one, async (rows) => {
			if (rows % (rowsAtOnce * 50) === 0)
				lost = !(await database.write((transaction) => keep(transaction, one.number)));
			return !lost && !isStopped();
		});
		if (lost || isStopped()) return;
		// With other options it has started over.
		await database.write((transaction) =>
			changeImport(transaction, one.number, ["checking"], { state: "checked", summary }, one.options),
		);
	}

	async function check(one: StoredImport, onProgress: (rows: number) => Promise<boolean>): Promise<ImportSummary> {
		const summary = createSummary();
		try {
			await plans.withPlan(one, 1, async (batches, opened) => {
				for await (const batch of batches) {
					addToSummary(summary, batch);
					if (!(await onProgress(summary.rows))) return;
				}
				const unused = opened.listUnused();
				if (unused.length > 0)
					summary.unused = { files: unused.length, paths: unused.slice(0, unusedAtMost).map(({ path }) => path) };
			});
		} catch (error) {
			if (!(error instanceof TableError)) throw error;
			summary.fault = error.message;
		}
		return summary;
	}

	async function runImport(one: StoredImport, isStopped: () => boolean): Promise<void> {
		let from = one.nextRow;
		const isWhole = await plans.withPlan(one, from, async (batches) => {
			for await (const batch of batches) {
				if (isStopped() || !(await storeBatch(one, batch, from))) return false;
				from = (batch.at(-1)?.row ?? from) + 1;
				await sleep(restMs);
			}
			return true;
		});
		if (!isWhole) return;
		await database.write(async (transaction) => {
			const counts = await countImportedRows(transaction, one.number);
			const at = clock.now();
			const finished = await changeImport(transaction, one.number, ["importing"], {
				state: "done",
				finishedAt: at,
				summary: {
					...(one.summary ?? createSummary()),
					...counts,
					problems: [],
					unknownStages: {},
					...(one.summary?.unused && { unused: { files: one.summary.unused.files, paths: [] } }),
				},
			});
			if (!finished) return;
			await dropFiles(transaction, one.number, at);
			await noteImport(transaction, one, { deed: "finish", details: { rows: counts.imported }, at });
		});
		await removeErasedFiles({ database, files });
	}

	/** Stores the rows of one batch with their files; false when another process has gone on with the import. */
	async function storeBatch(one: StoredImport, batch: readonly PlannedRow[], from: number): Promise<boolean> {
		const kind = plans.getKind(one.kind);
		if (!(await isAt(db, one.number, from))) return false;
		const references: (string | undefined)[] = [];
		const kept: (KeptFile | undefined)[] = [];
		for (const { row, read, file, moreFiles } of batch) {
			const reference = read && (await findFreeReference(kind, one, row));
			references.push(reference);
			const isKept = file && file.ending !== "" && reference !== undefined;
			kept.push(isKept ? await plans.keepFile(file, reference) : undefined);
			await read?.prepare?.(file, moreFiles);
		}
		const isStored = await database.write(async (transaction) => {
			if (!(await keep(transaction, one.number)) || !(await isAt(transaction, one.number, from))) return false;
			const rows = [];
			for (const [index, { row, line, outcome, reason, fingerprint, read }] of batch.entries()) {
				let reference = references[index];
				if (read && reference !== undefined)
					reference = (await read.write(transaction, reference, kept[index])) ?? reference;
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
		// While another process continues the import, it keeps these files.
		if (!isStored && (await findImport(db, one.number))?.state !== "importing") await removeUnusedFiles(one, from);
		return isStored;
	}

	async function findFreeReference(kind: ImportKind, { seed }: StoredImport, row: number): Promise<string> {
		for (let attempt = 0; ; attempt++) {
			const reference = toReference(kind.prefix, seed, row, attempt);
			if (!(await kind.exists(db, reference))) return reference;
		}
	}

	/** Removes files that were kept for a batch that was never stored. */
	async function removeUnusedFiles({ kind: key, seed }: StoredImport, from: number): Promise<void> {
		const kind = plans.getKind(key);
		if (!kind.file) return;
		for (let row = from; row < from + rowsAtOnce; row++) {
			const reference = toReference(kind.prefix, seed, row, 0);
			if (await kind.exists(db, reference)) continue;
			for (const name of listFileNames(reference, kind.file)) await files.remove(name);
		}
	}

	async function runUndo(one: StoredImport, isStopped: () => boolean): Promise<void> {
		const kind = plans.getKind(one.kind);
		for (let after = 0; ;) {
			if (isStopped()) return;
			const rows = await listImportedRows(db, one.number, { after, limit: undoneAtOnce, outcome: "imported" });
			const last = rows.at(-1);
			if (!last) break;
			const isOurs = await database.write(async (transaction) => {
				if (!(await keep(transaction, one.number))) return false;
				const references = rows.flatMap(({ reference }) => reference ?? []);
				const stay = await findStaying(transaction, one, references);
				const gone = references.filter((reference) => !stay.has(reference));
				const times = { now: clock.now(), begunAt: one.begunAt ?? clock.now() };
				if (gone.length > 0) await kind.remove(transaction, gone, times);
				await changeRows(transaction, one.number, gone, [...stay]);
				return true;
			});
			if (!isOurs) return;
			await removeErasedFiles({ database, files });
			after = last.row;
			await sleep(restMs);
		}
		await removeUnusedFiles(one, one.nextRow);
		await database.write(async (transaction) => {
			const { kept } = await countImportedRows(transaction, one.number);
			await forgetRows(transaction, one.number);
			const at = clock.now();
			const undone = await changeImport(transaction, one.number, ["undoing"], { state: "undone", undoneAt: at });
			if (undone) await noteImport(transaction, one, { deed: "undone", details: { kept }, at });
		});
		await removeErasedFiles({ database, files });
		await database.overwriteDeleted({ thoroughly: false });
	}

	/** Finds what an undo does not remove. */
	async function findStaying(
		transaction: Connection,
		{ kind: key, options: { workedOn }, begunAt = clock.now() }: StoredImport,
		references: readonly string[],
	): Promise<Set<string>> {
		const kind = plans.getKind(key);
		const inUse = (await kind.findInUse?.(transaction, references)) ?? new Map<string, string>();
		const worked =
			workedOn === "remove" ? new Map<string, string>() : await kind.findWorkedOn(transaction, references, begunAt);
		return new Set([...inUse.keys(), ...worked.keys()]);
	}

	return {
		async run(signal, only) {
			const failed: { number: number; error: unknown }[] = [];
			while (!signal.aborted) {
				if (only === undefined && !(await hasWork(db, clock.now()))) break;
				const number = await database.write((transaction) =>
					takeImport(transaction, { runner, now: clock.now(), leaseMs, only, except: failed.map((one) => one.number) }),
				);
				const one = number === undefined ? undefined : await findImport(db, number);
				if (!one) break;
				const isStopped = () => signal.aborted;
				const hold = holdImport(one.number);
				try {
					if (one.state === "checking") await runCheck(one, isStopped);
					if (one.state === "importing") await runImport(one, isStopped);
					if (one.state === "undoing") await runUndo(one, isStopped);
				} catch (error) {
					failed.push({ number: one.number, error });
					// Without the delay it is tried again by the next run; what made it fail is thrown in any case.
					await database
						.write((transaction) => delayImport(transaction, one.number, clock.now()))
						.catch(() => undefined);
				} finally {
					await hold.end();
					// Others wait until the hold has run out.
					await database.write((transaction) => leaveImport(transaction, one.number, runner)).catch(() => undefined);
				}
			}
			const errors = failed.map(({ error }) => error);
			if (errors.length > 1) throw new AggregateError(errors, `${errors.length} imports failed`);
			if (errors.length === 1) throw errors[0];
		},
		async removeLapsed() {
			for (const number of await listLapsed(db, clock.now())) await discardImport({ database, clock, files }, number);
		},
	};
}

/** Tells whether a row is the next one of an import under way. */
async function isAt(connection: Connection, number: number, row: number): Promise<boolean> {
	const current = await findImport(connection, number);
	return current?.state === "importing" && current.nextRow === row;
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
