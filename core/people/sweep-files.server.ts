import type { Connection } from "../../platform/database/database.ts";
import { toUtcDay } from "../../platform/database/instant-text.ts";
import type { FileOwner } from "../../platform/files/file-owner.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import { isStillOurs, type Installation } from "../../platform/installation/installation.ts";

/** Longer than an upload may take, so that another process's upload is never taken for an orphan. */
const orphanAge = { minutes: 15 };
/** Days in the trash, in which a missing file can be noticed. */
const trashDays = 30;

/** The counts, or why the sweep was skipped. */
export type SweptFiles =
	| { skipped: "the files belong to another installation" | "the database names none of the files" }
	| {
			skipped?: undefined;
			/** Named by no record. */
			movedToTrash: number;
			/** In the trash, and named by a record again. */
			takenFromTrash: number;
			/** After their time in the trash. */
			removedFromTrash: number;
			/** Unfinished. */
			removedUploads: number;
			/** Unnamed, but older than this database's use of the files. */
			leftAlone: number;
	  };

export type SweepFilesOptions = {
	db: Connection;
	files: FileStore;
	installation: Installation;
	fileOwners: readonly FileOwner[];
	now: Temporal.Instant;
	/** Ends the sweep after the current file; the next sweep continues. */
	signal: AbortSignal;
};

/**
 * Moves files that no record names to the trash, takes those out that are named again, and removes those that have been there for 30 days.
 * A database that names none of the existing files sweeps nothing: it may be the wrong one, or an old copy.
 */
export async function sweepFiles({
	db,
	files,
	installation,
	fileOwners,
	now,
	signal,
}: SweepFilesOptions): Promise<SweptFiles> {
	if (!(await isStillOurs(installation, files))) return { skipped: "the files belong to another installation" };
	const orphans: string[] = [];
	let referredCount = 0;
	for await (const names of files.list()) {
		const referred = await findReferred(db, fileOwners, names);
		referredCount += referred.size;
		orphans.push(...names.filter((name) => !referred.has(name)));
	}
	if (orphans.length > 0 && referredCount === 0) return { skipped: "the database names none of the files" };

	const swept = { movedToTrash: 0, takenFromTrash: 0, removedFromTrash: 0, removedUploads: 0, leftAlone: 0 };
	const youngest = now.subtract(orphanAge);
	const today = toUtcDay(now);
	for (const name of orphans) {
		if (signal.aborted) return swept;
		const time = await files.findTimeOf(name);
		if (time === undefined || Temporal.Instant.compare(time, youngest) > 0) continue;
		if (Temporal.Instant.compare(time, installation.since) < 0) swept.leftAlone += 1;
		else if (await files.moveToTrash(name, today)) swept.movedToTrash += 1;
	}

	const trashed = [];
	for await (const some of files.listTrash()) trashed.push(...some);
	const missed = await findReferred(
		db,
		fileOwners,
		trashed.map(({ name }) => name),
	);
	const firstDay = toUtcDay(installation.since);
	const lastDay = toUtcDay(now.subtract({ hours: 24 * trashDays }));
	for (const file of trashed) {
		if (signal.aborted) return swept;
		if (missed.has(file.name)) {
			await files.takeFromTrash(file);
			swept.takenFromTrash += 1;
		} else if (file.day <= lastDay && file.day >= firstDay) {
			await files.removeFromTrash(file);
			swept.removedFromTrash += 1;
		}
	}
	swept.removedUploads = await files.removeStaleUploads(
		Temporal.Duration.from(orphanAge).total("milliseconds"),
		signal,
	);
	return swept;
}

async function findReferred(db: Connection, fileOwners: readonly FileOwner[], names: string[]): Promise<Set<string>> {
	const referred = new Set<string>();
	for (const { findReferredFiles } of fileOwners)
		for (const name of await findReferredFiles(db, names)) referred.add(name);
	return referred;
}
