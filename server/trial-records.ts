import { eraseRecords } from "../core/people/erase-records.server.ts";
import { removeErasedFiles } from "../core/people/erased-files.ts";
import type { PersonalRecords } from "../core/people/personal-records.ts";
import { findRecord } from "../core/records/record-store.server.ts";
import type { TrialForm } from "../core/self-trial/trial-store.server.ts";
import { bookingNames } from "../features/booking/booking-names.ts";
import { slotOf } from "../features/booking/booking-record.server.ts";
import { findBooking } from "../features/booking/find-bookings.server.ts";
import { applicationNames } from "../features/careers/applications/application-names.ts";
import { findApplication } from "../features/careers/applications/store.server.ts";
import { enquiryNames } from "../features/enquiries/enquiry-names.ts";
import { enquiryStore } from "../features/enquiries/store.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Connection, Database } from "../platform/database/database.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { SelfTrialDeps, SentByTrial } from "./self-trial.ts";

const kinds = {
	enquiry: enquiryNames.names,
	call: bookingNames.names,
	application: applicationNames.names,
} as const satisfies Record<TrialForm, string>;

/** Creates the functions with which a trial of the site looks for its records in the database and erases them. */
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
		async isStored(form, reference, sent) {
			return (
				(await finders[form](database.db, reference, sent)) && (await findRecord(database.db, reference)) !== undefined
			);
		},
		async erase(form, reference) {
			const records = getPersonalRecords().find(({ kind }) => kind === kinds[form]);
			if (!records) throw new Error(`There are no ${kinds[form]} to erase`);
			await database.write((transaction) => eraseRecords(transaction, records, [reference], clock.now()));
			await removeErasedFiles({ database, files });
		},
	};
}

/** Tell whether what a form stored is what was sent. */
const finders: Record<TrialForm, (db: Connection, reference: string, sent: SentByTrial) => Promise<boolean>> = {
	async enquiry(db, reference, { email, message }) {
		const enquiry = await enquiryStore.find(db, reference);
		return enquiry?.email === email && enquiry.message === message;
	},
	async call(db, reference, { email, date, time }) {
		const booking = await findBooking(db, reference);
		if (booking?.email !== email) return false;
		const slot = slotOf(booking);
		return slot.date === date && slot.time === time;
	},
	async application(db, reference, { email, jobId }) {
		const application = await findApplication(db, { reference });
		return application?.answers.email === email && application.jobId === jobId;
	},
};
