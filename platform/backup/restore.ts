import { existsSync } from "node:fs";
import { link, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { openDatabase, type Connection } from "../database/database.ts";
import type { Migrations } from "../database/migrate.ts";
import {
	assertUnused,
	createPostgresCopy,
	createSqliteCopy,
	DatabaseInUseError,
	hasDatabase,
	isDamagedSqlite,
	sumTable,
	withSnapshot,
	type DatabaseContent,
	type DatabaseSnapshot,
} from "../database/offline-database.ts";
import { companionEndings, sqliteFileName } from "../database/sqlite.ts";
import { isErasureNote } from "../files/file-name.ts";
import type { FileStore } from "../files/file-store.ts";
import { makeFolder } from "../files/make-folder.ts";
import {
	findSnapshotInstallation,
	markOwner,
	nameDatabase,
	readOwner,
	writeOwner,
} from "../installation/installation.ts";
import type { Logger } from "../log.ts";
import type { ArchiveKeys } from "./archive-encryption.ts";
import { ArchiveError, readArchive, type Manifest } from "./archive.ts";
import { verifyArchive } from "./verify-archive.ts";

export type RestoreDeps = {
	config: Pick<Config, "dataDirectory" | "databaseUrl">;
	files: FileStore;
	migrations: Migrations;
	log: Logger;
	now: Temporal.Instant;
	/** For encrypted archives. */
	keys?: ArchiveKeys | undefined;
	/** Reads what access is closed in the present database, and returns the step that closes it in the restored one. */
	keepAccessClosed?: ((present: ReadableTables | undefined) => Promise<ChangeOfTables>) | undefined;
};

/** A database, which may be of an older release and lack tables. */
export type ReadableTables = { db: Connection; tables: ReadonlySet<string> };

export type ChangeOfTables = NonNullable<DatabaseContent["finish"]>;

/** The data present before a restore. */
export type PresentState = {
	/** Rows by table, if the database is readable. */
	database: Map<string, number> | "none" | "damaged";
	installation: string | undefined;
	files: number;
};

/** The result of a restore, and where the previous data went. */
export type Restored = {
	rows: number;
	files: number;
	/** Tables that only the other kind of database has. */
	leftOut: string[];
	/** Path of the previous database, or of its log if it was deleted; undefined if there was none. */
	databaseAside: string | undefined;
	/** Number of previous files that are not in the archive. */
	filesAside: number;
	/** The name prefix of files that were moved aside. */
	filesAsideFolder: string;
};

const asideFolder = "replaced";

/**
 * Checks that an archive can be restored here, and returns what is present. Changes nothing.
 *
 * @throws ArchiveError if it is damaged, of a newer release, or of another installation; ArchiveEncryptionError if its key is missing or wrong;
 * DatabaseInUseError if a server uses the database
 */
export async function prepareRestore(
	path: string,
	{ config, files, migrations, log, keys }: RestoreDeps,
): Promise<{ manifest: Manifest; present: PresentState }> {
	const manifest = await verifyArchive(path, { keys });
	const unknown = manifest.migrations.filter((name) => !(name in migrations));
	if (unknown.length > 0)
		throw new ArchiveError(
			`${path} is from a newer version (${manifest.release}; this one does not know ${unknown.join(", ")}). Restore it with that version or a later one`,
		);
	await assertUnused(config, log);
	const present = await lookAt({ config, files, log });
	if (
		present.installation !== undefined &&
		manifest.installation !== null &&
		present.installation !== manifest.installation
	)
		throw new ArchiveError(
			[
				`Nothing changed: ${path} is from another installation.`,
				`  Archive: installation ${manifest.installation}`,
				`  Here: ${nameDatabase(config)}, installation ${present.installation}`,
				"Restore it into an empty DATA_DIR and, if DATABASE_URL and FILES_URL are set, an empty database and bucket.",
			].join("\n"),
		);
	return { manifest, present };
}

async function lookAt({ config, files, log }: Pick<RestoreDeps, "config" | "files" | "log">): Promise<PresentState> {
	let count = 0;
	for await (const names of files.list()) count += names.length;
	const ofFiles = (await readOwner(files))?.installation;
	const state = await readPresent({ config, log }, async (snapshot) => {
		const { tables, readRows } = snapshot;
		const rows = new Map<string, number>();
		for (const table of tables) rows.set(table.name, (await sumTable(readRows(table))).rows);
		return { database: rows, installation: (await findSnapshotInstallation(snapshot)) ?? ofFiles, files: count };
	});
	return typeof state === "string" ? { database: state, installation: ofFiles, files: count } : state;
}

/** Lets `work` read the present database, if there is one to read. */
async function readPresent<Result extends object>(
	{ config, log }: Pick<RestoreDeps, "config" | "log">,
	work: (snapshot: DatabaseSnapshot) => Promise<Result>,
): Promise<Result | "none" | "damaged"> {
	if (!(await hasDatabase(config, log))) return "none";
	try {
		return await withSnapshot(config, { log }, work);
	} catch (error) {
		if (isDamagedSqlite(error)) return "damaged";
		throw error;
	}
}

async function planChange(deps: RestoreDeps): Promise<ChangeOfTables | undefined> {
	const { keepAccessClosed } = deps;
	if (!keepAccessClosed) return undefined;
	const change = await readPresent(deps, ({ db, tables }) =>
		keepAccessClosed({ db, tables: new Set(tables.map(({ name }) => name)) }),
	);
	return typeof change === "string" ? keepAccessClosed(undefined) : change;
}

/**
 * Replaces the present data by an archive. Previous data is moved aside; nothing is deleted.
 *
 * First the files, which replace nothing of other content; then the database, in one step; then files that are not in the archive are
 * moved aside. Interrupted before the database step, the old database stays in use, and without one no server starts; after it, the
 * restored one is. Running it again completes it in all cases.
 *
 * @param manifest as returned by prepareRestore
 */
export async function restore(path: string, manifest: Manifest, deps: RestoreDeps): Promise<Restored> {
	const { config, files, migrations, log, now, keys } = deps;
	// Two restores within a second keep their data apart.
	const label = now.toString({ smallestUnit: "millisecond" }).replaceAll(/[-:.]/g, "").toLowerCase();
	const archived = new Map(manifest.files.map((file) => [file.name, file]));
	// An installation that is here stays whole until its database is exchanged. Where none is, no server starts before everything is there.
	if (manifest.installation !== null && (await readOwner(files)) === undefined)
		await writeOwner(files, {
			installation: manifest.installation,
			database: nameDatabase(config),
			arriving: "restore",
		});
	const intact = new Map(manifest.damagedFiles?.map(({ name, sha256 }) => [name, sha256]));
	let filesAside = 0;
	for await (const entry of readArchive(path, { keys, wanted: (kind) => kind === "file" })) {
		if (entry.kind !== "file") continue;
		const file = archived.get(entry.name);
		if (!file) throw new ArchiveError(`${path} changed during the restore`);
		const present = await files.hash(entry.name);
		const changedAt = Temporal.Instant.from(file.changedAt);
		const isIntact = present !== undefined && present === intact.get(file.name);
		if (present === file.sha256 || isIntact || (await isErasedSince(files, file.name, changedAt))) {
			entry.content.destroy();
			continue;
		}
		if (present !== undefined) {
			await files.moveAside(entry.name, label);
			filesAside += 1;
		}
		await files.keep(await files.receive(entry.content), entry.name, changedAt);
	}

	const content: DatabaseContent = {
		kind: manifest.database,
		migrations: manifest.migrations,
		sums: new Map(manifest.tables.map(({ name, rows, sha256 }) => [name, { rows, sha256 }])),
		async *readAll() {
			for await (const entry of readArchive(path, { keys, wanted: (kind) => kind === "rows" })) {
				if (entry.kind === "rows") yield entry;
			}
		},
		finish: await planChange(deps),
	};
	const { leftOut, databaseAside } = await exchangeDatabase(content, label, deps);

	for await (const names of files.list())
		for (const name of names) {
			if (archived.has(name)) continue;
			await files.moveAside(name, label);
			filesAside += 1;
		}
	// Migrates the tables of an archive from an older release.
	const database = await openDatabase(config, { migrations, log });
	try {
		await markOwner({ config, database, files });
	} finally {
		await database.close();
	}
	return {
		rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
		files: manifest.files.length,
		leftOut,
		databaseAside,
		filesAside,
		filesAsideFolder: `${asideFolder}/${label}/`,
	};
}

/**
 * Moves what SQLite left beside a database that was deleted: it would be read as the log of the restored one.
 *
 * @returns the path of the last file moved
 */
async function moveLogAside(file: string, folder: string): Promise<string | undefined> {
	let aside: string | undefined;
	for (const ending of companionEndings) {
		if (!existsSync(file + ending)) continue;
		makeFolder(folder);
		aside = join(folder, sqliteFileName + ending);
		await rename(file + ending, aside);
	}
	return aside;
}

/** Tells whether a note of an erasure that is here is newer: it covers what the person sent since. */
async function isErasedSince(files: FileStore, name: string, archivedAt: Temporal.Instant): Promise<boolean> {
	const present = isErasureNote(name) ? await files.stat(name) : undefined;
	return present !== undefined && Temporal.Instant.compare(present.changedAt, archivedAt) > 0;
}

async function exchangeDatabase(
	content: DatabaseContent,
	label: string,
	{ config, migrations, log }: RestoreDeps,
): Promise<{ leftOut: string[]; databaseAside: string | undefined }> {
	const hasContent = await hasDatabase(config, log);
	if (config.databaseUrl !== undefined) {
		const aside = `${asideFolder}_${label}`;
		const { leftOut } = await createPostgresCopy(config.databaseUrl, content, { migrations, log, aside });
		return { leftOut, databaseAside: hasContent ? `the schema ${aside}` : undefined };
	}
	const { dataDirectory } = config;
	const preparing = join(dataDirectory, "restoring");
	await rm(preparing, { recursive: true, force: true });
	const { leftOut } = await createSqliteCopy(preparing, content, migrations);
	const file = join(dataDirectory, sqliteFileName);
	const folder = join(dataDirectory, asideFolder, label);
	let databaseAside: string | undefined;
	if (hasContent) {
		// Detects servers that started meanwhile. Closed by its last user, the file is complete without a write-ahead log.
		await assertUnused(config, log);
		if (existsSync(`${file}-wal`))
			throw new DatabaseInUseError(`Another program is using ${file}. Stop it and run this again`);
		makeFolder(folder);
		databaseAside = join(folder, sqliteFileName);
		await link(file, databaseAside);
	} else databaseAside = await moveLogAside(file, folder);
	await rename(join(preparing, sqliteFileName), file);
	await rm(preparing, { recursive: true, force: true });
	return { leftOut, databaseAside };
}
