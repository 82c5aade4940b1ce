import type { Connection, WriteTransaction } from "../database/database.ts";
import { toInstantText } from "../database/instant-text.ts";
import { createToken, hashToken } from "../ids/secret-token.ts";

/** How long somebody can say that a person sent a record; after that staff alone decide. */
export const personCheckHours = 48;

type PersonChecksTable = { tokenHash: string; reference: string; expiresAt: string };

declare module "../database/tables.ts" {
	interface Tables {
		personChecks: PersonChecksTable;
	}
}

/** Origin of the page that asks, without a slash at the end; and the moment. */
export type PersonCheckDeps = { publicUrl: string; now: Temporal.Instant };

/** Makes the address of the page on which whoever sent a record that looks like a program's can say that a person did. */
export async function rememberPersonCheck(
	transaction: WriteTransaction,
	reference: string,
	{ publicUrl, now }: PersonCheckDeps,
): Promise<string> {
	const token = createToken();
	await transaction
		.insertInto("personChecks")
		.values({ tokenHash: hashToken(token), reference, expiresAt: toInstantText(now.add({ hours: personCheckHours })) })
		.execute();
	return `${publicUrl}/person/${token}`;
}

/** Finds the record that a page asks about; undefined for an unknown address and for one whose time is over. */
export async function findPersonCheck(
	db: Connection,
	token: string,
	now: Temporal.Instant,
): Promise<string | undefined> {
	const row = await db
		.selectFrom("personChecks")
		.select("reference")
		.where("tokenHash", "=", hashToken(token))
		.where("expiresAt", ">", toInstantText(now))
		.executeTakeFirst();
	return row?.reference;
}

/** Deletes the addresses whose time is over. */
export async function deleteExpiredPersonChecks(db: Connection, now: Temporal.Instant): Promise<void> {
	await db.deleteFrom("personChecks").where("expiresAt", "<=", toInstantText(now)).execute();
}

/** Deletes the addresses of records. */
export async function deletePersonChecksOf(
	transaction: WriteTransaction,
	references: readonly string[],
): Promise<void> {
	await transaction.deleteFrom("personChecks").where("reference", "in", references).execute();
}
