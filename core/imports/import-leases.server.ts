import type { ExpressionBuilder } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { importsChangeKey, type ImportState } from "./import-store.server.ts";

const firstRetrySeconds = 1;
const longestRetrySeconds = 60;

const atWork: readonly ImportState[] = ["checking", "importing", "undoing"];

/** Matches imports that do not wait to be tried again. */
function isDue(now: Temporal.Instant) {
	return ({ or, eb }: ExpressionBuilder<Tables, "imports">) =>
		or([
			eb("retryAt", "is", null),
			eb("retryAt", "<=", toInstantText(now)),
			// A clock that was wrong.
			eb("retryAt", ">", toInstantText(now.add({ seconds: longestRetrySeconds }))),
		]);
}

/** Tells whether an import has work to do. */
export async function hasWork(db: Connection, now: Temporal.Instant): Promise<boolean> {
	const row = await db
		.selectFrom("imports")
		.select("number")
		.where("state", "in", atWork)
		.where(isDue(now))
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** Leaves a failed import alone for a second, and twice as long after each further failure. */
export async function delayImport(transaction: WriteTransaction, number: number, now: Temporal.Instant): Promise<void> {
	const { failures } = await transaction
		.selectFrom("imports")
		.select("failures")
		.where("number", "=", number)
		.executeTakeFirstOrThrow();
	const seconds = Math.min(firstRetrySeconds * 2 ** failures, longestRetrySeconds);
	await transaction
		.updateTable("imports")
		.set({ failures: failures + 1, retryAt: toInstantText(now.add({ seconds })) })
		.where("number", "=", number)
		.execute();
	await recordChange(transaction, [importsChangeKey]);
}

/**
 * Takes the oldest import with work to do, unless another process works on it, or keeps the hold on it.
 * @param lease `only`: the number of the import to take, also while it waits to be tried again; `except`: numbers of those to leave
 * @returns its number; undefined when there is none
 */
export async function takeImport(
	transaction: WriteTransaction,
	{
		runner,
		now,
		leaseMs,
		only,
		except = [],
	}: {
		runner: string;
		now: Temporal.Instant;
		leaseMs: number;
		only?: number | undefined;
		except?: readonly number[];
	},
): Promise<number | undefined> {
	await takeLock(transaction, "imports");
	const free = await transaction
		.selectFrom("imports")
		.select("number")
		.where("state", "in", atWork)
		.$if(only !== undefined, (query) => query.where("number", "=", only as number))
		.$if(only === undefined, (query) => query.where(isDue(now)))
		.$if(except.length > 0, (query) => query.where("number", "not in", except))
		.where((where) =>
			where.or([
				where("runner", "is", null),
				where("runner", "=", runner),
				where("runnerUntil", "<", toInstantText(now)),
				// A clock that was wrong.
				where("runnerUntil", ">", toInstantText(now.add({ milliseconds: 10 * leaseMs }))),
			]),
		)
		.orderBy("number")
		.limit(1)
		.executeTakeFirst();
	if (!free) return undefined;
	await transaction
		.updateTable("imports")
		.set({ runner, runnerUntil: toInstantText(now.add({ milliseconds: leaseMs })) })
		.where("number", "=", free.number)
		.execute();
	return free.number;
}

/** Leaves an import to others. */
export async function leaveImport(transaction: WriteTransaction, number: number, runner: string): Promise<void> {
	await transaction
		.updateTable("imports")
		.set({ runner: null, runnerUntil: null })
		.where("number", "=", number)
		.where("runner", "=", runner)
		.execute();
}
