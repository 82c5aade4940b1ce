import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createToken, isToken } from "../../platform/ids/secret-token.ts";

type CalendarFeedsTable = { token: string; createdAt: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		calendarFeeds: CalendarFeedsTable;
	}
}

/**
 * Gives the token of the staff calendar's address, making one when there is none.
 *
 * @param renew makes the old addresses worthless first
 */
export async function getFeedToken(
	transaction: WriteTransaction,
	now: Temporal.Instant,
	{ renew = false } = {},
): Promise<string> {
	if (renew) await transaction.deleteFrom("calendarFeeds").execute();
	const stored = await transaction
		.selectFrom("calendarFeeds")
		.select("token")
		.orderBy("createdAt")
		.limit(1)
		.executeTakeFirst();
	if (stored) return stored.token;
	const token = createToken();
	await transaction
		.insertInto("calendarFeeds")
		.values({ token, createdAt: toInstantText(now) })
		.execute();
	return token;
}

/** Tells whether a token opens the staff calendar. */
export async function isFeedToken(db: Connection, token: string): Promise<boolean> {
	return (
		isToken(token) &&
		(await db.selectFrom("calendarFeeds").select("token").where("token", "=", token).executeTakeFirst()) !== undefined
	);
}
