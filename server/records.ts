import type { RecordDeclaration, RecordKind } from "../core/records/record-kind.ts";
import type { RecordsDeps } from "../core/records/records-deps.ts";
import { createRecords, type Records } from "../core/records/records.server.ts";
import { createBookingKind } from "../features/booking/record-kind.server.ts";
import { createApplicationKind } from "../features/careers/applications/record-kind.server.ts";
import { withInterviews } from "../features/careers/interviews/record-kind.server.ts";
import { createEnquiryKind } from "../features/enquiries/record-kind.server.ts";
import { createRequestKind } from "../features/privacy-requests/record-kind.server.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import { nameMessageIds } from "../platform/email/name-message-ids.ts";
import type { Company } from "../shared/company.ts";
import type { DeskSettings, TemplateSeed } from "../shared/desk.ts";
import type { AppDeps } from "./app-deps.ts";
import { createHostDeps } from "./hosts.ts";
import { findMailboxes } from "./mailboxes.ts";

/** The configuration that declarations need. */
export type DeclarationConfig = Pick<
	Config,
	| "salesEmail"
	| "careersEmail"
	| "videoRoomsUrl"
	| "mailFrom"
	| "publicUrl"
	| "bookingLimits"
	| "retentionMonths"
	| "retentionDays"
>;

/** Lists every kind of record that visitors send. */
export function declareRecords(config: DeclarationConfig, company: Company): RecordDeclaration[] {
	const { salesEmail, careersEmail } = findMailboxes(config, company);
	const { retentionMonths, bookingLimits: limits } = config;
	const hosts = createHostDeps({ config, company });
	return [
		createEnquiryKind({ company, salesEmail, keptMonths: retentionMonths.enquiries }),
		createBookingKind({
			company,
			salesEmail,
			keptMonths: retentionMonths.bookings,
			hosts,
			messageIdDomain: nameMessageIds(config),
			limits,
		}),
		withInterviews(
			createApplicationKind({
				company,
				careersEmail,
				keptMonths: retentionMonths.applications,
				publicUrl: config.publicUrl,
			}),
			{
				company,
				hosts,
			},
		),
		createRequestKind({ company, keptMonths: retentionMonths.requests }),
	];
}

/** Lists the kinds of records with the company's content. */
export function listRecordKinds({
	config,
	company,
	desk,
}: {
	config: DeclarationConfig;
	company: Company;
	desk: DeskSettings;
}): RecordKind[] {
	return declareRecords(config, company).map((declaration) => withContent(declaration, desk));
}

function withContent(declaration: RecordDeclaration, desk: DeskSettings): RecordKind {
	const content = Object.entries(desk).find(([name]) => name === declaration.name)?.[1];
	if (!content) throw new Error(`content/desk.yml has nothing on ${declaration.names}`);
	const { templates: _templates, ...settings } = content;
	return { ...declaration, ...settings };
}

/** Returns the templates that first fill the table, by kind of record. */
export function listTemplateSeeds(desk: DeskSettings): Record<string, TemplateSeed[]> {
	return Object.fromEntries(Object.entries(desk).map(([name, { templates }]) => [name, templates]));
}

/** Creates staff's side of records that a server of the release before stored beside this one. */
export async function registerMissing(database: Database, kinds: readonly RecordDeclaration[]): Promise<void> {
	for (const { store } of kinds) await store.registerMissing(database);
}

/** Creates what staff do with records. */
export function createDeskRecords({
	outbox,
	...deps
}: Omit<RecordsDeps, "onEmails"> & Pick<AppDeps, "outbox">): Records {
	return createRecords({
		...deps,
		// The outbox polls every few seconds; this sends a reply as soon as it can no longer be undone.
		onEmails(dueAt) {
			if (dueAt) setTimeout(() => outbox.wake(), Math.max(0, dueAt.epochMilliseconds - Date.now()) + 50).unref();
			else outbox.wake();
		},
	});
}
