import { posix } from "node:path";
import type { Config } from "../config.ts";
import { withSnapshot } from "../database/offline-database.ts";
import { createRowSum } from "../database/table-rows.ts";
import { isArchivedFileName, trashFolder } from "../files/file-name.ts";
import type { FileOwner } from "../files/file-owner.ts";
import type { FileStore } from "../files/file-store.ts";
import { findSnapshotInstallation, readOwner } from "../installation/installation.ts";
import type { Logger } from "../log.ts";
import { PlainError } from "../plain-error.ts";
import { writeArchive, type ArchivedFile, type ArchiveOptions, type ArchiveWriter, type Manifest } from "./archive.ts";

export type BackupDeps = {
	config: Pick<Config, "dataDirectory" | "databaseUrl">;
	files: FileStore;
	fileOwners: readonly FileOwner[];
	log: Logger;
	now: Temporal.Instant;
	release: string;
	/** Encrypts the archive, and checks it. */
	archive?: Pick<ArchiveOptions, "lock" | "check">;
};

const filesAtOnce = 500;

/**
 * Writes database and files into one archive, beside running servers.
 *
 * The database is read as of one moment. A record is stored after its file, so every file that a record of that moment names exists,
 * unless the record was erased during the backup. A file whose content differs from its record is taken along as it is, and named; so is
 * a file that is lost.
 *
 * @returns the archive's manifest
 * @throws ArchiveError if a file of that name exists; no failure leaves an archive behind
 */
export async function backUp(
	path: string,
	{ config, files, fileOwners, log, now, release, archive = {} }: BackupDeps,
): Promise<Manifest> {
	const manifest: Omit<Manifest, "format"> = {
		createdAt: now.toString(),
		release,
		database: config.databaseUrl === undefined ? "sqlite" : "postgres",
		installation: null,
		migrations: [],
		tables: [],
		files: [],
		missingFiles: [],
	};
	await writeArchive(path, now, writeAll, archive);
	return { format: 1, ...manifest };

	async function writeAll(writer: ArchiveWriter): Promise<void> {
		const named = new Map<string, { bytes: number; sha256: string }>();
		await withSnapshot(config, { log }, async (snapshot) => {
			manifest.migrations = snapshot.migrations;
			manifest.installation = (await findSnapshotInstallation(snapshot)) ?? null;
			const owner = await readOwner(files);
			if (manifest.installation !== null && owner?.installation !== manifest.installation)
				throw new PlainError(
					`Nothing was backed up: the database and the files in ${files.location} belong to different installations. Set DATABASE_URL, FILES_URL and DATA_DIR as for the server`,
				);
			for (const table of snapshot.tables) {
				const sum = createRowSum();
				await writer.addRows(table.name, snapshot.readRows(table), (line) => sum.add(line));
				manifest.tables.push({ name: table.name, ...sum.result() });
			}
			const tables = new Set(snapshot.tables.map(({ name }) => name));
			for (const { listFiles, filesTable } of fileOwners)
				if (filesTable === undefined || tables.has(filesTable))
					for (let after = "", more = true; more;) {
						const page = await listFiles(snapshot.db, { limit: filesAtOnce, after });
						for (const { name, bytes, sha256 } of page) named.set(name, { bytes, sha256 });
						more = page.length === filesAtOnce;
						after = page.at(-1)?.name ?? after;
					}
		});
		const written = new Set<string>();
		const damaged: { name: string; sha256: string }[] = [];
		const add = async (name: string) => {
			const file = await addFile(writer, files, name);
			if (!file) return;
			const wanted = named.get(name);
			if (wanted && wanted.sha256 !== file.sha256) damaged.push({ name, sha256: wanted.sha256 });
			manifest.files.push(file);
			written.add(name);
		};
		for await (const names of files.listEverything())
			for (const name of names.filter(isArchivedFileName)) await add(name);
		const listMissing = () => [...named.keys()].filter((name) => !written.has(name));
		// The list leaves out a file that was taken from the trash while it was made.
		for (const name of listMissing()) await add(name);
		manifest.missingFiles = listMissing();
		const lost = await findLost(manifest.missingFiles, written);
		if (damaged.length > 0) manifest.damagedFiles = damaged;
		if (lost.length > 0) manifest.lostFiles = lost;
		await writer.finish(manifest);
	}

	/** Finds the missing files that records name even now: they were not erased with their records during the backup. */
	async function findLost(missing: readonly string[], written: ReadonlySet<string>): Promise<string[]> {
		if (missing.length === 0) return [];
		const trashed = new Set(
			[...written].filter((name) => name.startsWith(trashFolder)).map((name) => posix.basename(name)),
		);
		const sought = missing.filter((name) => !trashed.has(name));
		const referred = new Set<string>();
		await withSnapshot(config, { log }, async ({ db, tables }) => {
			const tableNames = new Set(tables.map(({ name }) => name));
			for (const { findReferredFiles, filesTable } of fileOwners)
				if (filesTable === undefined || tableNames.has(filesTable))
					for (let start = 0; start < sought.length; start += filesAtOnce)
						for (const name of await findReferredFiles(db, sought.slice(start, start + filesAtOnce)))
							referred.add(name);
		});
		return sought.filter((name) => referred.has(name));
	}
}

/** @returns undefined if it was removed meanwhile */
async function addFile(writer: ArchiveWriter, files: FileStore, name: string): Promise<ArchivedFile | undefined> {
	const facts = await files.stat(name);
	// Its content is compared with its record; from a bucket too, a file that differs is taken along.
	const content = facts && (await files.read(name, { isChecked: false }));
	if (!content) return undefined;
	const sha256 = await writer.addFile(name, content, facts.bytes);
	return { name, bytes: facts.bytes, sha256, changedAt: facts.changedAt.toString() };
}
