import type { Connection } from "../../../platform/database/database.ts";
import {
	changeApplicationState,
	countApplications,
	countReceivedApplications,
	findApplication,
	listApplications,
	listApplicationsAfter,
	type ApplicationFilter,
} from "./store.server.ts";
import { applicationColumns, toApplicationRow } from "./application-csv.server.ts";
import { describeApplication } from "./describe-application.server.ts";
import { describeQuarantine, describeRelease } from "../../../core/records/describe-outcomes.ts";
import type { RecordFilter, StaffRecords } from "../../../core/records/staff-records.ts";
import type { Company } from "../../../shared/company.ts";
import { readAll, toCsv } from "../../../platform/csv.ts";
import { holdEmails, releaseEmails } from "../../../platform/email/unsent-emails-store.ts";

/** Job applications, newest first. */
export function createApplicationRecords({ timeZoneLabel }: Pick<Company, "timeZoneLabel">): StaffRecords {
	return {
		name: "application",
		names: "applications",
		prefix: "APP",

		columns: [`Received (${timeZoneLabel})`, "Position", "Name", "E-mail"],
		hasTimes: false,
		none: "No applications.",

		async list({ database }, { limit, offset = 0, ...filter }) {
			const applications = await listApplications(database.db, { limit, offset, ...toApplicationFilter(filter) });
			return applications.map(({ reference, receivedAt, jobTitle, answers, state }) => ({
				reference,
				values: [receivedAt, jobTitle, answers.fullName, answers.email],
				state,
			}));
		},

		count: ({ database }, filter) => countApplications(database.db, toApplicationFilter(filter)),

		countReceived: ({ database }, interval) => countReceivedApplications(database.db, interval),

		async find({ database }, reference) {
			const application = await findApplication(database.db, { reference });
			if (!application) return undefined;
			const { state, answers, resume } = application;
			return {
				reference,
				state,
				name: answers.fullName,
				fields: [
					{ label: "Received", value: application.receivedAt },
					{ label: "State", value: state, as: "state" },
					...describeApplication(application),
				],
				text: { label: "Cover letter", value: answers.coverLetter },
				file: { storedAs: resume.file, name: resume.name, bytes: resume.bytes },
				actions: state === "quarantined" ? ["release"] : state === "received" ? ["quarantine"] : [],
			};
		},

		async release({ database, now }, reference) {
			const released = await database.write(async (transaction) =>
				(await changeApplicationState(transaction, reference, { from: "quarantined", to: "received", now }))
					? releaseEmails(transaction, reference, now)
					: undefined,
			);
			if (released === undefined) return `${reference} is not in quarantine.`;
			return describeRelease(reference, released);
		},

		async quarantine({ database, now }, reference) {
			const held = await database.write(async (transaction) =>
				(await changeApplicationState(transaction, reference, { from: "received", to: "quarantined", now }))
					? holdEmails(transaction, reference)
					: undefined,
			);
			if (held === undefined)
				return `${reference} is ${(await findApplication(database.db, { reference }))?.state ?? "gone"} and stays so.`;
			return describeQuarantine(reference, held);
		},

		exportAll: ({ database }) => toCsv(applicationColumns, listExportRows(database.db)),
	};
}

function toApplicationFilter({ quarantinedOnly, since, search }: RecordFilter): ApplicationFilter {
	return { search, since, ...(quarantinedOnly && { state: "quarantined" }) };
}

async function* listExportRows(db: Connection) {
	for await (const application of readAll((id, limit) => listApplicationsAfter(db, id, limit)))
		yield toApplicationRow(application);
}
