import { join } from "node:path";
import type { Company } from "../../shared/company.ts";
import type { BackupSettings, Config } from "../config.ts";

type JobDeps = {
	config: Config;
	company: Company;
	/** Id of the installation. */
	installation: string;
};

/** To make a backup, or to test the restore of one. */
export type BackupTask = { kind: "back-up" } | { kind: "rehearse"; name: string };

/** Work of the process that makes backups. */
export type BackupJob = JobDeps & BackupTask;

export type BackupResponse =
	| {
			name: string;
			madeAt: string;
			bytes: number;
			isEncrypted: boolean;
			/** In words, if files differ from their records or are lost. */
			damage?: string | undefined;
	  }
	| { rehearsed: string }
	| { failed: string };

/** Does a job, and ends it when the signal is aborted; its response then has no meaning. Never rejects. */
export type RunBackupJob = (job: BackupJob, signal: AbortSignal) => Promise<BackupResponse>;

/** Returns the folder for archives under way and for trial restores. */
export function findScratchFolder(dataDirectory: string): string {
	return join(dataDirectory, "backup-scratch");
}

/** Tells whether the server can open the archives that it makes, as a trial restore must. */
export function canRehearse({ recipient, identityFile }: Pick<BackupSettings, "recipient" | "identityFile">): boolean {
	return recipient === undefined || identityFile !== undefined;
}
