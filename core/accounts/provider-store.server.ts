import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";

type AccountIdentitiesTable = {
	/** As the provider names itself. */
	issuer: string;
	/** How the provider names the person, for ever. */
	subject: string;
	accountId: string;
	createdAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		accountIdentities: AccountIdentitiesTable;
	}
}

/** Who somebody is at a provider of OpenID Connect. */
export type Identity = { issuer: string; subject: string };

/** Finds the account of somebody at a provider. */
export async function findAccountOfIdentity(
	db: Connection,
	{ issuer, subject }: Identity,
): Promise<string | undefined> {
	const row = await db
		.selectFrom("accountIdentities")
		.select("accountId")
		.where("issuer", "=", issuer)
		.where("subject", "=", subject)
		.executeTakeFirst();
	return row?.accountId;
}

/** Tells whether an account is signed in to by a provider, which then says what its owner may do. */
export async function hasIdentity(db: Connection, accountId: string): Promise<boolean> {
	const row = await db
		.selectFrom("accountIdentities")
		.select("accountId")
		.where("accountId", "=", accountId)
		.executeTakeFirst();
	return row !== undefined;
}

/** Lists the accounts that are signed in to by a provider. */
export async function listAccountsWithIdentity(db: Connection): Promise<Set<string>> {
	const rows = await db.selectFrom("accountIdentities").select("accountId").execute();
	return new Set(rows.map(({ accountId }) => accountId));
}

/** Lets an account be signed in to by a provider from now on. */
export async function insertIdentity(
	transaction: WriteTransaction,
	{ issuer, subject, accountId }: Identity & { accountId: string },
	now: Temporal.Instant,
): Promise<void> {
	await transaction
		.insertInto("accountIdentities")
		.values({ issuer, subject, accountId, createdAt: toInstantText(now) })
		.execute();
}

/** Lets an account not be signed in to by a provider any more. */
export async function deleteIdentities(transaction: WriteTransaction, accountId: string): Promise<void> {
	await transaction.deleteFrom("accountIdentities").where("accountId", "=", accountId).execute();
}
