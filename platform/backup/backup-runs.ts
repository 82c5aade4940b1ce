import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { openDatabase, type Connection, type WriteTransaction } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";
import type { Migrations } from "../database/migrate.ts";
import { withSnapshot } from "../database/offline-database.ts";
import { sqliteFileName } from "../database/sqlite.ts";
import { createOrderedId } from "../ids/ordered-id.ts";
import type { Logger } from "../log.ts";

type BackupRunsTable = {
	id: string;
	kind: "backup" | "rehearsal";
	at: string;
	/** Name of the archive file. */
	archive: string;
	archiveMadeAt: string;
	/** PostgreSQL returns such numbers as texts. */
	bytes: number | string;
	/** Null in rows of earlier releases. */
	location: string | null;
	/** 1 for an encrypted archive; null in rows of earlier releases. */
	encrypted: number | null;
	/** Why a trial restore failed, or what is damaged or lost in a backup. */
	failure: string | null;
};

declare module "../database/tables.ts" {
	interface Tables {
		backupRuns: BackupRunsTable;
	}
}

/** A complete backup, or a trial restore of one. */
export type BackupRun = {
	kind: "backup" | "rehearsal";
	at: Temporal.Instant;
	archive: string;
	archiveMadeAt: Temporal.Instant;
	bytes: number;
	/** The folder or bucket, without secrets; undefined for runs that earlier releases recorded. */
	location?: string | undefined;
	isEncrypted?: boolean | undefined;
	/** Why a trial restore failed, or which files are damaged or lost in a backup; undefined if all is well. */
	failure?: string | undefined;
};

/** Records a run. */
export async function insertBackupRun(
	transaction: WriteTransaction,
	{ at, archiveMadeAt, location, isEncrypted, failure, ...run }: BackupRun,
): Promise<void> {
	await transaction
		.insertInto("backupRuns")
		.values({
			...run,
			id: createOrderedId(),
			at: toInstantText(at),
			archiveMadeAt: toInstantText(archiveMadeAt),
			location: location ?? null,
			encrypted: isEncrypted === undefined ? null : Number(isEncrypted),
			failure: failure ?? null,
		})
		.execute();
}

/**
 * Records a run in the database that it is about, unless that database is of another release: a backup must not migrate it.
 *
 * @returns whether the run was recorded
 */
export async function noteBackupRun(
	config: Pick<Config, "dataDirectory" | "databaseUrl">,
	run: BackupRun,
	{ migrations, log }: { migrations: Migrations; log: Logger },
): Promise<boolean> {
	// A machine used only for trial restores has no database, and must not get one here.
	if (config.databaseUrl === undefined && !existsSync(join(config.dataDirectory, sqliteFileName))) return false;
	const known = new Set(await withSnapshot(config, { log }, async (snapshot) => snapshot.migrations));
	if (!Object.keys(migrations).every((name) => known.has(name))) return false;
	const database = await openDatabase(config, { migrations, log });
	try {
		await database.write((transaction) => insertBackupRun(transaction, run));
		return true;
	} finally {
		await database.close();
	}
}

/** Finds the last run of a kind. */
export async function findLastBackupRun(db: Connection, kind: BackupRun["kind"]): Promise<BackupRun | undefined> {
	const row = await db
		.selectFrom("backupRuns")
		.selectAll()
		.where("kind", "=", kind)
		.orderBy("at", "desc")
		.limit(1)
		.executeTakeFirst();
	return row && toBackupRun(row);
}

/**
 * Finds which archives may hold what the latest one has damaged or lost: each made just before damage was found or changed, since the last
 * one without any.
 *
 * @param names of the existing archives
 */
export async function findArchivesBeforeDamage(db: Connection, names: readonly string[]): Promise<Set<string>> {
	const rows = await db
		.selectFrom("backupRuns")
		.select(["archive", "failure"])
		.where("kind", "=", "backup")
		.orderBy("at")
		.execute();
	const runs = rows.filter(({ archive }) => names.includes(archive));
	const lastGood = runs.findLastIndex(({ failure }) => failure === null);
	const pairs = runs.slice(1).map((run, index) => ({ run, before: runs[index] }));
	return new Set(
		pairs
			.slice(Math.max(lastGood, 0))
			.flatMap(({ run, before }) => (before && before.failure !== run.failure ? [before.archive] : [])),
	);
}

/** Finds the names of the archives whose last trial restore failed. */
export async function findBadArchives(db: Connection): Promise<Set<string>> {
	const rows = await db
		.selectFrom("backupRuns")
		.select(["archive", "failure"])
		.where("kind", "=", "rehearsal")
		.orderBy("at")
		.execute();
	const last = new Map(rows.map(({ archive, failure }) => [archive, failure]));
	return new Set([...last].flatMap(([archive, failure]) => (failure === null ? [] : [archive])));
}

function toBackupRun(row: BackupRunsTable): BackupRun {
	return {
		kind: row.kind,
		at: Temporal.Instant.from(row.at),
		archive: row.archive,
		archiveMadeAt: Temporal.Instant.from(row.archiveMadeAt),
		bytes: Number(row.bytes),
		location: row.location ?? undefined,
		isEncrypted: row.encrypted === null ? undefined : row.encrypted === 1,
		failure: row.failure ?? undefined,
	};
}
