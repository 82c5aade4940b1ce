import { mayUse, type Area } from "../core/accounts/roles.ts";
import { writeAuditEntry } from "../core/accounts/audit-log.server.ts";
import { listAccounts } from "../core/accounts/store.server.ts";
import { createBookingKind } from "../features/booking/record-kind.server.ts";
import { registerMissingBookings } from "../features/booking/store.server.ts";
import { createApplicationKind } from "../features/careers/applications/record-kind.server.ts";
import { registerMissingApplications } from "../features/careers/applications/store.server.ts";
import { withInterviews } from "../features/careers/interviews/record-kind.server.ts";
import { createEnquiryKind } from "../features/enquiries/record-kind.server.ts";
import { registerMissingEnquiries } from "../features/enquiries/store.server.ts";
import { listThread } from "../core/conversations/replies.server.ts";
import { createRecords, type Records } from "../core/records/records.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Connection, Database } from "../platform/database/database.ts";
import type { Outbox } from "../platform/email/outbox.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { Colleague, ListColleagues, RecordKind } from "../core/records/record-kind.ts";
import type { Company } from "../shared/company.ts";
import type { DeskFacts, TemplateSeed } from "../shared/desk.ts";
import { createHostDeps } from "./hosts.ts";
import { findMailboxes } from "./mailboxes.ts";
import { nameMessageIds } from "./name-message-ids.ts";

/** Who may work with which kind of record: the part of the desk that it stands in. */
const areaOfKind: Readonly<Record<string, Area>> = { enquiry: "enquiries", booking: "calls", application: "hiring" };

/** Lists the kinds of records that staff answer, as content has them. */
export function listRecordKinds({
	config,
	company,
	desk,
}: {
	config: Pick<Config, "salesEmail" | "careersEmail" | "videoRoomsUrl" | "mailFrom" | "publicUrl">;
	company: Company;
	desk: DeskFacts;
}): RecordKind[] {
	const { salesEmail, careersEmail } = findMailboxes(config, company);
	return [
		createEnquiryKind({ stages: desk.enquiry.stages, salesEmail }),
		createBookingKind({
			stages: desk.booking.stages,
			salesEmail,
			company,
			hosts: createHostDeps({ config, company }),
			messageIdDomain: nameMessageIds(config),
		}),
		withInterviews(createApplicationKind({ ...desk.application, careersEmail }), {
			company,
			hosts: createHostDeps({ config, company }),
		}),
	];
}

/** Makes what lists the Message-IDs of a thread with whoever sent a record, the first one first; none for a record of no kind. */
export function createThreadReader(kinds: readonly RecordKind[]) {
	return async (db: Connection, reference: string): Promise<string[]> => {
		const kind = kinds.find(({ prefix }) => reference.startsWith(`${prefix}-`));
		return kind ? listThread(db, kind, { reference }) : [];
	};
}

/** What the table of templates is first filled with, by kind of record. */
export function listTemplateSeeds(desk: DeskFacts): Record<string, TemplateSeed[]> {
	return {
		enquiry: desk.enquiry.templates,
		booking: desk.booking.templates,
		application: desk.application.templates,
	};
}

/** Makes staff's side of what a server of the release before stored beside this one. */
export async function registerMissing(database: Database): Promise<void> {
	await registerMissingEnquiries(database);
	await registerMissingBookings(database);
	await registerMissingApplications(database);
}

/** Lists those who work here, and with a kind those who may work with it now. */
export const listDeskColleagues: ListColleagues = async (db, kind) => {
	const accounts = await listAccounts(db);
	const area = kind === undefined ? undefined : areaOfKind[kind];
	return accounts
		.filter(
			({ roles, disabledAt }) =>
				kind === undefined || (area !== undefined && mayUse(roles, area) && disabledAt === undefined),
		)
		.map(({ id, name, email }): Colleague => ({ id, name, email }));
};

export type DeskRecordsDeps = {
	config: Pick<Config, "mailFrom" | "publicUrl">;
	company: Company;
	clock: Clock;
	database: Database;
	files: FileStore;
	outbox: Pick<Outbox, "wake">;
	kinds: readonly RecordKind[];
};

/** Makes what staff can do with records, of the parts that the server has. */
export function createDeskRecords({ config, outbox, ...deps }: DeskRecordsDeps): Records {
	return createRecords({
		...deps,
		listColleagues: listDeskColleagues,
		messageIdDomain: nameMessageIds(config),
		onEmails: () => outbox.wake(),
		noteAction: (transaction, action) => writeAuditEntry(transaction, action, deps.clock.now()),
		// The outbox looks by itself every few seconds; so a reply leaves soon after it can be taken back no more.
		onReply(dueAt) {
			setTimeout(() => outbox.wake(), Math.max(0, dueAt.epochMilliseconds - Date.now()) + 50).unref();
		},
	});
}
