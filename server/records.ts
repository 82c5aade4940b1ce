import { mayUse, type Area } from "../features/accounts/roles.ts";
import { listAccounts } from "../features/accounts/store.server.ts";
import { createEnquiryKind } from "../features/enquiries/record-kind.server.ts";
import { createRecordChanges, type RecordChanges } from "../features/records/changes.server.ts";
import { mentionEmailKind } from "../features/records/email-kinds.ts";
import { countRecords, listRecords, type ListOptions, type RecordsFilter } from "../features/records/list.server.ts";
import { createRecordNotes, type RecordNotes } from "../features/records/notes.server.ts";
import { createPromises, type Promises } from "../features/records/promise.server.ts";
import { createReplies, type Replies } from "../features/records/replies.server.ts";
import { createReplyTemplates, type ReplyTemplates } from "../features/records/templates.server.ts";
import { listTimeline, type TimelinePage } from "../features/records/timeline.server.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Database } from "../platform/database/database.ts";
import { enqueueEmail } from "../platform/email/outbox-store.ts";
import type { Outbox } from "../platform/email/outbox.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import { searchRecords } from "../platform/records/record-store.ts";
import type { Colleague, ListColleagues, RecordKind } from "../platform/records/record-kind.ts";
import type { Company } from "../shared/company.ts";
import type { DeskFacts, TemplateSeed } from "../shared/desk.ts";
import { nameMessageIds } from "./app.ts";

/** Who may work with which kind of record: the part of the desk that it stands in. */
const areaOfKind: Readonly<Record<string, Area>> = { enquiry: "enquiries" };

/** Lists the kinds of records that staff answer, as content has them. */
export function listRecordKinds({
	config,
	company,
	desk,
}: {
	config: Pick<Config, "salesEmail">;
	company: Pick<Company, "salesEmail">;
	desk: DeskFacts;
}): RecordKind[] {
	return [createEnquiryKind({ stages: desk.enquiry.stages, salesEmail: config.salesEmail ?? company.salesEmail })];
}

/** What the table of templates is first filled with, by kind of record. */
export function listTemplateSeeds(desk: DeskFacts): Record<string, TemplateSeed[]> {
	return { enquiry: desk.enquiry.templates };
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

/** All that staff can do with any record; the desk's pages are made of it. */
export type Records = {
	kinds: readonly RecordKind[];
	listColleagues: ListColleagues;
	changes: RecordChanges;
	notes: RecordNotes;
	replies: Replies;
	templates: ReplyTemplates;
	promises: Promises;
	list(filter: RecordsFilter, options: ListOptions): ReturnType<typeof listRecords>;
	count(filter: RecordsFilter): Promise<number>;
	/** Finds records by words; lists and counts take what it gives. */
	search(text: string): Promise<number[]>;
	listTimeline(
		reference: string,
		options: { limit: number; before?: string | undefined },
	): Promise<TimelinePage | undefined>;
};

export type RecordsDeps = {
	config: Pick<Config, "mailFrom" | "publicUrl">;
	company: Company;
	clock: Clock;
	database: Database;
	files: FileStore;
	outbox: Pick<Outbox, "wake">;
	kinds: readonly RecordKind[];
};

/** Makes what staff can do with records, of the parts that the server has. */
export function createRecords({ config, company, clock, database, files, outbox, kinds }: RecordsDeps): Records {
	const messageIdDomain = nameMessageIds(config);
	const listColleagues = listDeskColleagues;
	return {
		kinds,
		listColleagues,
		changes: createRecordChanges({ database, clock, kinds, listColleagues }),
		notes: createRecordNotes({
			database,
			clock,
			listColleagues,
			async enqueueMention(transaction, { reference, noteId, recipient }) {
				await enqueueEmail(
					transaction,
					{ kind: mentionEmailKind, reference, recipient, parameters: { noteId } },
					{ now: clock.now(), messageIdDomain },
				);
			},
			onEmails: () => outbox.wake(),
		}),
		replies: createReplies({
			database,
			clock,
			files,
			kinds,
			company,
			messageIdDomain,
			// The outbox looks by itself every few seconds; so a reply leaves soon after it can be taken back no more.
			onReply(dueAt) {
				setTimeout(() => outbox.wake(), Math.max(0, dueAt.epochMilliseconds - Date.now()) + 50).unref();
			},
		}),
		templates: createReplyTemplates({ database, clock }),
		promises: createPromises(database.db, kinds, company),
		list: (filter, options) => listRecords(database, filter, options),
		search: (text) => searchRecords(database, text),
		count: (filter) => countRecords(database, filter),
		listTimeline: (reference, options) =>
			listTimeline(database.db, reference, { kinds, listColleagues }, { now: clock.now(), ...options }),
	};
}
