import type { Selectable } from "kysely";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";

type PasskeysTable = {
	/** Credential id, base64url. */
	id: string;
	accountId: string;
	/** COSE key, base64url. */
	publicKey: string;
	/** How often the authenticator says that it was used; 0 where it does not count. PostgreSQL gives it as text. */
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

/** A key of an account, as its owner sees it. */
export type Passkey = {
	id: string;
	accountId: string;
	name: string;
	createdAt: Temporal.Instant;
	lastUsedAt: Temporal.Instant | undefined;
};

/** One with what an authenticator's answer is checked by. */
export type PasskeyWithKey = Passkey & {
	publicKey: string;
	counter: number;
	transports: string[];
};

export type NewPasskey = Pick<PasskeyWithKey, "id" | "accountId" | "name" | "publicKey" | "counter" | "transports">;

/** Stores a passkey; its id must not be there yet. */
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

/** Lists the passkeys of an account, the oldest first. */
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

/** Notes a use of a passkey; tells whether nobody has used it since it was found, as a copy of its key would. */
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

/** Gives a passkey another name; tells whether the account has it. */
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

/** Takes one passkey of an account away, or all; tells how many it had of them. */
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
		lastUsedAt: lastUsedAt === null ? undefined : Temporal.Instant.from(lastUsedAt),
	};
}
