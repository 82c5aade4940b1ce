import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import type { Company } from "../../shared/company.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/database.ts";
import type { Logger } from "../log.ts";
import { canRehearse, findScratchFolder, type BackupTask, type RunBackupJob } from "./backup-job.ts";
import { openBackupPlace, type BackupPlace } from "./backup-place.ts";
import { findArchivesBeforeDamage, findBadArchives, insertBackupRun } from "./backup-runs.ts";
import {
	claimBackup,
	leaveBackup,
	recordBackup,
	recordBackupFailure,
	recordKept,
	renewBackup,
	renewLeaseMs,
} from "./backup-state.ts";
import { listSurplus } from "./keep-rule.ts";

export type AutomaticBackupDeps = {
	config: Config;
	getCompany(): Company;
	database: Database;
	clock: Clock;
	log: Logger;
	/** Id of the installation. */
	installation: string;
	/** Does the work: createBackupProcess. */
	runJob: RunBackupJob;
	/** Ends a backup that is being made. */
	stopping: AbortSignal;
};

/**
 * Creates the task that makes a backup when one is due or asked for: it writes the archive, removes those that the rule does not keep, and
 * tests the restore of the new one if the server has the key. Among several servers, one does it. A failure is recorded for the desk and
 * logged, and tried again within the hour.
 */
export function createAutomaticBackups(deps: AutomaticBackupDeps): () => Promise<void> {
	const { config, getCompany, database, clock, log, installation, runJob, stopping } = deps;
	const { place: settings, time, keep } = config.backups;
	const scratch = findScratchFolder(config.dataDirectory);
	const runner = randomUUID();
	const run = (task: BackupTask, signal: AbortSignal) =>
		runJob({ ...task, config, company: getCompany(), installation }, signal);

	async function makeDue(): Promise<void> {
		if (!settings || stopping.aborted) return;
		const schedule = { time, timeZone: getCompany().timeZone };
		if (!(await database.write((transaction) => claimBackup(transaction, { runner, schedule, now: clock.now() }))))
			return;
		const turn = new AbortController();
		const renewing = setInterval(() => {
			database
				.write((transaction) => renewBackup(transaction, runner, clock.now()))
				.then((isOurs) => isOurs || turn.abort())
				.catch((error: unknown) => log.warn({ err: error }, "could not extend the claim to make a backup"));
		}, renewLeaseMs);
		const signal = AbortSignal.any([stopping, turn.signal]);
		try {
			// A process that was killed may have left it.
			await rm(scratch, { recursive: true, force: true });
			await makeBackup(settings, signal);
		} catch (error) {
			// Otherwise it would be due again at once.
			await fail((error as Error).message);
		} finally {
			clearInterval(renewing);
			await rm(scratch, { recursive: true, force: true });
			await database.write((transaction) => leaveBackup(transaction, runner));
		}
	}

	async function makeBackup(backupSettings: NonNullable<typeof settings>, signal: AbortSignal): Promise<void> {
		const made = await run({ kind: "back-up" }, signal);
		if (signal.aborted) return;
		if (!("bytes" in made)) {
			await fail("failed" in made ? made.failed : "the process gave no archive");
			return;
		}
		const place = await openBackupPlace(backupSettings, { installation, scratch });
		const backup = {
			archive: made.name,
			archiveMadeAt: Temporal.Instant.from(made.madeAt),
			bytes: made.bytes,
			location: place.location,
			isEncrypted: made.isEncrypted,
		};
		await database.write(async (transaction) => {
			await insertBackupRun(transaction, { ...backup, kind: "backup", at: clock.now(), failure: made.damage });
			await recordBackup(transaction, clock.now());
		});
		log.info({ archive: made.name, bytes: made.bytes, location: place.location }, "made a backup");
		if (made.damage !== undefined)
			log.error({ archive: made.name, damage: made.damage }, "the backup found damaged or lost files");
		if (canRehearse(config.backups)) {
			const rehearsed = await run({ kind: "rehearse", name: made.name }, signal);
			if (signal.aborted) return;
			const failure = "failed" in rehearsed ? rehearsed.failed : undefined;
			if (failure !== undefined)
				log.error({ archive: made.name, failure }, "the test restore of the new backup failed");
			await database.write((transaction) =>
				insertBackupRun(transaction, { ...backup, kind: "rehearsal", at: clock.now(), failure }),
			);
		}
		if (signal.aborted) return;
		// The backup is made, whether or not old ones can be removed: some keys of a bucket only add.
		await removeSurplus(place).catch((error: unknown) =>
			log.error({ err: error }, "could not remove old backups; retrying after the next one"),
		);
	}

	async function fail(failure: string): Promise<void> {
		log.error({ failure }, "the backup failed; retrying within the hour");
		await database.write((transaction) => recordBackupFailure(transaction, failure, clock.now()));
	}

	/** Removes what the rule does not keep, except for archives that may hold an intact file. */
	async function removeSurplus(place: BackupPlace): Promise<void> {
		const bad = await findBadArchives(database.db);
		const archives = (await place.list()).map((archive) => ({ ...archive, isBad: bad.has(archive.name) }));
		const needed = await findArchivesBeforeDamage(
			database.db,
			archives.map(({ name }) => name),
		);
		const surplus = new Set(
			listSurplus(archives, keep, clock.now(), getCompany().timeZone).filter(({ name }) => !needed.has(name)),
		);
		for (const { name } of surplus) await place.remove(name);
		if (surplus.size > 0) log.info({ removed: surplus.size }, "removed backups that need not be kept");
		const kept = archives.filter((archive) => !surplus.has(archive));
		await database.write((transaction) => recordKept(transaction, kept));
	}

	return makeDue;
}
