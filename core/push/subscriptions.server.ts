import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";

type PushSubscriptionsTable = {
	id: string;
	accountId: string;
	/** The session in which it was made, or the latest one on the same browser. */
	sessionId: string;
	/** SHA-256 of the browser's token. */
	deviceHash: string;
	/** Browser and system, such as "Firefox on Linux". */
	device: string;
	/** Address at the browser's push service. */
	endpoint: string;
	/** Public key and secret of the browser, in base64url, which encrypt messages to it. */
	p256dh: string;
	auth: string;
	createdAt: string;
	/** The latest sign-in on the browser. */
	renewedAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		pushSubscriptions: PushSubscriptionsTable;
		/** One row: the keys of the installation (RFC 8292), in base64url. */
		pushKeys: { publicKey: string; privateKey: string };
	}
}

/** A browser that gets a member's notifications. */
export type PushSubscription = Selectable<PushSubscriptionsTable>;

/** The parts of a subscription that the browser made. */
export type BrowserSubscription = Pick<PushSubscription, "endpoint" | "p256dh" | "auth">;

/** The session and browser of a subscription. */
type Holder = Pick<PushSubscription, "accountId" | "sessionId" | "deviceHash" | "device">;

/** A subscription ends this long after the last sign-in on its browser. */
const subscriptionKept = Temporal.Duration.from({ hours: 24 * 14 });
/** Of one account; the oldest give way. */
const maxSubscriptions = 20;

export function findPushKeys(db: Connection): Promise<{ publicKey: string; privateKey: string }> {
	return db.selectFrom("pushKeys").selectAll().executeTakeFirstOrThrow();
}

export async function findSubscription(db: Connection, id: string): Promise<PushSubscription | undefined> {
	return db.selectFrom("pushSubscriptions").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Lists the subscriptions of some accounts, oldest first. */
export async function listSubscriptions(db: Connection, accountIds: readonly string[]): Promise<PushSubscription[]> {
	if (accountIds.length === 0) return [];
	return db
		.selectFrom("pushSubscriptions")
		.selectAll()
		.where("accountId", "in", accountIds)
		.orderBy("createdAt")
		.orderBy("id")
		.execute();
}

/** Tells whether anybody gets notifications. */
export async function hasSubscriptions(db: Connection): Promise<boolean> {
	return (await db.selectFrom("pushSubscriptions").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Stores a browser's subscription, in place of its earlier one and of anybody else's on the same browser. */
export async function saveSubscription(
	transaction: WriteTransaction,
	subscription: BrowserSubscription & Holder,
	now: Temporal.Instant,
): Promise<void> {
	const at = toInstantText(now);
	await transaction
		.deleteFrom("pushSubscriptions")
		.where((where) =>
			where.or([where("endpoint", "=", subscription.endpoint), where("deviceHash", "=", subscription.deviceHash)]),
		)
		.execute();
	await transaction
		.insertInto("pushSubscriptions")
		.values({ id: randomUUID(), ...subscription, createdAt: at, renewedAt: at })
		.execute();
	const all = await listSubscriptions(transaction, [subscription.accountId]);
	for (const { id } of all.slice(0, -maxSubscriptions)) await deleteSubscription(transaction, { id });
}

/** Moves the subscription of a browser to a new session on it, and ends those of other accounts there. */
export async function renewSubscription(
	transaction: WriteTransaction,
	{ accountId, sessionId, deviceHash }: Omit<Holder, "device">,
	now: Temporal.Instant,
): Promise<void> {
	await transaction
		.deleteFrom("pushSubscriptions")
		.where("deviceHash", "=", deviceHash)
		.where("accountId", "!=", accountId)
		.execute();
	await transaction
		.updateTable("pushSubscriptions")
		.set({ sessionId, renewedAt: toInstantText(now) })
		.where("deviceHash", "=", deviceHash)
		.execute();
}

/** Ends one subscription, optionally only if it is an account's; false when there is none. */
export async function deleteSubscription(
	db: Connection,
	{ id, accountId }: { id: string; accountId?: string },
): Promise<boolean> {
	const { numDeletedRows } = await db
		.deleteFrom("pushSubscriptions")
		.where("id", "=", id)
		.$if(accountId !== undefined, (query) => query.where("accountId", "=", accountId as string))
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

/** Ends the subscription of an account's session. */
export async function deleteSubscriptionOfSession(
	transaction: WriteTransaction,
	session: { accountId: string; id: string },
): Promise<void> {
	await transaction
		.deleteFrom("pushSubscriptions")
		.where("accountId", "=", session.accountId)
		.where("sessionId", "=", session.id)
		.execute();
}

/** Ends an account's subscriptions, optionally all but those of one session. */
export async function deleteSubscriptionsOf(
	transaction: WriteTransaction,
	accountId: string,
	{ except }: { /** Id of a session. */ except: string },
): Promise<void> {
	await transaction
		.deleteFrom("pushSubscriptions")
		.where("accountId", "=", accountId)
		.where("sessionId", "!=", except)
		.execute();
}

/** Ends everybody's subscriptions, and returns their number. */
export async function deleteAllSubscriptions(db: Connection): Promise<number> {
	const { numDeletedRows } = await db.deleteFrom("pushSubscriptions").executeTakeFirst();
	return Number(numDeletedRows);
}

/** Deletes the subscriptions of browsers on which nobody has signed in for long. */
export async function deleteLapsedSubscriptions(db: Connection, now: Temporal.Instant): Promise<void> {
	await db
		.deleteFrom("pushSubscriptions")
		.where("renewedAt", "<=", toInstantText(now.subtract(subscriptionKept)))
		.execute();
}
