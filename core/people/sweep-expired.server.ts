import type { Database } from "../../platform/database/database.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { eraseRecords } from "./erase-records.server.ts";
import { removeErasedFiles } from "./erased-files.ts";
import { rememberSweep } from "./last-sweep.server.ts";
import { deleteEndedArchives, type ErasureLock } from "./locked-archives.server.ts";
import { deleteLostMerges } from "./merged-addresses.server.ts";
import type { PersonalRecords } from "./personal-records.ts";

/** Records of one transaction. SQLite runs nothing else meanwhile: 50 records with four e-mails each took up to 0.2 s on a busy machine. */
const recordsAtOnce = 10;

/** Numbers of erased records by kind, of e-mails and of files. */
export type SweptRecords = Record<string, number> & { emails: number; files: number };

export type SweepOptions = {
	database: Database;
	files: Pick<FileStore, "remove">;
	personalRecords: readonly PersonalRecords[];
	/** Keeps what is erased unseen for a term. */
	lock?: ErasureLock | undefined;
	now: Temporal.Instant;
	/** How many records may be erased; the next sweep continues. */
	most: number;
	/** Ends the sweep after the current batch; the next sweep continues. */
	signal: AbortSignal;
};

/**
 * Erases every record whose term has ended, with its e-mails, stored responses and files, in small transactions, the merges of addresses
 * that have no record left, and archives of erased records whose own terms have ended.
 * Several processes may sweep at once: each record is counted by the one that deleted it.
 * @throws StorageUnavailableError when the database accepts no writes; earlier batches stay erased
 */
export async function sweepExpired({
	database,
	files,
	personalRecords,
	lock,
	now,
	most,
	signal,
}: SweepOptions): Promise<SweptRecords> {
	const swept: SweptRecords = {
		...Object.fromEntries(personalRecords.map(({ kind }) => [kind, 0])),
		emails: 0,
		files: 0,
	};
	let left = most;
	for (const records of personalRecords) {
		while (!signal.aborted && left > 0) {
			const references = await records.listExpired(database.db, { now, limit: Math.min(recordsAtOnce, left) });
			if (references.length === 0) break;
			const erased = await database.write(async (transaction) => {
				const gone = await eraseRecords(transaction, records, references, now, { lock });
				await rememberSweep(transaction, now, gone.count);
				return gone;
			});
			await removeErasedFiles({ database, files });
			left -= references.length;
			swept[records.kind] = (swept[records.kind] ?? 0) + erased.count;
			swept.emails += erased.emails;
			swept.files += erased.files.length;
		}
	}
	await deleteEndedArchives(database, now);
	await deleteLostMerges({ database, personalRecords });
	// Files whose process was killed after the commit.
	await removeErasedFiles({ database, files });
	return swept;
}
