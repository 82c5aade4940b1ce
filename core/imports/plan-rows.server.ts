import { hash } from "node:crypto";
import { setImmediate as letOthersRun } from "node:timers/promises";
import type { Connection } from "../../platform/database/database.ts";
import { toUtcDay } from "../../platform/database/instant-text.ts";
import { cleanLine, toOneLine } from "../../shared/clean-text.ts";
import type { ReadRow, RowFile, RowReader, RowValues } from "./import-kind.ts";
import { findImportedBefore, type ImportOptions, type RowOutcome } from "./import-store.server.ts";
import type { ImportField } from "./match-columns.ts";
import type { TableRow } from "./read-table.server.ts";
import type { RowFiles } from "./row-files.server.ts";

/** Rows of one transaction; SQLite runs nothing else meanwhile. */
export const rowsAtOnce = 100;
/** Their keys are kept in memory. */
export const mostRows = 250_000;

/** A row with what becomes of it. */
export type PlannedRow = TableRow & {
	fingerprint: string;
	outcome: Exclude<RowOutcome, "kept">;
	/** Why it is not imported, or with what remarks: sentences without its values. */
	reason: string;
	/** The record that is already here. */
	reference: string | undefined;
	/** Of a row to import. */
	read: ReadRow | undefined;
	/** The file that is kept with it. */
	file: RowFile | undefined;
	/** More files that it names, in the order of their names; undefined for a file that was not found or is refused. */
	moreFiles: readonly (RowFile | undefined)[];
};

export type PlanOptions = {
	rows: AsyncIterable<TableRow>;
	kind: { key: string; fields: readonly ImportField[]; rowsAtOnce?: number };
	reader: RowReader;
	/** Names of the columns. */
	names: readonly string[];
	options: Pick<ImportOptions, "columns" | "duplicates">;
	number: number;
	/** The first row that is planned; those before only count as seen. */
	from: number;
	/** Returns when a person with an address was erased. */
	findErased(address: string): Temporal.Instant | undefined;
	/** Finds the files that rows name. */
	files: Pick<RowFiles, "find" | "findMore">;
};

/** Plans rows in batches, in the order of the file: the dry run, its report and the import itself do the same. */
export async function* planRows(
	db: Connection,
	{ rows, kind, reader, names, options, number, from, findErased, files }: PlanOptions,
): AsyncGenerator<PlannedRow[]> {
	/** The line of the first row with a fingerprint, or about the same. */
	const seen = new Map<string, number>();
	let batch: {
		row: TableRow;
		values: RowValues;
		fingerprint: string;
		result: ReturnType<RowReader["read"]> | { same: number };
	}[] = [];
	for await (const row of rows) {
		const values = toValues(row.cells, names, options.columns, kind.fields);
		const fingerprint = fingerprintOf(kind.key, row.cells, values);
		const result = readRow(row, fingerprint, values);
		if (row.row < from) continue;
		batch.push({ row, values, fingerprint, result });
		if (batch.length < (kind.rowsAtOnce ?? rowsAtOnce)) continue;
		yield await plan();
		batch = [];
		// The rows of a file that is read already come without a pause.
		await letOthersRun();
	}
	if (batch.length > 0) yield await plan();

	function readRow({ row, line }: TableRow, fingerprint: string, values: RowValues): (typeof batch)[number]["result"] {
		if (row > mostRows) return { refused: `A file can have ${mostRows.toLocaleString("en")} rows. Split it.` };
		const result = reader.read(values);
		if ("refused" in result) return result;
		const addresses = [result.address, ...(result.others ?? [])].filter((address) => address !== "");
		const erasedAt = addresses.map((address) => findErased(address)).find((at) => at !== undefined);
		if (erasedAt) return { refused: `The person was erased on ${toUtcDay(erasedAt)} at their request.` };
		const same =
			seen.get(fingerprint) ??
			(options.duplicates === "skip" && result.duplicateKey !== ""
				? seen.get(shorten(result.duplicateKey))
				: undefined);
		if (same !== undefined) return { same };
		seen.set(fingerprint, line);
		if (result.duplicateKey !== "") seen.set(shorten(result.duplicateKey), line);
		return result;
	}

	async function plan(): Promise<PlannedRow[]> {
		const readable = batch.flatMap(({ result }) => ("write" in result ? [result] : []));
		const before = await findImportedBefore(
			db,
			batch.map(({ fingerprint }) => fingerprint),
			number,
		);
		const addresses =
			(await reader.findAddresses?.(db, [...new Set([...before.values()].flat())])) ?? new Map<string, string>();
		const stored = options.duplicates === "skip" ? await reader.findStored(db, readable) : new Map<string, string>();
		const remarks = (await reader.findRemarks?.(db, readable)) ?? new Map<ReadRow, string>();
		const planned: PlannedRow[] = [];
		for (const one of batch) planned.push(await planRow(one, { before, addresses, stored, remarks }));
		return planned;
	}

	async function planRow(
		{ row, values, fingerprint, result }: (typeof batch)[number],
		{
			before,
			addresses,
			stored,
			remarks,
		}: {
			before: ReadonlyMap<string, readonly string[]>;
			addresses: ReadonlyMap<string, string>;
			stored: ReadonlyMap<string, string>;
			remarks: ReadonlyMap<ReadRow, string>;
		},
	): Promise<PlannedRow> {
		const planned = { ...row, fingerprint, reference: undefined, read: undefined, file: undefined, moreFiles: [] };
		if ("refused" in result) return { ...planned, outcome: "refused", reason: result.refused };
		const earlier = before.get(fingerprint) ?? [];
		const same = earlier.find((reference) => !isOfAnother(reference));
		if (same !== undefined)
			return { ...planned, outcome: "duplicate", reason: `Imported before as ${same}.`, reference: same };
		if ("same" in result) return { ...planned, outcome: "duplicate", reason: `The same as line ${result.same}.` };
		const here = stored.get(result.duplicateKey);
		if (here !== undefined)
			return { ...planned, outcome: "duplicate", reason: `Already here as ${here}.`, reference: here };
		const { file, remark } = await files.find(values);
		const more = [];
		for (const name of result.moreFiles ?? []) more.push(await files.findMore(name));
		const [other] = earlier;
		const collision = other && `Its ID is also that of ${other}, which came from another file with another address.`;
		const reasons = [collision, ...result.remarks, remarks.get(result), remark, ...more.map((one) => one.remark)];
		const reason = [...new Set(reasons.filter((one) => one !== undefined))].join(" ");
		return { ...planned, outcome: "imported", reason, read: result, file, moreFiles: more.map((one) => one.file) };

		/** Two tools may give the same ID to two people. */
		function isOfAnother(reference: string): boolean {
			const address = addresses.get(reference) ?? "";
			if (values.of["externalId"] === undefined || !("address" in result)) return false;
			return address !== "" && result.address !== "" && address !== result.address;
		}
	}
}

/** Collects the cells of a row by field. */
function toValues(
	cells: readonly string[],
	names: readonly string[],
	columns: readonly string[],
	fields: readonly ImportField[],
): RowValues {
	const many = new Set(fields.filter((field) => field.many).map(({ key }) => key));
	const values: Record<string, string> = {};
	const notes: { name: string; value: string }[] = [];
	columns.forEach((key, index) => {
		const value = (cells[index] ?? "").toWellFormed();
		if (key === "" || value.trim() === "") return;
		if (many.has(key)) notes.push({ name: names[index] ?? "", value: value.trim() });
		else values[key] = value;
	});
	return { of: values, line: (key) => toOneLine(cleanLine(values[key] ?? "")), notes };
}

/** The same for a row in another export: by its id in the other tool, or else by all its cells. */
function fingerprintOf(kind: string, cells: readonly string[], { of: { externalId } }: RowValues): string {
	const identity = externalId === undefined ? cells : externalId.trim();
	return hash("sha256", JSON.stringify([kind, identity]), "hex");
}

/** Long keys of many rows would fill the memory. */
function shorten(key: string): string {
	return hash("sha1", key, "base64").slice(0, 16);
}
