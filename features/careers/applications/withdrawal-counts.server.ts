import { sql } from "kysely";
import type { Connection, WriteTransaction } from "../../../platform/database/database.ts";

type WithdrawalCountsTable = {
	/** YYYY-MM-DD in the company's zone. */
	day: string;
	/** Key of a reason; empty for none. */
	reason: string;
	count: number;
};

declare module "../../../platform/database/tables.ts" {
	interface Tables {
		withdrawalCounts: WithdrawalCountsTable;
	}
}

/** Counts one withdrawal on a day (YYYY-MM-DD); nothing says whose it was. */
export async function countWithdrawal(transaction: WriteTransaction, day: string, reason: string): Promise<void> {
	await transaction
		.insertInto("withdrawalCounts")
		.values({ day, reason, count: 1 })
		.onConflict((conflict) =>
			conflict.columns(["day", "reason"]).doUpdateSet({ count: sql`withdrawal_counts.count + 1` }),
		)
		.execute();
}

/** Sums up the withdrawals of some days (YYYY-MM-DD, `end` excluded) by key of the reason; "" for none. */
export async function sumWithdrawals(
	db: Connection,
	{ first, end }: { first: string; end: string },
): Promise<Map<string, number>> {
	const rows = await db
		.selectFrom("withdrawalCounts")
		.select(["reason", sql<number | string>`sum(count)`.as("sum")])
		.where("day", ">=", first)
		.where("day", "<", end)
		.groupBy("reason")
		.execute();
	return new Map(rows.map(({ reason, sum }) => [reason, Number(sum)]));
}
