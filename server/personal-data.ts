import { createConsentRecords } from "../core/consents/personal-data.server.ts";
import { createMessagePersonalData } from "../core/conversations/incoming/message-personal-data.server.ts";
import { importFiles } from "../core/imports/import-store.server.ts";
import type { PersonalRecords } from "../core/people/personal-records.ts";
import { createPersonalRecords, replyFiles } from "../core/records/personal-data.server.ts";
import { jobAlertPersonalData } from "../features/careers/alerts/personal-data.server.ts";
import { newsletterPersonalData } from "../features/newsletter/personal-data.server.ts";
import { requestWishPersonalData } from "../features/privacy-requests/personal-data.server.ts";
import type { FileOwner } from "../platform/files/file-owner.ts";
import type { Company } from "../shared/company.ts";
import { declareRecords, type DeclarationConfig } from "./records.ts";

/** Every kind of personal record; a kind that is missing here is never erased. */
export function listPersonalRecords(config: DeclarationConfig, company: Company): PersonalRecords[] {
	return [
		...declareRecords(config, company).map((kind) => createPersonalRecords(kind, company)),
		jobAlertPersonalData,
		newsletterPersonalData,
		requestWishPersonalData,
		createMessagePersonalData({ keptDays: config.retentionDays.messages }),
		createConsentRecords({ keptMonths: config.retentionMonths.consents }, company),
	];
}

/** Lists every owner of stored files; files of an owner that is missing here are moved to the trash. */
export function listFileOwners(config: DeclarationConfig, company: Company): FileOwner[] {
	const ofKinds = declareRecords(config, company).flatMap(({ personalData }) => personalData.files ?? []);
	return [...ofKinds, replyFiles, importFiles];
}
