import type { Database } from "../../platform/database/database.ts";
import { countRecords } from "./list.server.ts";
import type { RecordKind } from "./record-kind.ts";

/**
 * Counts the records of a kind that wait for the team, up to one more than `countedAtMost`: those without a reply where senders expect one,
 * otherwise those whose sender wrote again. Snoozed records do not wait.
 */
export function countWaiting(
	database: Pick<Database, "db" | "kind">,
	kind: RecordKind,
	now: Temporal.Instant,
): Promise<number> {
	const isReplied = kind.isPromised || kind.answerWithinDays !== undefined;
	const waits = isReplied ? { unanswered: true } : { wroteAgain: true };
	return countRecords(database, { kinds: [kind], kind, awakeAt: now, ...waits });
}
