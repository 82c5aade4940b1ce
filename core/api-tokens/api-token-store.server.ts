import { hash, randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../platform/database/instant-text.ts";
import { takeLock } from "../../platform/database/take-lock.ts";
import { createOrderedId } from "../../platform/ids/ordered-id.ts";

type ApiTokensTable = {
	id: string;
	name: string;
	tokenHash: string;
	/** Such as "enquiries:read", joined by commas. */
	scopes: string;
	/** Id of the account that created it. */
	createdBy: string;
	createdAt: string;
	endsAt: string;
	/** To the minute; null before the first use. */
	usedAt: string | null;
	/** Revoked tokens stay, because histories name them. */
	revokedAt: string | null;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		apiTokens: ApiTokensTable;
	}
}

/** The change key of the list of tokens. */
export const apiTokensChangeKey = "api-tokens";

/** Most tokens that work at the same time. */
export const maxApiTokens = 50;

/** The beginning of every token, by which people and scanners of secrets recognise one. */
const beginning = "fo_";
const form = /^fo_[\w-]{43}$/;
const noteUseAfter = Temporal.Duration.from({ minutes: 1 });

/** A token without its secret. It belongs to the company: it works on when the account that created it is gone. */
export type ApiToken = {
	id: string;
	name: string;
	scopes: string[];
	createdBy: string;
	createdAt: Temporal.Instant;
	endsAt: Temporal.Instant;
	usedAt: Temporal.Instant | undefined;
	revokedAt: Temporal.Instant | undefined;
};

const shown = ["id", "name", "scopes", "createdBy", "createdAt", "endsAt", "usedAt", "revokedAt"] as const;

/** Lists all tokens, revoked and ended ones too, latest first. */
export async function listApiTokens(db: Connection): Promise<ApiToken[]> {
	return (await db.selectFrom("apiTokens").select(shown).orderBy("id", "desc").execute()).map(toApiToken);
}

export async function findApiToken(db: Connection, id: string): Promise<ApiToken | undefined> {
	const row = await db.selectFrom("apiTokens").select(shown).where("id", "=", id).executeTakeFirst();
	return row && toApiToken(row);
}

/** Tells whether requests with a token are accepted. */
export function isUsable(
	{ endsAt, revokedAt }: Pick<ApiToken, "endsAt" | "revokedAt">,
	now: Temporal.Instant,
): boolean {
	return revokedAt === undefined && Temporal.Instant.compare(now, endsAt) < 0;
}

/** Returns a token as the author of a change. */
export function nameApiToken({ name }: Pick<ApiToken, "name">): string {
	return `API token “${name}”`;
}

/**
 * Creates a token and returns it with its secret, which nothing shows again.
 *
 * @returns a fault when a usable token has the name, or when there are maxApiTokens of them
 */
export async function addApiToken(
	transaction: WriteTransaction,
	{ name, scopes, by, endsAt }: Pick<ApiToken, "name" | "scopes" | "endsAt"> & { by: string },
	now: Temporal.Instant,
): Promise<{ ok: true; id: string; secret: string } | { ok: false; why: "taken" | "full" }> {
	await takeLock(transaction, "api tokens");
	const usable = (await listApiTokens(transaction)).filter((token) => isUsable(token, now));
	if (usable.some((token) => token.name === name)) return { ok: false, why: "taken" };
	if (usable.length >= maxApiTokens) return { ok: false, why: "full" };
	const id = createOrderedId();
	const secret = beginning + randomBytes(32).toString("base64url");
	await transaction
		.insertInto("apiTokens")
		.values({
			id,
			name,
			tokenHash: hashSecret(secret),
			scopes: scopes.join(","),
			createdBy: by,
			createdAt: toInstantText(now),
			endsAt: toInstantText(endsAt),
		})
		.execute();
	await recordChange(transaction, [apiTokensChangeKey]);
	return { ok: true, id, secret };
}

/** Finds the usable token with a secret and records its use once a minute; undefined for every other text. */
export async function findTokenOfSecret(
	db: Connection,
	secret: string,
	now: Temporal.Instant,
): Promise<ApiToken | undefined> {
	if (!form.test(secret)) return undefined;
	const row = await db
		.selectFrom("apiTokens")
		.select(shown)
		.where("tokenHash", "=", hashSecret(secret))
		.executeTakeFirst();
	const token = row && toApiToken(row);
	if (!token || !isUsable(token, now)) return undefined;
	if (!token.usedAt || Temporal.Instant.compare(token.usedAt.add(noteUseAfter), now) <= 0)
		await db
			.updateTable("apiTokens")
			.set({ usedAt: toInstantText(now) })
			.where("id", "=", token.id)
			.execute();
	return token;
}

/** Revokes a token; false when it is gone or already revoked. */
export async function revokeApiToken(
	transaction: WriteTransaction,
	id: string,
	now: Temporal.Instant,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("apiTokens")
		.set({ revokedAt: toInstantText(now) })
		.where("id", "=", id)
		.where("revokedAt", "is", null)
		.executeTakeFirst();
	await recordChange(transaction, [apiTokensChangeKey]);
	return numUpdatedRows > 0n;
}

/** When each revoked token was revoked. */
export async function readRevocations(db: Connection): Promise<{ id: string; revokedAt: string }[]> {
	return db
		.selectFrom("apiTokens")
		.select(["id", "revokedAt"])
		.where("revokedAt", "is not", null)
		.$narrowType<{ revokedAt: string }>()
		.execute();
}

/** Revokes again tokens that a restored database holds as usable. */
export async function repeatRevocations(
	db: Connection,
	revocations: readonly { id: string; revokedAt: string }[],
): Promise<void> {
	for (const { id, revokedAt } of revocations)
		await db.updateTable("apiTokens").set({ revokedAt }).where("id", "=", id).where("revokedAt", "is", null).execute();
}

/** A secret is 256 random bits, which nobody can try one by one, so a fast hash without salt is enough. */
function hashSecret(secret: string): string {
	return hash("sha256", secret, "hex");
}

function toApiToken({
	scopes,
	createdAt,
	endsAt,
	usedAt,
	revokedAt,
	...row
}: Pick<Selectable<ApiTokensTable>, (typeof shown)[number]>): ApiToken {
	return {
		...row,
		scopes: scopes.split(","),
		createdAt: Temporal.Instant.from(createdAt),
		endsAt: Temporal.Instant.from(endsAt),
		usedAt: toOptionalInstant(usedAt),
		revokedAt: toOptionalInstant(revokedAt),
	};
}
