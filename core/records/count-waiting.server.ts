import type { Database } from "../../platform/database/database.ts";
import { countRecords, type RecordsFilter } from "./list.server.ts";
import { expectsReply, type RecordKind } from "./record-kind.ts";

/** Returns the filter for the open records of a kind that wait for the team, snoozed ones among them. */
export function whereWaiting(kind: RecordKind): Pick<RecordsFilter, "unanswered" | "wroteAgain"> {
	return expectsReply(kind) ? { unanswered: true } : { wroteAgain: true };
}

/** Returns the filter for the open records of a kind that should have a reply by now, snoozed ones among them. */
export function whereForgotten(
	replyWithinDays: number,
	now: Temporal.Instant,
): Pick<RecordsFilter, "unanswered" | "awaitedBefore"> {
	return { unanswered: true, awaitedBefore: now.subtract({ hours: 24 * replyWithinDays }) };
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

/** Counts the records of a kind that should have a reply by now (RecordKind.replyWithinDays), without snoozed ones. */
export async function countForgotten(
	database: Pick<Database, "db" | "kind">,
	kind: RecordKind,
	now: Temporal.Instant,
): Promise<number> {
	const { replyWithinDays } = kind;
	if (replyWithinDays === undefined) return 0;
	return countRecords(database, { kinds: [kind], kind, awakeAt: now, ...whereForgotten(replyWithinDays, now) });
}
