import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import { canRehearse } from "../backup/backup-job.ts";
import { findLastBackupRun, type BackupRun } from "../backup/backup-runs.ts";
import { findNextBackup, readBackupState, type BackupState } from "../backup/backup-state.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import { nameDatabase } from "../installation/installation.ts";
import { measureFolder } from "./measure-folder.ts";

/** State of an installation for its administrators. */
export type OperationsFacts = {
	release: string;
	/** Of the source; undefined outside a checkout. */
	commit: string | undefined;
	startedAt: Temporal.Instant;
	database: {
		/** Kind and place, without a password. */
		name: string;
		bytes: number;
		/** The number of its migrations, and the last of them. */
		migrations: number;
		lastMigration: string;
	};
	disk: { freeBytes: number; totalBytes: number; dataBytes: number; isWhole: boolean };
	backup: BackupRun | undefined;
	rehearsal: BackupRun | undefined;
	/** Undefined where none are configured. */
	automatic: AutomaticBackups | undefined;
};

/** The part of the state that can be a problem, and is read every minute. */
export type OperationsHealth = Pick<OperationsFacts, "backup" | "rehearsal" | "automatic"> & {
	disk: Pick<OperationsFacts["disk"], "freeBytes" | "totalBytes">;
};

/** The backups that the server makes by itself. */
export type AutomaticBackups = BackupState & {
	nextAt: Temporal.Instant;
	/** Whether the server has the key to test a restore. */
	canRehearse: boolean;
};

type HealthDeps = {
	config: Pick<Config, "dataDirectory" | "backups">;
	database: Database;
	clock: Clock;
	/** Of the company. */
	timeZone: string;
};

export type Operations = {
	/** Sums the files of the data folder, too. */
	read(): Promise<OperationsFacts>;
	readHealth(): Promise<OperationsHealth>;
};

/** Creates the reader of the installation's state. */
export function createOperations({
	config,
	database,
	clock,
	release,
	commit,
	timeZone,
}: {
	config: Pick<Config, "dataDirectory" | "databaseUrl" | "backups">;
	database: Database;
	clock: Clock;
	release: string;
	commit: string | undefined;
	/** Of the company. */
	timeZone: string;
}): Operations {
	const startedAt = clock.now();
	const health = { config, database, clock, timeZone };
	return {
		readHealth: () => readHealth(health),
		async read() {
			const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
				database.db,
			);
			const { disk, ...backups } = await readHealth(health);
			const data = await measureFolder(config.dataDirectory);
			return {
				release,
				commit,
				startedAt,
				database: {
					name: nameDatabase(config),
					bytes: await measureDatabase(database),
					migrations: rows.length,
					lastMigration: rows.at(-1)?.name ?? "",
				},
				disk: { ...disk, ...data },
				...backups,
			};
		},
	};
}

/** Reads the state of disk and backups. */
export async function readHealth(deps: HealthDeps): Promise<OperationsHealth> {
	const { config, database } = deps;
	const { bavail, bsize, blocks } = await statfs(config.dataDirectory);
	return {
		disk: { freeBytes: bavail * bsize, totalBytes: blocks * bsize },
		backup: await findLastBackupRun(database.db, "backup"),
		rehearsal: await findLastBackupRun(database.db, "rehearsal"),
		automatic: await readAutomatic(deps),
	};
}

async function readAutomatic({
	config: { backups },
	database,
	clock,
	timeZone,
}: HealthDeps): Promise<AutomaticBackups | undefined> {
	if (!backups.place) return undefined;
	const now = clock.now();
	const state = await readBackupState(database.db, now);
	const nextAt = findNextBackup(state, { time: backups.time, timeZone }, now);
	return { ...state, nextAt, canRehearse: canRehearse(backups) };
}

async function measureDatabase({ kind, db }: Database): Promise<number> {
	const query =
		kind === "postgres"
			? sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`
			: sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
	const { rows } = await query.execute(db);
	return Number(rows[0]?.bytes ?? 0);
}
