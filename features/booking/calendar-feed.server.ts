import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createToken, hashToken, isToken } from "../../platform/ids/secret-token.ts";

type CalendarFeedsTable = { token: string; createdAt: string };

type HostFeedsTable = { hostId: string; tokenHash: string; createdAt: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		calendarFeeds: CalendarFeedsTable;
		hostFeeds: HostFeedsTable;
	}
}

/**
 * Returns the token of the staff calendar's address and creates it if needed.
 * @param renew invalidates the earlier addresses
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

/** Creates the token of a host's own calendar; only its hash is stored, and the earlier one stops working. */
export async function renewHostFeed(
	transaction: WriteTransaction,
	hostId: string,
	now: Temporal.Instant,
): Promise<string> {
	const token = createToken();
	const row = { tokenHash: hashToken(token), createdAt: toInstantText(now) };
	await transaction
		.insertInto("hostFeeds")
		.values({ hostId, ...row })
		.onConflict((conflict) => conflict.column("hostId").doUpdateSet(row))
		.execute();
	return token;
}

/** Finds since when a host's calendar has its current address; undefined without one. */
export async function findHostFeed(db: Connection, hostId: string): Promise<Temporal.Instant | undefined> {
	const row = await db.selectFrom("hostFeeds").select("createdAt").where("hostId", "=", hostId).executeTakeFirst();
	return row && Temporal.Instant.from(row.createdAt);
}

/** Finds the host whose calendar a token opens. */
export async function findHostOfFeed(db: Connection, token: string): Promise<string | undefined> {
	if (!isToken(token)) return undefined;
	const row = await db
		.selectFrom("hostFeeds")
		.select("hostId")
		.where("tokenHash", "=", hashToken(token))
		.executeTakeFirst();
	return row?.hostId;
}

/**
 * Returns the address of a calendar feed.
 * @param publicUrl base of the public site's addresses
 */
export function writeFeedUrl(publicUrl: string, token: string): string {
	return `${publicUrl}/demo/calendar/${token}.ics`;
}
