import type { Database } from "../../platform/database/database.ts";
import { countRecords, type RecordsFilter } from "./list.server.ts";
import { expectsReply, type RecordKind } from "./record-kind.ts";

/** Returns the filter for the open records of a kind that wait for the team, snoozed ones among them. */
export function whereWaiting(kind: RecordKind): Pick<RecordsFilter, "unanswered" | "wroteAgain"> {
	return expectsReply(kind) ? { unanswered: true } : { wroteAgain: true };
}

/**
 * Counts the records of a kind that wait for the team, up to one more than `countedAtMost`: open ones without a reply where senders expect
 * one, otherwise those whose sender wrote again. Snoozed records do not wait.
 */
export function countWaiting(
	database: Pick<Database, "db" | "kind">,
	kind: RecordKind,
	now: Temporal.Instant,
): Promise<number> {
	return countRecords(database, { kinds: [kind], kind, awakeAt: now, ...whereWaiting(kind) });
}
