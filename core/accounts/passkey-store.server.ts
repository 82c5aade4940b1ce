import type { Selectable } from "kysely";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../platform/database/instant-text.ts";

type PasskeysTable = {
	/** Credential id, base64url. */
	id: string;
	accountId: string;
	/** COSE key, base64url. */
	publicKey: string;
	/** The authenticator's use count; 0 where it does not count. PostgreSQL returns it as text. */
	counter: number | string;
	/** JSON array. */
	transports: string;
	name: string;
	createdAt: string;
	lastUsedAt: string | null;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		passkeys: PasskeysTable;
	}
}

/** A passkey as its owner sees it. */
export type Passkey = {
	id: string;
	accountId: string;
	name: string;
	createdAt: Temporal.Instant;
	lastUsedAt: Temporal.Instant | undefined;
};

/** A passkey with the data that verify its signatures. */
export type PasskeyWithKey = Passkey & {
	publicKey: string;
	counter: number;
	transports: string[];
};

export type NewPasskey = Pick<PasskeyWithKey, "id" | "accountId" | "name" | "publicKey" | "counter" | "transports">;

/** Stores a passkey; its id must be new. */
export async function insertPasskey(
	transaction: WriteTransaction,
	{ transports, ...passkey }: NewPasskey,
	now: Temporal.Instant,
): Promise<void> {
	await transaction
		.insertInto("passkeys")
		.values({ ...passkey, transports: JSON.stringify(transports), createdAt: toInstantText(now), lastUsedAt: null })
		.execute();
}

export async function findPasskey(db: Connection, id: string): Promise<PasskeyWithKey | undefined> {
	const row = await db.selectFrom("passkeys").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toPasskey(row);
}

/** Lists an account's passkeys, oldest first. */
export async function listPasskeys(db: Connection, accountId: string): Promise<PasskeyWithKey[]> {
	const rows = await db
		.selectFrom("passkeys")
		.selectAll()
		.where("accountId", "=", accountId)
		.orderBy("createdAt")
		.orderBy("id")
		.execute();
	return rows.map(toPasskey);
}

/** Records a use. Returns false when the passkey was used since it was read, as a cloned key would be. */
export async function notePasskeyUse(
	transaction: WriteTransaction,
	{ id, counter }: Pick<PasskeyWithKey, "id" | "counter">,
	newCounter: number,
	now: Temporal.Instant,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("passkeys")
		.set({ counter: newCounter, lastUsedAt: toInstantText(now) })
		.where("id", "=", id)
		.where("counter", "=", counter)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Renames a passkey; false when the account does not have it. */
export async function renamePasskey(
	transaction: WriteTransaction,
	{ accountId, id, name }: Pick<Passkey, "accountId" | "id" | "name">,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("passkeys")
		.set({ name })
		.where("accountId", "=", accountId)
		.where("id", "=", id)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Deletes one passkey of an account, or all. Returns the number deleted. */
export async function deletePasskeys(
	transaction: WriteTransaction,
	accountId: string,
	{ id }: { id?: string } = {},
): Promise<number> {
	const { numDeletedRows } = await transaction
		.deleteFrom("passkeys")
		.where("accountId", "=", accountId)
		.$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
		.executeTakeFirst();
	return Number(numDeletedRows);
}

function toPasskey({ createdAt, lastUsedAt, counter, transports, ...row }: Selectable<PasskeysTable>): PasskeyWithKey {
	return {
		...row,
		counter: Number(counter),
		transports: JSON.parse(transports),
		createdAt: Temporal.Instant.from(createdAt),
		lastUsedAt: toOptionalInstant(lastUsedAt),
	};
}
