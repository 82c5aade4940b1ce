import { seedTemplates } from "../core/conversations/templates.server.ts";
import { eraseRestoredPeople } from "../core/people/erased-people.server.ts";
import type { ErasureLock } from "../core/people/locked-archives.server.ts";
import type { PersonalRecords } from "../core/people/personal-records.ts";
import type { RecordDeclaration } from "../core/records/record-kind.ts";
import type { Job } from "../features/careers/jobs/job.ts";
import { seedJobs } from "../features/careers/jobs/jobs.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Logger } from "../platform/log.ts";
import type { DeskSettings } from "../shared/desk.ts";
import { listTemplateSeeds, registerMissing } from "./records.ts";

/**
 * Prepares stored data at a start: erases again people whom a restored database brought back, fills in jobs and templates of a new
 * installation, and registers what a server of the release before stored.
 */
export async function prepareData({
	database,
	files,
	personalRecords,
	lock,
	jobs,
	kinds,
	deskSettings,
	clock,
	log,
}: {
	database: Database;
	files: FileStore;
	personalRecords: readonly PersonalRecords[];
	/** Keeps people who are erased again unseen for the rest of the term. */
	lock: ErasureLock | undefined;
	jobs: readonly Job[];
	kinds: readonly RecordDeclaration[];
	deskSettings: DeskSettings;
	clock: Clock;
	log: Logger;
}): Promise<void> {
	const now = clock.now();
	const erasedAgain = await eraseRestoredPeople({ database, files, personalRecords, lock, now });
	if (erasedAgain.people > 0) {
		log.warn(erasedAgain, "an older copy of the database contained erased people; they are erased again");
		await database.overwriteDeleted({ thoroughly: true });
	}
	await seedJobs(database, jobs, now);
	await registerMissing(database, kinds);
	await seedTemplates(database, listTemplateSeeds(deskSettings), now);
}
