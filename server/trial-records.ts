import { removeErasedFiles } from "../core/people/erased-files.ts";
import { eraseRecords } from "../core/people/erase-records.server.ts";
import type { PersonalRecords } from "../core/people/personal-records.ts";
import { findRecord } from "../core/records/record-store.server.ts";
import type { SelfTrialDeps } from "../core/self-trial/self-trial.server.ts";
import { enquiryNames } from "../features/enquiries/enquiry-names.ts";
import { enquiryStore } from "../features/enquiries/store.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { FileStore } from "../platform/files/file-store.ts";

/** Creates the functions with which a trial of the site looks for its enquiry in the database and erases it. */
export function createTrialRecords({
	database,
	files,
	clock,
	getPersonalRecords,
}: {
	database: Database;
	files: Pick<FileStore, "remove">;
	clock: Clock;
	getPersonalRecords(): readonly PersonalRecords[];
}): Pick<SelfTrialDeps, "isStored" | "erase"> {
	return {
		async isStored(reference, { email, message }) {
			const enquiry = await enquiryStore.find(database.db, reference);
			return (
				enquiry?.email === email &&
				enquiry.message === message &&
				(await findRecord(database.db, reference)) !== undefined
			);
		},
		async erase(reference) {
			const enquiries = getPersonalRecords().find(({ kind }) => kind === enquiryNames.names);
			if (!enquiries) throw new Error("There are no enquiries to erase");
			await database.write((transaction) => eraseRecords(transaction, enquiries, [reference], clock.now()));
			await removeErasedFiles({ database, files });
		},
	};
}
