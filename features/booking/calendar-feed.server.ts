import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createToken, hashToken } from "../../platform/ids/secret-token.ts";

type CalendarFeedsTable = { token: string; createdAt: string };

/** `hostId` is the account's. */
type MemberFeedsTable = { hostId: string; tokenHash: string; createdAt: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		calendarFeeds: CalendarFeedsTable;
		/** Of a host's own appointments. */
		hostFeeds: MemberFeedsTable;
		/** Of all calls, as a member sees them. */
		callFeeds: MemberFeedsTable;
	}
}

/** The tables of members' feeds. */
type MemberFeeds = "hostFeeds" | "callFeeds";

/**
 * Returns the token of the address that the team shares, and creates it if needed.
 * @param renew invalidates the earlier addresses
 */
export async function getFeedToken(
	transaction: WriteTransaction,
	now: Temporal.Instant,
	{ renew = false } = {},
): Promise<string> {
	if (renew) await endSharedFeed(transaction);
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

/** Tells whether a token is that of the shared address. */
export async function isSharedFeed(db: Connection, token: string): Promise<boolean> {
	return (
		(await db.selectFrom("calendarFeeds").select("token").where("token", "=", token).executeTakeFirst()) !== undefined
	);
}

/** Tells whether there is a shared address. */
export async function hasSharedFeed(db: Connection): Promise<boolean> {
	return (await db.selectFrom("calendarFeeds").select("token").limit(1).executeTakeFirst()) !== undefined;
}

/** Ends the shared address. */
export async function endSharedFeed(transaction: WriteTransaction): Promise<void> {
	await transaction.deleteFrom("calendarFeeds").execute();
}

/** Creates the token of a member's feed; only its hash is stored, and the earlier one stops working. */
export async function renewFeed(
	transaction: WriteTransaction,
	feeds: MemberFeeds,
	{ accountId, now }: { accountId: string; now: Temporal.Instant },
): Promise<string> {
	const token = createToken();
	const row = { tokenHash: hashToken(token), createdAt: toInstantText(now) };
	await transaction
		.insertInto(feeds)
		.values({ hostId: accountId, ...row })
		.onConflict((conflict) => conflict.column("hostId").doUpdateSet(row))
		.execute();
	return token;
}

/** Finds since when a member's feed has its current address; undefined without one. */
export async function findFeed(
	db: Connection,
	feeds: MemberFeeds,
	accountId: string,
): Promise<Temporal.Instant | undefined> {
	const row = await db.selectFrom(feeds).select("createdAt").where("hostId", "=", accountId).executeTakeFirst();
	return row && Temporal.Instant.from(row.createdAt);
}

/** Finds the account whose feed a token opens. */
export async function findOwnerOfFeed(db: Connection, feeds: MemberFeeds, token: string): Promise<string | undefined> {
	const row = await db.selectFrom(feeds).select("hostId").where("tokenHash", "=", hashToken(token)).executeTakeFirst();
	return row?.hostId;
}

/** Ends both addresses of a member, since somebody else may have made them. Returns how many there were. */
export async function endFeedsOf(transaction: WriteTransaction, accountId: string): Promise<number> {
	let ended = 0;
	for (const feeds of ["hostFeeds", "callFeeds"] as const) {
		const { numDeletedRows } = await transaction.deleteFrom(feeds).where("hostId", "=", accountId).executeTakeFirst();
		ended += Number(numDeletedRows);
	}
	return ended;
}

/**
 * Returns the address of a calendar feed.
 * @param publicUrl base of the public site's addresses
 */
export function writeFeedUrl(publicUrl: string, token: string): string {
	return `${publicUrl}/demo/calendar/${token}.ics`;
}
