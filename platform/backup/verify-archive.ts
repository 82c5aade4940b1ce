import { createHash } from "node:crypto";
import { createRowSum } from "../database/table-rows.ts";
import { ArchiveError, readArchive, type Manifest, type ReadingOptions } from "./archive.ts";

/**
 * Reads a whole archive and compares every table and file with the manifest.
 *
 * @throws ArchiveError if anything is missing, duplicated or different, or the archive is of a newer release; ArchiveEncryptionError as readArchive
 * does
 */
export async function verifyArchive(
	path: string,
	options: Pick<ReadingOptions, "keys" | "content"> = {},
): Promise<Manifest> {
	const tables = new Map<string, ReturnType<typeof createRowSum>>();
	const files = new Map<string, { bytes: number; sha256: string }>();
	let manifest: Manifest | undefined;
	for await (const entry of readArchive(path, options)) {
		if (entry.kind === "manifest") manifest = entry.manifest;
		else if (entry.kind === "rows") {
			const sum = tables.get(entry.table) ?? createRowSum();
			tables.set(entry.table, sum);
			for (const row of entry.rows) sum.add(JSON.stringify(row));
		} else {
			const sum = createHash("sha256");
			let bytes = 0;
			for await (const piece of entry.content) {
				sum.update(piece as Uint8Array);
				bytes += (piece as Uint8Array).length;
			}
			if (files.has(entry.name)) throw new ArchiveError(`${path} is damaged: ${entry.name} is there twice`);
			files.set(entry.name, { bytes, sha256: sum.digest("hex") });
		}
	}
	if (!manifest) throw new ArchiveError(`${path} was cut off: its manifest is missing`);
	for (const { name, rows, sha256 } of manifest.tables) {
		const found = tables.get(name)?.result();
		if (found?.rows !== rows || found.sha256 !== sha256)
			throw new ArchiveError(`${path} is damaged: the table ${name} is not as its manifest says`);
	}
	for (const { name, bytes, sha256 } of manifest.files) {
		const found = files.get(name);
		if (found?.bytes !== bytes || found.sha256 !== sha256)
			throw new ArchiveError(`${path} is damaged: the file ${name} is not as its manifest says`);
	}
	if (tables.size !== manifest.tables.length || files.size !== manifest.files.length)
		throw new ArchiveError(`${path} is damaged: it holds more than its manifest says`);
	return manifest;
}
