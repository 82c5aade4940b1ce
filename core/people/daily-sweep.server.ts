import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { FileOwner } from "../../platform/files/file-owner.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { Installation } from "../../platform/installation/installation.ts";
import type { Logger } from "../../platform/log.ts";
import { countLeftToErase, findSweepHold, rememberSweep } from "./last-sweep.server.ts";
import type { ErasureLock } from "./locked-archives.server.ts";
import type { PersonalRecords } from "./personal-records.ts";
import { sweepExpired } from "./sweep-expired.server.ts";
import { sweepFiles, type SweptFiles } from "./sweep-files.server.ts";

const sweepMs = 24 * 60 * 60 * 1_000;

export type DailySweep = {
	/** Sweeps now, in the background, then once a day. */
	start(): void;
	/**
	 * Resolves when the current batch has ended and erased data has left the database's own files: usually at once, after up to 5 s while a
	 * backup reads them.
	 */
	stop(): Promise<void>;
};

type DailySweepDeps = {
	database: Database;
	files: FileStore;
	installation: Installation;
	clock: Clock;
	log: Logger;
	/** Returns every kind of record about a person, with its current term. */
	listPersonalRecords(): readonly PersonalRecords[];
	listFileOwners(): readonly FileOwner[];
	/** Returns what keeps erased records unseen for a term; undefined without one. */
	getLock?(): ErasureLock | undefined;
};

/** Returns the sweep of each day. */
export function createDailySweep(deps: DailySweepDeps): DailySweep {
	const stopping = new AbortController();
	let running = Promise.resolve();
	let timer: NodeJS.Timeout | undefined;
	return {
		start() {
			running = sweep(deps, stopping.signal);
			timer = setInterval(() => {
				running = running.then(() => sweep(deps, stopping.signal));
			}, sweepMs);
		},
		async stop() {
			stopping.abort();
			clearInterval(timer);
			await running;
		},
	};
}

/**
 * Erases records whose term has ended, and moves files aside that no record names. The log tells how many; when it fails, the log says so
 * and the next day tries again. Never rejects.
 *
 * While the clock differs from the last sweep as no clock does that is right, nothing is erased: docs/security.md, A clock that is wrong.
 *
 * @param signal ends the sweep after the batch under way
 */
export async function sweep(
	{ database, files, installation, clock, log, listPersonalRecords, listFileOwners, getLock }: DailySweepDeps,
	signal: AbortSignal,
): Promise<void> {
	try {
		const now = clock.now();
		const { db } = database;
		const personalRecords = listPersonalRecords();
		const hold = await findSweepHold(db, now);
		if (hold) {
			log.error(
				{ lastSweptAt: hold.lastSweptAt.toString(), now: now.toString() },
				"nothing is erased, for the clock may be wrong: confirm the date in the desk, under System status, or with npm run inbox -- confirm-date",
			);
			return;
		}
		const most = await countLeftToErase(db, now);
		const swept = await sweepExpired({ database, files, personalRecords, lock: getLock?.(), now, most, signal });
		const erased = personalRecords.reduce((sum, { kind }) => sum + (swept[kind] ?? 0), 0);
		await database.write((transaction) => rememberSweep(transaction, now, 0));
		if (Object.values(swept).some((count) => count > 0)) {
			log.info(swept, "erased data whose retention has ended");
			await database.overwriteDeleted({ thoroughly: false });
		}
		if (erased >= most && erased > 0)
			log.info({ most }, "erased as many records as one day allows; continuing tomorrow");
		report(await sweepFiles({ db, files, installation, fileOwners: listFileOwners(), now, signal }), {
			location: files.location,
			log,
		});
	} catch (error) {
		log.warn({ err: error }, "the daily sweep failed; retrying tomorrow");
	}
}

function report(swept: SweptFiles, { location, log }: { location: string; log: Logger }): void {
	if (swept.skipped !== undefined) {
		log.error({ location, because: swept.skipped }, "no file was moved aside; see docs/troubleshooting.md, Files");
		return;
	}
	const { movedToTrash, takenFromTrash, removedFromTrash, removedUploads, leftAlone } = swept;
	if (movedToTrash > 0)
		log.warn({ location, movedToTrash }, "files that no record names were moved to the trash, for 30 days");
	if (takenFromTrash > 0) log.warn({ location, takenFromTrash }, "files that a record names came back from the trash");
	if (leftAlone > 0)
		log.warn({ location, leftAlone }, "files that no record names are older than this installation, and left alone");
	if (removedFromTrash + removedUploads > 0)
		log.info({ removedFromTrash, removedUploads }, "removed files after 30 days in the trash, and uploads cut off");
}
