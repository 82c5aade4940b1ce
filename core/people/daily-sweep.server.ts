import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { Installation } from "../../platform/installation/installation.ts";
import type { Logger } from "../../platform/log.ts";
import type { PersonalRecords } from "./personal-records.ts";
import { sweepExpired } from "./sweep-expired.server.ts";
import { sweepFiles, type SweptFiles } from "./sweep-files.server.ts";

const sweepMs = 24 * 60 * 60 * 1_000;

export type DailySweep = {
	/** Sweeps now, in the background, and then once a day. */
	start(): void;
	/**
	 * Resolves when the batch under way has ended, and what was erased is out of the database's own files too: at once as a rule, after
	 * five seconds when a backup reads them.
	 */
	stop(): Promise<void>;
};

type DailySweepDeps = {
	database: Database;
	files: FileStore;
	installation: Installation;
	clock: Clock;
	log: Logger;
	/** Gives every kind of record about a person, with its term as it is set now. */
	listPersonalRecords(): readonly PersonalRecords[];
};

/**
 * Makes the sweep that erases records whose term has ended, and moves files aside that nothing names. The log tells how many; when it
 * fails, the log says so and the next day tries again.
 */
export function createDailySweep({
	database,
	files,
	installation,
	clock,
	log,
	listPersonalRecords,
}: DailySweepDeps): DailySweep {
	const stopping = new AbortController();
	let running = Promise.resolve();
	let timer: NodeJS.Timeout | undefined;

	async function sweep(): Promise<void> {
		try {
			const personalRecords = listPersonalRecords();
			const swept = await sweepExpired({ database, files, personalRecords, now: clock.now(), signal: stopping.signal });
			if (Object.values(swept).some((count) => count > 0)) {
				log.info(swept, "erased what was kept to the end of its term");
				await database.overwriteDeleted({ thoroughly: false });
			}
			const now = clock.now();
			const { db } = database;
			report(await sweepFiles({ db, files, installation, personalRecords, now, signal: stopping.signal }));
		} catch (error) {
			log.warn({ err: error }, "the daily sweep could not be finished; the next day tries again");
		}
	}

	function report(swept: SweptFiles): void {
		const { location } = files;
		if (swept.skipped !== undefined) {
			log.error({ location, because: swept.skipped }, "no file was moved aside; see docs/troubleshooting.md, Files");
			return;
		}
		const { movedToTrash, takenFromTrash, removedFromTrash, removedUploads, leftAlone } = swept;
		if (movedToTrash > 0)
			log.warn({ location, movedToTrash }, "files that no record names were moved to the trash, for 30 days");
		if (takenFromTrash > 0)
			log.warn({ location, takenFromTrash }, "files that a record names came back from the trash");
		if (leftAlone > 0)
			log.warn({ location, leftAlone }, "files that no record names are older than this installation, and left alone");
		if (removedFromTrash + removedUploads > 0)
			log.info({ removedFromTrash, removedUploads }, "removed files after 30 days in the trash, and uploads cut off");
	}

	return {
		start() {
			running = sweep();
			timer = setInterval(() => {
				running = running.then(sweep);
			}, sweepMs);
		},
		async stop() {
			stopping.abort();
			clearInterval(timer);
			await running;
		},
	};
}
