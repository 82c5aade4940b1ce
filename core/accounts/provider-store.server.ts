import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";

type AccountIdentitiesTable = {
	/** As the provider names itself. */
	issuer: string;
	/** The provider's permanent id for the person. */
	subject: string;
	accountId: string;
	createdAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		accountIdentities: AccountIdentitiesTable;
	}
}

/** A person at an OpenID Connect provider. */
export type Identity = { issuer: string; subject: string };

/** Finds the account of an identity. */
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

/** Tells whether an account signs in through a provider, whose groups then set its roles. */
export async function hasIdentity(db: Connection, accountId: string): Promise<boolean> {
	const row = await db
		.selectFrom("accountIdentities")
		.select("accountId")
		.where("accountId", "=", accountId)
		.executeTakeFirst();
	return row !== undefined;
}

/** Lists the ids of the accounts that sign in through a provider. */
export async function listAccountsWithIdentity(db: Connection): Promise<Set<string>> {
	const rows = await db.selectFrom("accountIdentities").select("accountId").execute();
	return new Set(rows.map(({ accountId }) => accountId));
}

/** Links an account to an identity at a provider. */
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

/** Removes an account's links to providers. */
export async function deleteIdentities(transaction: WriteTransaction, accountId: string): Promise<void> {
	await transaction.deleteFrom("accountIdentities").where("accountId", "=", accountId).execute();
}
