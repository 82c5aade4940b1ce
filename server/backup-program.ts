import { stat } from "node:fs/promises";
import { findArchiveLock, readArchiveKeys } from "../platform/backup/archive-encryption.ts";
import { nameArchive } from "../platform/backup/archive-name.ts";
import { describeDamage } from "../platform/backup/archive.ts";
import { backUp } from "../platform/backup/back-up.ts";
import { canRehearse, findScratchFolder, type BackupJob, type BackupResponse } from "../platform/backup/backup-job.ts";
import { openBackupPlace } from "../platform/backup/backup-place.ts";
import { rehearseRestore } from "../platform/backup/rehearse.ts";
import { verifyArchive } from "../platform/backup/verify-archive.ts";
import { systemClock } from "../platform/clock.ts";
import { assertRoom, openFileStore } from "../platform/files/file-store.ts";
import { backgroundLimits, FilesUnavailableError } from "../platform/files/s3-requests.ts";
import { createLog } from "../platform/log.ts";
import { PlainError } from "../platform/plain-error.ts";
import { migrations } from "./migrations.ts";
import { listFileOwners } from "./personal-data.ts";
import { readRelease } from "./software-version.ts";

/**
 * The process that makes a backup and rehearses its restore, run by backup-process.ts: it takes little memory of its own and none of
 * the server's time.
 */

/** How often the disk is looked at: the database beside the backup must not run out of room. */
const roomMs = 1_000;

async function work(job: BackupJob): Promise<BackupResponse> {
	const { config, company, installation } = job;
	const { backups } = config;
	const scratch = findScratchFolder(config.dataDirectory);
	const log = createLog({ logLevel: "silent" });
	if (!backups.place) return { failed: "BACKUP_FOLDER and BACKUP_BUCKET are unset" };
	const place = await openBackupPlace(backups.place, { installation, scratch });
	const isBeside =
		job.kind === "rehearse" ||
		"bucket" in backups.place ||
		(await stat(backups.place.folder)).dev === (await stat(config.dataDirectory)).dev;
	if (isBeside) watchRoom(config);
	const now = systemClock.now();
	if (job.kind === "rehearse") {
		const keys = await readArchiveKeys(backups);
		await place.read(job.name, (path) =>
			rehearseRestore(path, { config, folder: scratch, migrations, log, now, keys }),
		);
		return { rehearsed: job.name };
	}
	const lock = findArchiveLock(backups);
	const name = nameArchive(installation, now, lock !== undefined);
	await place.removePartial();
	let damage: string | undefined;
	const bytes = await place.store(name, async (path) => {
		const manifest = await backUp(path, {
			config,
			files: await openFileStore(config, backgroundLimits),
			fileOwners: listFileOwners(config, company),
			log,
			now,
			release: readRelease(),
			archive: { lock, ...(!canRehearse(backups) && { check: (content) => verifyArchive(name, { content }) }) },
		});
		damage = describeDamage(manifest);
	});
	return { name, madeAt: now.toString(), bytes, isEncrypted: lock !== undefined, damage };
}

/** Gives up when the disk of the database has no room for more. */
function watchRoom({ dataDirectory, filesReserveBytes }: BackupJob["config"]): void {
	setInterval(() => {
		assertRoom(dataDirectory, filesReserveBytes).catch(() =>
			end({ failed: `the disk of ${dataDirectory} has less room than FILES_RESERVE_MB` }),
		);
	}, roomMs);
}

function describeFailure(error: unknown): string {
	if (error instanceof PlainError || error instanceof FilesUnavailableError) return error.message;
	const { code, message } = error as NodeJS.ErrnoException;
	if (code === "ENOSPC") return "the disk is full";
	return message;
}

function end(response: BackupResponse): void {
	process.send?.(response, () => process.exit());
}

// Without its server, nobody would prolong its turn.
process.on("disconnect", () => process.exit());
process.once("message", (job: BackupJob) => {
	work(job).then(end, (error: unknown) => end({ failed: describeFailure(error) }));
});
