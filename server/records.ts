import { mayUse } from "../core/accounts/roles.ts";
import { writeAuditEntry } from "../core/accounts/audit-log.server.ts";
import { listAccounts } from "../core/accounts/store.server.ts";
import { createBookingKind } from "../features/booking/record-kind.server.ts";
import { createApplicationKind } from "../features/careers/applications/record-kind.server.ts";
import { withInterviews } from "../features/careers/interviews/record-kind.server.ts";
import { createEnquiryKind } from "../features/enquiries/record-kind.server.ts";
import { listThread } from "../core/conversations/replies.server.ts";
import { createRecords, type Records } from "../core/records/records.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Connection, Database } from "../platform/database/database.ts";
import type { Outbox } from "../platform/email/outbox.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Colleague, ListColleagues, RecordDeclaration, RecordKind } from "../core/records/record-kind.ts";
import type { Company } from "../shared/company.ts";
import type { DeskFacts, TemplateSeed } from "../shared/desk.ts";
import { createHostDeps } from "./hosts.ts";
import { findMailboxes } from "./mailboxes.ts";
import { nameMessageIds } from "./name-message-ids.ts";

/** The configuration that declarations need. */
export type DeclarationConfig = Pick<
	Config,
	"salesEmail" | "careersEmail" | "videoRoomsUrl" | "mailFrom" | "publicUrl" | "bookingCaps" | "retentionMonths"
>;

/** Lists every kind of record that visitors send. */
export function declareRecords(config: DeclarationConfig, company: Company): RecordDeclaration[] {
	const { salesEmail, careersEmail } = findMailboxes(config, company);
	const { retentionMonths, bookingCaps: caps } = config;
	const hosts = createHostDeps({ config, company });
	return [
		createEnquiryKind({ company, salesEmail, keptMonths: retentionMonths.enquiries }),
		createBookingKind({
			company,
			salesEmail,
			keptMonths: retentionMonths.bookings,
			hosts,
			messageIdDomain: nameMessageIds(config),
			caps,
		}),
		withInterviews(createApplicationKind({ company, careersEmail, keptMonths: retentionMonths.applications }), {
			company,
			hosts,
		}),
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
	desk: DeskFacts;
}): RecordKind[] {
	return declareRecords(config, company).map((declaration) => withContent(declaration, desk));
}

function withContent(declaration: RecordDeclaration, desk: DeskFacts): RecordKind {
	const content = Object.entries(desk).find(([name]) => name === declaration.name)?.[1];
	if (!content) throw new Error(`content/desk.yml has nothing on ${declaration.names}`);
	return { ...declaration, stages: content.stages, criteria: content.criteria };
}

/** Creates the reader of a thread's Message-IDs, oldest first; empty for an unknown record. */
export function createThreadReader(kinds: readonly RecordKind[]) {
	return async (db: Connection, reference: string): Promise<string[]> => {
		const kind = kinds.find(({ prefix }) => reference.startsWith(`${prefix}-`));
		return kind ? listThread(db, kind, { reference }) : [];
	};
}

/** Returns the templates that first fill the table, by kind of record. */
export function listTemplateSeeds(desk: DeskFacts): Record<string, TemplateSeed[]> {
	return Object.fromEntries(Object.entries(desk).map(([name, { templates }]) => [name, templates]));
}

/** Creates staff's side of records that a server of the release before stored beside this one. */
export async function registerMissing(database: Database, kinds: readonly RecordDeclaration[]): Promise<void> {
	for (const { store } of kinds) await store.registerMissing(database);
}

/** Creates the list of members, or of those who may work with a kind of record. */
export function createColleagueList(kinds: readonly RecordDeclaration[]): ListColleagues {
	return async (db, name) => {
		const accounts = await listAccounts(db);
		const kind = kinds.find((one) => one.name === name);
		return accounts
			.filter(
				({ roles, disabledAt }) =>
					name === undefined || (kind !== undefined && mayUse(roles, kind.area) && disabledAt === undefined),
			)
			.map(({ id, name: ofAccount, email }): Colleague => ({ id, name: ofAccount, email }));
	};
}

export type DeskRecordsDeps = {
	config: Pick<Config, "mailFrom" | "publicUrl">;
	company: Company;
	clock: Clock;
	database: Database;
	files: FileStore;
	outbox: Pick<Outbox, "wake">;
	kinds: readonly RecordKind[];
};

/** Creates what staff do with records. */
export function createDeskRecords({ config, outbox, ...deps }: DeskRecordsDeps): Records {
	return createRecords({
		...deps,
		listColleagues: createColleagueList(deps.kinds),
		messageIdDomain: nameMessageIds(config),
		onEmails: () => outbox.wake(),
		noteAction: (transaction, action) => writeAuditEntry(transaction, action, deps.clock.now()),
		// The outbox polls every few seconds; this sends a reply as soon as it can no longer be undone.
		onReply(dueAt) {
			setTimeout(() => outbox.wake(), Math.max(0, dueAt.epochMilliseconds - Date.now()) + 50).unref();
		},
	});
}
