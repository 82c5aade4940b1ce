import type { Readable } from "node:stream";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { Installation } from "../../platform/installation/installation.ts";
import { findErasures } from "../people/erased-people.server.ts";
import type { ImportKind, KeptFile, RowFile } from "./import-kind.ts";
import { archiveOf, tableOf, type StoredImport } from "./import-store.server.ts";
import { planRows, type PlannedRow } from "./plan-rows.server.ts";
import { TableError, tableSource } from "./read-table.server.ts";
import { createRowFiles, type RowFiles } from "./row-files.server.ts";

type ImportPlansDeps = {
	database: Pick<Database, "db">;
	clock: Clock;
	files: Pick<FileStore, "read" | "receive" | "keep" | "discard" | "readErasureNotes">;
	installation: Pick<Installation, "id">;
	kinds: readonly ImportKind[];
};

/** Reads imports, and plans what becomes of their rows. */
export type ImportPlans = {
	/** @throws when nothing is imported as that */
	getKind(key: string): ImportKind;
	/**
	 * Reads the columns of an import with some of their values.
	 * @throws TableError when its file is gone or cannot be read
	 */
	readColumns(one: StoredImport): Promise<{ name: string; samples: string[] }[]>;
	/** Does something with an import's rows as they are planned from one of them on, and with their files. */
	withPlan<Result>(
		one: StoredImport,
		from: number,
		work: (batches: AsyncGenerator<PlannedRow[]>, opened: RowFiles) => Promise<Result>,
	): Promise<Result>;
	/** Lists all rows of an import as they are planned. */
	listPlannedRows(one: StoredImport): AsyncGenerator<PlannedRow>;
	/** Stores the file of a row under the name of what the row becomes. */
	keepFile(file: RowFile, reference: string): Promise<KeptFile>;
};

/** Creates the plans of imports; files of archives are checked once for all of them. */
export function createImportPlans({
	database: { db },
	clock,
	files,
	installation,
	kinds,
}: ImportPlansDeps): ImportPlans {
	const rowFiles = createRowFiles({ files });

	function getKind(key: string): ImportKind {
		const kind = kinds.find((one) => one.key === key);
		if (!kind) throw new Error(`Nothing is imported as ${key}`);
		return kind;
	}

	const sourceOf = ({ kind }: Pick<StoredImport, "kind">) => getKind(kind).source ?? tableSource;

	const openTable = (one: StoredImport) => async (): Promise<Readable> => {
		const content = await files.read(tableOf(one).storedAs);
		if (!content) throw new TableError("The file is gone. Choose it again.");
		return content;
	};

	async function readColumns(one: StoredImport) {
		return sourceOf(one).readColumns(openTable(one), one.format);
	}

	const openFiles = (one: StoredImport) => rowFiles.open(archiveOf(one), getKind(one.kind));

	async function* plan(one: StoredImport, from: number, opened: RowFiles): AsyncGenerator<PlannedRow[]> {
		const kind = getKind(one.kind);
		const names = (await readColumns(one)).map(({ name }) => name);
		const reader = await kind.createReader(db, {
			...one.options,
			at: one.begunAt ?? clock.now(),
			number: one.number,
			by: one.accountId,
		});
		yield* planRows(db, {
			rows: sourceOf(one).readRows(openTable(one), one.format),
			kind,
			reader,
			names,
			options: one.options,
			number: one.number,
			from,
			findErased: await findErasures({ files, installation }),
			files: opened,
		});
	}

	return {
		getKind,
		readColumns,
		keepFile: rowFiles.keep,
		async withPlan(one, from, work) {
			const opened = await openFiles(one);
			try {
				return await work(plan(one, from, opened), opened);
			} finally {
				await opened.close();
			}
		},
		async *listPlannedRows(one) {
			const opened = await openFiles(one);
			try {
				for await (const batch of plan(one, 1, opened)) yield* batch;
			} finally {
				await opened.close();
			}
		},
	};
}
