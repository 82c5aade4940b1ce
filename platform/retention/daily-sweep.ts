import type { Clock } from "../clock.ts";
import type { Database } from "../database/database.ts";
import type { FileStore } from "../files/file-store.ts";
import type { Logger } from "../log.ts";
import type { PersonalRecords } from "./personal-records.ts";
import { sweepExpired } from "./sweep-expired.ts";

const sweepMs = 24 * 60 * 60 * 1_000;
/** Longer than an upload may take, so that another process's is never taken for an orphan. */
const orphanAgeMs = 15 * 60 * 1_000;

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
	clock: Clock;
	log: Logger;
	personalRecords: readonly PersonalRecords[];
};

/**
 * Makes the sweep that erases records whose term has ended, and uploads that nothing refers to. The log tells how many, and nothing else
 * is kept of them; when it fails, the log says so and the next day tries again.
 */
export function createDailySweep({ database, files, clock, log, personalRecords }: DailySweepDeps): DailySweep {
	const stopping = new AbortController();
	let running = Promise.resolve();
	let timer: NodeJS.Timeout | undefined;

	async function findReferred(names: string[]): Promise<Set<string>> {
		const referred = new Set<string>();
		for (const { findReferredFiles } of personalRecords)
			for (const name of (await findReferredFiles?.(database.db, names)) ?? []) referred.add(name);
		return referred;
	}

	async function sweep(): Promise<void> {
		try {
			const swept = await sweepExpired({ database, files, personalRecords, now: clock.now(), signal: stopping.signal });
			if (Object.values(swept).some((count) => count > 0)) {
				log.info(swept, "erased what was kept to the end of its term");
				await database.overwriteDeleted({ thoroughly: false });
			}
			const removed = await files.sweep(findReferred, orphanAgeMs, stopping.signal);
			if (removed > 0) log.info({ removed }, "removed uploads that nothing refers to");
		} catch (error) {
			log.warn({ err: error }, "the daily sweep could not be finished; the next day tries again");
		}
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
