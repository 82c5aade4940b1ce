import type { Database } from "../../platform/database/database.ts";
import { countRecords } from "./list.server.ts";
import type { RecordKind } from "./record-kind.ts";

/**
 * Counts the records of a kind that wait for the team, up to one more than `countedAtMost`: those without a reply where senders expect one,
 * otherwise those whose sender wrote again.
 */
export function countWaiting(database: Pick<Database, "db" | "kind">, kind: RecordKind): Promise<number> {
	const isReplied = kind.isPromised || kind.answerWithinDays !== undefined;
	return countRecords(database, { kinds: [kind], kind, ...(isReplied ? { unanswered: true } : { wroteAgain: true }) });
}
