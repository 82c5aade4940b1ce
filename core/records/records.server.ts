import { createBulkReplies } from "../conversations/bulk-replies.server.ts";
import { createDrafts } from "../conversations/drafts.server.ts";
import { createReplies } from "../conversations/replies.server.ts";
import { createReplyTemplates } from "../conversations/templates.server.ts";
import { createRecordChanges } from "./changes.server.ts";
import { countForgotten, countWaiting } from "./count-waiting.server.ts";
import { countEach, countRecords, listRecords, type ListOptions, type RecordsFilter } from "./list.server.ts";
import { createRecordNotes } from "./notes.server.ts";
import { createNotifications } from "./notifications.server.ts";
import { createPromises } from "./promise.server.ts";
import type { RecordKind } from "./record-kind.ts";
import { findRecord, searchRecords } from "./record-store.server.ts";
import type { RecordsDeps } from "./records-deps.ts";
import { createSavedViews } from "./saved-views.server.ts";
import { createScorecards } from "./scorecards.server.ts";
import { listTimeline } from "./timeline.server.ts";

/** Staff's actions on any record. */
export type Records = ReturnType<typeof createRecords>;

/** Creates what staff can do with records. */
export function createRecords(deps: RecordsDeps) {
	const { company, clock, database, kinds } = deps;
	const changes = createRecordChanges(deps);
	return {
		kinds,
		changes,
		notes: createRecordNotes(deps),
		notifications: createNotifications(deps),
		replies: createReplies({ ...deps, changes }),
		/** Replies and notes that are being written. */
		drafts: createDrafts(deps),
		/** Bulk replies. */
		bulkReplies: createBulkReplies({ ...deps, changes }),
		templates: createReplyTemplates(deps),
		scorecards: createScorecards(deps),
		/** Views of lists that members keep. */
		views: createSavedViews(deps),
		promises: createPromises(database.db, kinds, company),
		find: (reference: string) => findRecord(database.db, reference),
		list: (filter: RecordsFilter, options: ListOptions) => listRecords(database, filter, options),
		/** Returns the numbers of matching records, for lists and counts. */
		search: (text: string, atMost?: number) => searchRecords(database, text, atMost),
		count: (filter: RecordsFilter) => countRecords(database, filter),
		/** Counts the records of each filter, up to one more than `atMost`. */
		countEach: <Key extends string>(filters: ReadonlyMap<Key, RecordsFilter>, atMost: number) =>
			countEach(database, filters, atMost),
		/** Counts the records of a kind that should have a reply by now (RecordKind.replyWithinDays). */
		countForgotten: (kind: RecordKind) => countForgotten(database, kind, clock.now()),
		/** Counts the records of a kind that wait for the team. */
		countWaiting: (kind: RecordKind) => countWaiting(database, kind, clock.now()),
		listTimeline: (reference: string, options: { limit: number; before?: string | undefined }) =>
			listTimeline(database.db, reference, kinds, { now: clock.now(), ...options }),
	};
}
