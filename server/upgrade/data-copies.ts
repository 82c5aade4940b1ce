import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pRetry from "p-retry";
import type { ArchiveKeys } from "../../platform/backup/archive-encryption.ts";
import type { Manifest } from "../../platform/backup/archive.ts";
import { restore, prepareRestore, type RestoreDeps } from "../../platform/backup/restore.ts";
import { openDatabase } from "../../platform/database/database.ts";
import type { Migrations } from "../../platform/database/migrate.ts";
import { createPostgresPool } from "../../platform/database/postgres-pool.ts";
import { openFileStore } from "../../platform/files/file-store.ts";
import type { Logger } from "../../platform/log.ts";
import type { DataCopy } from "./run-release.ts";

/** Where copies are made, and on which server. */
export type CopyPlace = {
	/** An existing folder used only for this. */
	folder: string;
	/** A database on whose server copies may be created; undefined for SQLite. */
	databaseUrl: string | undefined;
};

export type Copies = {
	/** Restores an archive as it was written, without later migrations. */
	restore(archive: string, keys: ArchiveKeys | undefined): Promise<{ copy: DataCopy; manifest: Manifest }>;
	/** Copies a copy that nothing uses. */
	duplicate(copy: DataCopy): Promise<DataCopy>;
	/** The kind of database that copies have, in words. */
	describeDatabase(): string;
	/** Deletes all of them. */
	remove(): Promise<void>;
};

const copiesPrefix = "copies-";
/** Names the databases of copies, one a line. */
const databasesFile = "databases";
/** Nothing else is ever dropped. */
const databaseName = /^front_office_rehearsal_[0-9a-f]{12}$/;

/** PostgreSQL's codes for a right that the user lacks, and for a template that a connection still uses. */
const insufficientPrivilege = "42501";
const objectInUse = "55006";

/**
 * Prepares copies of an installation.
 *
 * On PostgreSQL each copy is a database of its own on the same server. A user who may not create one gets copies on SQLite, where the
 * same migrations run in another time.
 *
 * @param migrations of the newest release, which knows those of every archive
 */
export async function createCopies(
	{ folder, databaseUrl }: CopyPlace,
	{ migrations, log }: { migrations: Migrations; log: Logger },
): Promise<Copies> {
	const scratch = await mkdtemp(join(folder, copiesPrefix));
	const databases: string[] = [];
	let isSqlite = databaseUrl === undefined;
	let count = 0;

	async function createPlace(template?: string): Promise<DataCopy> {
		count += 1;
		const dataDirectory = join(scratch, String(count));
		if (databaseUrl === undefined || isSqlite) return { dataDirectory, databaseUrl: undefined };
		const name = `front_office_rehearsal_${randomBytes(6).toString("hex")}`;
		// Noted first: an interrupted process must leave none behind for ever.
		databases.push(name);
		await writeFile(join(scratch, databasesFile), databases.join("\n"));
		const statement = `create database ${name}${template === undefined ? "" : ` template ${template}`}`;
		try {
			// A connection that was closed just now is still listed for a moment.
			await pRetry(() => administer(databaseUrl, statement, log), {
				retries: 20,
				factor: 1,
				minTimeout: 250,
				shouldRetry: ({ error }) => (error as { code?: string }).code === objectInUse,
			});
		} catch (error) {
			if ((error as { code?: string }).code !== insufficientPrivilege) throw error;
			isSqlite = true;
			databases.pop();
			return { dataDirectory, databaseUrl: undefined };
		}
		return { dataDirectory, databaseUrl: nameIn(databaseUrl, name) };
	}

	return {
		async restore(archive, keys) {
			const copy = await createPlace();
			const deps: Omit<RestoreDeps, "migrations"> = {
				config: copy,
				files: await openFileStore(copy),
				log,
				now: Temporal.Now.instant(),
				keys,
			};
			const { manifest } = await prepareRestore(archive, { ...deps, migrations });
			const own = Object.entries(migrations).filter(([name]) => manifest.migrations.includes(name));
			await restore(archive, manifest, { ...deps, migrations: Object.fromEntries(own) });
			return { copy, manifest };
		},
		async duplicate(copy) {
			const duplicate = await createPlace(copy.databaseUrl && databaseNameOf(copy.databaseUrl));
			await cp(copy.dataDirectory, duplicate.dataDirectory, { recursive: true });
			return duplicate;
		},
		describeDatabase: () =>
			isSqlite
				? databaseUrl === undefined
					? "SQLite"
					: "SQLite (the user of DATABASE_URL may not create a database for the rehearsal)"
				: "PostgreSQL",
		remove: () => removeCopies(scratch, databaseUrl, log),
	};
}

/** Deletes the copies that interrupted processes left. No other process may be using the folder. */
export async function removeLeftCopies({ folder, databaseUrl }: CopyPlace, log: Logger): Promise<void> {
	for (const name of await readdir(folder))
		if (name.startsWith(copiesPrefix)) await removeCopies(join(folder, name), databaseUrl, log);
}

async function removeCopies(scratch: string, databaseUrl: string | undefined, log: Logger): Promise<void> {
	const text = await readFile(join(scratch, databasesFile), "utf8").catch(() => "");
	for (const name of text.split("\n"))
		if (databaseUrl !== undefined && databaseName.test(name))
			await administer(databaseUrl, `drop database if exists ${name} with (force)`, log);
	await rm(scratch, { recursive: true, force: true });
}

/** Migrates a copy, and returns the migrations that ran and their duration in milliseconds. */
export async function migrateCopy(
	copy: DataCopy,
	before: readonly string[],
	{ migrations, log }: { migrations: Migrations; log: Logger },
): Promise<{ names: string[]; durationMs: number }> {
	const begun = performance.now();
	await (await openDatabase(copy, { migrations, log })).close();
	return {
		names: Object.keys(migrations).filter((name) => !before.includes(name)),
		durationMs: performance.now() - begun,
	};
}

async function administer(databaseUrl: string, statement: string, log: Logger): Promise<void> {
	const pool = createPostgresPool(databaseUrl, { max: 1, application_name: "front-office rehearsal" }, log);
	try {
		const client = await pool.connect();
		try {
			await client.query(statement, []);
		} finally {
			client.release();
		}
	} finally {
		await pool.end();
	}
}

/** Replaces the database's name in a URL, which may name several servers. */
function nameIn(databaseUrl: string, name: string): string {
	return databaseUrl.replace(/^(\w+:\/\/[^/?#]*)(?:\/[^?#]*)?/, `$1/${name}`);
}

function databaseNameOf(databaseUrl: string): string {
	return /^\w+:\/\/[^/?#]*\/([^?#]*)/.exec(databaseUrl)?.[1] ?? "";
}
