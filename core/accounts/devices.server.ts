import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { hashToken, isToken } from "../../platform/ids/secret-token.ts";

type AccountDevicesTable = {
	accountId: string;
	/** SHA-256 of the token, which only the browser has. */
	tokenHash: string;
	usedAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		accountDevices: AccountDevicesTable;
	}
}

/** A browser stays known for this long after its last sign-in. */
export const deviceKnown = Temporal.Duration.from({ hours: 24 * 365 });

/** Finds the hash of a browser's token if the account has signed in from it. */
export async function findDevice(
	db: Connection,
	{ accountId, token }: { accountId: string; token: string | undefined },
	now: Temporal.Instant,
): Promise<string | undefined> {
	if (token === undefined || !isToken(token)) return undefined;
	const row = await db
		.selectFrom("accountDevices")
		.select("tokenHash")
		.where("accountId", "=", accountId)
		.where("tokenHash", "=", hashToken(token))
		.where("usedAt", ">", toInstantText(now.subtract(deviceKnown)))
		.executeTakeFirst();
	return row?.tokenHash;
}

/** Remembers that an account signed in from a browser. */
export async function rememberDevice(
	transaction: WriteTransaction,
	{ accountId, token }: { accountId: string; token: string },
	now: Temporal.Instant,
): Promise<void> {
	const usedAt = toInstantText(now);
	await transaction
		.insertInto("accountDevices")
		.values({ accountId, tokenHash: hashToken(token), usedAt })
		.onConflict((conflict) => conflict.columns(["accountId", "tokenHash"]).doUpdateSet({ usedAt }))
		.execute();
}

/** Forgets an account's browsers, optionally all but one. */
export async function forgetDevices(
	transaction: WriteTransaction,
	accountId: string,
	{ except = "" }: { /** Token of a browser. */ except?: string | undefined } = {},
): Promise<void> {
	await transaction
		.deleteFrom("accountDevices")
		.where("accountId", "=", accountId)
		.where("tokenHash", "!=", hashToken(except))
		.execute();
}

/** Deletes browsers whose time has passed. */
export async function deleteUnknownDevices(db: Connection, now: Temporal.Instant): Promise<void> {
	await db
		.deleteFrom("accountDevices")
		.where("usedAt", "<=", toInstantText(now.subtract(deviceKnown)))
		.execute();
}

/** Tells whether any account has signed in with this token: several people may share a browser. */
export async function isDeviceOfAnybody(db: Connection, token: string): Promise<boolean> {
	const row = await db
		.selectFrom("accountDevices")
		.select("accountId")
		.where("tokenHash", "=", hashToken(token))
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}
