import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { openDatabase, type Connection } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";
import { withSnapshot } from "../database/offline-database.ts";
import { sqliteFileName } from "../database/sqlite.ts";
import type { Migrations } from "../database/migrate.ts";
import type { Logger } from "../log.ts";
import { createOrderedId } from "../ids/ordered-id.ts";

type BackupRunsTable = {
	id: string;
	kind: "backup" | "rehearsal";
	at: string;
	/** Name of the archive file. */
	archive: string;
	archiveMadeAt: string;
	/** PostgreSQL returns such numbers as texts. */
	bytes: number | string;
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
};

/**
 * Records a run in the database that it is about, unless that database is of another release: a backup must not migrate it.
 *
 * @returns whether the run was recorded
 */
export async function noteBackupRun(
	config: Pick<Config, "dataDirectory" | "databaseUrl">,
	{ at, archiveMadeAt, ...run }: BackupRun,
	{ migrations, log }: { migrations: Migrations; log: Logger },
): Promise<boolean> {
	// A machine used only for trial restores has no database, and must not get one here.
	if (config.databaseUrl === undefined && !existsSync(join(config.dataDirectory, sqliteFileName))) return false;
	const known = new Set(await withSnapshot(config, { log }, async (snapshot) => snapshot.migrations));
	if (!Object.keys(migrations).every((name) => known.has(name))) return false;
	const database = await openDatabase(config, { migrations, log });
	try {
		await database.write((transaction) =>
			transaction
				.insertInto("backupRuns")
				.values({
					...run,
					id: createOrderedId(),
					at: toInstantText(at),
					archiveMadeAt: toInstantText(archiveMadeAt),
				})
				.execute(),
		);
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
	return (
		row && {
			kind,
			at: Temporal.Instant.from(row.at),
			archive: row.archive,
			archiveMadeAt: Temporal.Instant.from(row.archiveMadeAt),
			bytes: Number(row.bytes),
		}
	);
}
