import { createBookingPersonalData } from "../features/booking/personal-data.server.ts";
import { jobAlertPersonalData } from "../features/careers/alerts/personal-data.server.ts";
import { createApplicationPersonalData } from "../features/careers/applications/personal-data.server.ts";
import { withInterviewData } from "../features/careers/interviews/personal-data.server.ts";
import { replyFiles, withRecordWork } from "../core/records/personal-data.server.ts";
import { createEnquiryPersonalData } from "../features/enquiries/personal-data.server.ts";
import type { Config } from "../platform/config.ts";
import type { Company } from "../shared/company.ts";
import type { PersonalRecords } from "../core/people/personal-records.ts";

/** Every kind of record about a person; one that is missing here is never erased. */
export function listPersonalRecords(
	{ retentionMonths }: Pick<Config, "retentionMonths">,
	company: Company,
): PersonalRecords[] {
	return [
		// Files of replies stand with one kind, whichever kind their records are of.
		{ ...withRecordWork(createEnquiryPersonalData(retentionMonths.enquiries, company)), ...replyFiles },
		withRecordWork(createBookingPersonalData(retentionMonths.bookings, company)),
		withInterviewData(withRecordWork(createApplicationPersonalData(retentionMonths.applications, company)), company),
		jobAlertPersonalData,
	];
}
