import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import { enqueueEmail } from "../../platform/email/enqueue-email.ts";
import type { FileStore } from "../../platform/files/file-store.ts";
import type { ListColleagues, RecordKind } from "./record-kind.ts";
import { findRecord, searchRecords, type StoredRecord } from "./record-store.server.ts";
import type { Company } from "../../shared/company.ts";
import { createAnswers, type Answers } from "../conversations/bulk-replies.server.ts";
import { createRecordChanges, type RecordChanges } from "./changes.server.ts";
import { mentionEmailKind } from "../conversations/email-kinds.ts";
import {
	countForgotten,
	countRecords,
	listRecords,
	type ListOptions,
	type RecordsFilter,
	type RecordsPage,
} from "./list.server.ts";
import type { NoteAction } from "./note-action.ts";
import { createRecordNotes, type RecordNotes } from "./notes.server.ts";
import { createNotifications, type Notifications } from "./notifications.server.ts";
import { createPromises, type Promises } from "./promise.server.ts";
import { createDrafts, type Drafts } from "../conversations/drafts.server.ts";
import { createReplies, type Replies } from "../conversations/replies.server.ts";
import { createScorecards, type Scorecards } from "./scorecards.server.ts";
import { createReplyTemplates, type ReplyTemplates } from "../conversations/templates.server.ts";
import { listTimeline, type TimelinePage } from "./timeline.server.ts";

/** Staff's actions on any record. */
export type Records = {
	kinds: readonly RecordKind[];
	listColleagues: ListColleagues;
	changes: RecordChanges;
	notes: RecordNotes;
	notifications: Notifications;
	replies: Replies;
	/** Replies and notes that are being written. */
	drafts: Drafts;
	/** Bulk replies. */
	answers: Answers;
	templates: ReplyTemplates;
	scorecards: Scorecards;
	promises: Promises;
	find(reference: string): Promise<StoredRecord | undefined>;
	list(filter: RecordsFilter, options: ListOptions): Promise<RecordsPage>;
	count(filter: RecordsFilter): Promise<number>;
	/** Counts the records of a kind that should have an answer by now (RecordKind.answerWithinDays). */
	countForgotten(kind: RecordKind): Promise<number>;
	/** Returns the numbers of matching records, for lists and counts. */
	search(text: string): Promise<number[]>;
	listTimeline(
		reference: string,
		options: { limit: number; before?: string | undefined },
	): Promise<TimelinePage | undefined>;
};

export type RecordsDeps = {
	company: Company;
	clock: Clock;
	database: Database;
	files: Pick<FileStore, "keep" | "remove">;
	kinds: readonly RecordKind[];
	listColleagues: ListColleagues;
	messageIdDomain: string;
	/** Called when e-mails may have become due. */
	onEmails(): void;
	noteAction: NoteAction;
	/** Called with the time at which a reply falls due. */
	onReply(dueAt: Temporal.Instant): void;
};

/** Creates what staff can do with records. */
export function createRecords(deps: RecordsDeps): Records {
	const { company, clock, database, kinds, listColleagues, messageIdDomain, onEmails, noteAction } = deps;
	const changes = createRecordChanges(deps);
	return {
		kinds,
		listColleagues,
		changes,
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
			onEmails,
			noteAction,
		}),
		notifications: createNotifications(deps),
		replies: createReplies({ ...deps, changes }),
		drafts: createDrafts(deps),
		answers: createAnswers({ ...deps, changes }),
		templates: createReplyTemplates(deps),
		scorecards: createScorecards(deps),
		promises: createPromises(database.db, kinds, company),
		find: (reference) => findRecord(database.db, reference),
		list: (filter, options) => listRecords(database, filter, options),
		search: (text) => searchRecords(database, text),
		count: (filter) => countRecords(database, filter),
		countForgotten: (kind) => countForgotten(database, kind, clock.now()),
		listTimeline: (reference, options) =>
			listTimeline(database.db, reference, { kinds, listColleagues }, { now: clock.now(), ...options }),
	};
}
