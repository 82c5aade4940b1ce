import { listLowerCaseAddresses } from "../../../core/people/list-addresses.ts";
import { subtractMonths, type PersonalRecords } from "../../../core/people/personal-records.ts";
import { describeApplication } from "./describe-application.server.ts";
import type { Company } from "../../../shared/company.ts";
import {
	deleteApplications,
	listApplicationsOf,
	findReferredFiles,
	listApplicationFiles,
	listApplicationReferences,
} from "./store.server.ts";

/** Applications, with their resumes, are kept for their term from the day they came; a withdrawn one goes sooner. */
export function createApplicationPersonalData(
	retentionMonths: number,
	{ timeZone }: Pick<Company, "timeZone">,
): PersonalRecords {
	return {
		kind: "applications",
		name: "application",
		names: "applications",
		listExpired: (db, { now, limit }) =>
			listApplicationReferences(db, { receivedBefore: subtractMonths(now, retentionMonths, timeZone), limit }),
		listOfAddress: (db, email, { before, limit }) =>
			listApplicationReferences(db, { email, receivedBefore: before, limit }),
		listAddresses: (db, range) => listLowerCaseAddresses(db, "applications", range),
		listExisting: (db, among) => listApplicationReferences(db, { among, limit: among.length }),
		async describe(db, references) {
			const applications = await listApplicationsOf(db, references);
			return applications.map((application) => {
				const { tokenHash: _secret, ...stored } = application;
				const { reference, answers, receivedAt, resume } = application;
				return {
					reference,
					email: answers.email,
					at: receivedAt,
					fields: describeApplication(application),
					text: { label: "Cover letter", value: answers.coverLetter },
					stored,
					files: [{ storedAs: resume.file, name: resume.name, bytes: resume.bytes }],
					work: [],
				};
			});
		},
		async delete(transaction, references) {
			const files = await deleteApplications(transaction, references);
			return { count: files.length, files };
		},
		findReferredFiles,
		listFiles: listApplicationFiles,
	};
}
