import { mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import type { Migrations } from "../database/migrate.ts";
import { openFileStore } from "../files/file-store.ts";
import type { Logger } from "../log.ts";
import type { ArchiveKeys } from "./archive-encryption.ts";
import { prepareRestore, restore, type RestoreDeps } from "./restore.ts";

export type RehearsalDeps = {
	config: Pick<Config, "filesReserveBytes">;
	/** Parent of the temporary folder; created if missing. */
	folder: string;
	migrations: Migrations;
	log: Logger;
	now: Temporal.Instant;
	keys: ArchiveKeys;
};

/** An archive that can be restored. */
export type Rehearsal = { madeAt: Temporal.Instant; bytes: number; rows: number; files: number };

/**
 * Restores an archive into a temporary folder with SQLite, compares every row and file with the manifest, and removes the folder.
 *
 * @throws as prepareRestore and restore do
 */
export async function rehearseRestore(path: string, { config, folder, ...deps }: RehearsalDeps): Promise<Rehearsal> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const scratch = await mkdtemp(join(folder, "front-office-rehearsal-"));
	try {
		const place = { dataDirectory: join(scratch, "data"), databaseUrl: undefined };
		const files = await openFileStore({ ...place, filesReserveBytes: config.filesReserveBytes });
		const restoreDeps: RestoreDeps = { ...deps, config: place, files };
		const { manifest } = await prepareRestore(path, restoreDeps);
		const { rows, files: count } = await restore(path, manifest, restoreDeps);
		return { madeAt: Temporal.Instant.from(manifest.createdAt), bytes: (await stat(path)).size, rows, files: count };
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
}
