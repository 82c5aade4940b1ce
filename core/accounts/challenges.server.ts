import { randomBytes } from "node:crypto";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createToken, hashToken, isToken } from "../../platform/ids/secret-token.ts";

/** What somebody has begun and has to finish within minutes, in the same browser. */
type ChallengePurpose =
	| "passkey-registration"
	| "passkey-sign-in"
	| "passkey-proof"
	| "provider-sign-in"
	| "provider-proof"
	| "authenticator";

type AccountChallengesTable = {
	/** SHA-256 of the token, which only the browser has. */
	tokenHash: string;
	purpose: ChallengePurpose;
	/** Whose it is; null where nobody has said who they are yet. */
	accountId: string | null;
	value: string;
	expiresAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		accountChallenges: AccountChallengesTable;
	}
}

/** What has been begun: of which purpose, for which account or invitation, and what has to come back. */
export type Challenge = { purpose: ChallengePurpose; accountId: string | undefined; value: string };

/** Somebody may have to look for a phone, and to type a code from it. */
const goodFor: Record<ChallengePurpose, Temporal.Duration> = {
	"passkey-registration": Temporal.Duration.from({ minutes: 5 }),
	"passkey-sign-in": Temporal.Duration.from({ minutes: 5 }),
	"passkey-proof": Temporal.Duration.from({ minutes: 5 }),
	"provider-sign-in": Temporal.Duration.from({ minutes: 15 }),
	"provider-proof": Temporal.Duration.from({ minutes: 15 }),
	authenticator: Temporal.Duration.from({ minutes: 30 }),
};

/** 256 random bits for an authenticator to sign, or to hide in an address. */
export function createRandomValue(): string {
	return randomBytes(32).toString("base64url");
}

/** Remembers what has been begun, and takes what nobody has finished in time out of the database. Gives the token to finish it by. */
export async function insertChallenge(
	transaction: WriteTransaction,
	{ purpose, accountId, value }: Challenge,
	now: Temporal.Instant,
): Promise<string> {
	const token = createToken();
	await deleteExpiredChallenges(transaction, now);
	await transaction
		.insertInto("accountChallenges")
		.values({
			tokenHash: hashToken(token),
			purpose,
			accountId: accountId ?? null,
			value,
			expiresAt: toInstantText(now.add(goodFor[purpose])),
		})
		.execute();
	return token;
}

/** Takes a challenge, once; undefined when it was taken, has lapsed, never was, or is another account's. */
export async function takeChallenge(
	transaction: WriteTransaction,
	token: string,
	{ purpose, accountId }: Omit<Challenge, "value">,
	now: Temporal.Instant,
): Promise<string | undefined> {
	if (!isToken(token)) return undefined;
	const row = await transaction
		.deleteFrom("accountChallenges")
		.where("tokenHash", "=", hashToken(token))
		.where("purpose", "=", purpose)
		.where("accountId", accountId === undefined ? "is" : "=", accountId ?? null)
		.where("expiresAt", ">", toInstantText(now))
		.returning("value")
		.executeTakeFirst();
	return row?.value;
}

/** Reads a challenge that may be answered more than once, as a form may be filled in wrongly before it is right. */
export async function findChallenge(
	db: Connection,
	token: string,
	{ purpose, accountId }: Omit<Challenge, "value">,
	now: Temporal.Instant,
): Promise<string | undefined> {
	if (!isToken(token)) return undefined;
	const row = await db
		.selectFrom("accountChallenges")
		.select("value")
		.where("tokenHash", "=", hashToken(token))
		.where("purpose", "=", purpose)
		.where("accountId", accountId === undefined ? "is" : "=", accountId ?? null)
		.where("expiresAt", ">", toInstantText(now))
		.executeTakeFirst();
	return row?.value;
}

/** Takes what nobody has finished in time out of the database. */
export async function deleteExpiredChallenges(db: Connection, now: Temporal.Instant): Promise<void> {
	await db.deleteFrom("accountChallenges").where("expiresAt", "<=", toInstantText(now)).execute();
}
