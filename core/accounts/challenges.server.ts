import { randomBytes } from "node:crypto";
import type { ExpressionBuilder } from "kysely";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { createToken, hashToken, isToken } from "../../platform/ids/secret-token.ts";

/** Steps that have to be finished within minutes, in the same browser. */
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
	/** Null until the person has identified themselves. */
	accountId: string | null;
	value: string;
	expiresAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		accountChallenges: AccountChallengesTable;
	}
}

/** A started step: its purpose, its account or invitation, and the value that has to come back. */
export type Challenge = { purpose: ChallengePurpose; accountId: string | undefined; value: string };

/** A person may have to find a phone and type a code from it. */
const goodFor: Record<ChallengePurpose, Temporal.Duration> = {
	"passkey-registration": Temporal.Duration.from({ minutes: 5 }),
	"passkey-sign-in": Temporal.Duration.from({ minutes: 5 }),
	"passkey-proof": Temporal.Duration.from({ minutes: 5 }),
	"provider-sign-in": Temporal.Duration.from({ minutes: 15 }),
	"provider-proof": Temporal.Duration.from({ minutes: 15 }),
	authenticator: Temporal.Duration.from({ minutes: 30 }),
};

/** Returns 256 random bits, base64url, for an authenticator to sign, for an address or for a session. */
export function createRandomValue(): string {
	return randomBytes(32).toString("base64url");
}

/** Stores a challenge, deletes expired ones, and returns the token that finishes it. */
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

/** Takes a challenge, once. Returns undefined when it was used, has expired, is unknown, or belongs to another account. */
export async function takeChallenge(
	transaction: WriteTransaction,
	token: string,
	which: Omit<Challenge, "value">,
	now: Temporal.Instant,
): Promise<string | undefined> {
	if (!isToken(token)) return undefined;
	const row = await transaction
		.deleteFrom("accountChallenges")
		.where(isOpen(token, which, now))
		.returning("value")
		.executeTakeFirst();
	return row?.value;
}

/** Reads a challenge without taking it, because a form may be corrected and sent again. */
export async function findChallenge(
	db: Connection,
	token: string,
	which: Omit<Challenge, "value">,
	now: Temporal.Instant,
): Promise<string | undefined> {
	if (!isToken(token)) return undefined;
	const row = await db
		.selectFrom("accountChallenges")
		.select("value")
		.where(isOpen(token, which, now))
		.executeTakeFirst();
	return row?.value;
}

function isOpen(token: string, { purpose, accountId }: Omit<Challenge, "value">, now: Temporal.Instant) {
	return (where: ExpressionBuilder<Tables, "accountChallenges">) =>
		where.and([
			where("tokenHash", "=", hashToken(token)),
			where("purpose", "=", purpose),
			where("accountId", accountId === undefined ? "is" : "=", accountId ?? null),
			where("expiresAt", ">", toInstantText(now)),
		]);
}

/** Deletes expired challenges. */
export async function deleteExpiredChallenges(db: Connection, now: Temporal.Instant): Promise<void> {
	await db.deleteFrom("accountChallenges").where("expiresAt", "<=", toInstantText(now)).execute();
}
