import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { hostsFact } from "../appointments/host-store.server.ts";
import { readRoles } from "./roles.ts";
import type { Role } from "../../shared/roles.ts";

type AccountsTable = {
	id: string;
	/** In lower case. */
	email: string;
	name: string;
	/** JSON array. */
	roles: string;
	passwordHash: string | null;
	totpSecret: string | null;
	/** Steps of 30 seconds since 1970 of the last code that was taken, so that none is taken twice. */
	totpLastStep: number;
	createdAt: string;
	disabledAt: string | null;
	/** When the e-mail of the week was turned off. */
	weeklyEmailOffAt: string | null;
	/** When Today was told not to name the first steps of the site any more. */
	firstStepsHiddenAt: string | null;
};

type RecoveryCodesTable = { accountId: string; codeHash: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		accounts: AccountsTable;
		recoveryCodes: RecoveryCodesTable;
	}
}

/** Somebody who works here. */
export type Account = {
	id: string;
	email: string;
	name: string;
	roles: Role[];
	createdAt: Temporal.Instant;
	disabledAt: Temporal.Instant | undefined;
};

/** An account with what its owner proves who they are by. */
export type AccountWithSecrets = Account & {
	passwordHash: string | undefined;
	totpSecret: string | undefined;
	totpLastStep: number;
};

/** What a new account is made of; its address must not have one yet. */
export type NewAccount = { email: string; name: string; roles: readonly Role[] };

/** Makes an account, which nobody can sign in to until it has a passkey or a password. Gives its id. */
export async function insertAccount(
	transaction: WriteTransaction,
	{ email, name, roles, id = randomUUID() }: NewAccount & { id?: string },
	now: Temporal.Instant,
): Promise<string> {
	await transaction
		.insertInto("accounts")
		.values({
			id,
			email: email.toLowerCase(),
			name,
			roles: JSON.stringify(roles),
			passwordHash: null,
			totpSecret: null,
			totpLastStep: 0,
			createdAt: toInstantText(now),
			disabledAt: null,
			weeklyEmailOffAt: null,
			firstStepsHiddenAt: null,
		})
		.execute();
	return id;
}

/** Tells whether anybody can work here yet. */
export async function hasAccounts(db: Connection): Promise<boolean> {
	return (await db.selectFrom("accounts").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Tells whether some account may do everything, and is not disabled.
 *
 * @param except id of an account that is not looked at
 */
export async function hasAdmin(db: Connection, { except = "" }: { except?: string } = {}): Promise<boolean> {
	const rows = await db
		.selectFrom("accounts")
		.select("roles")
		.where("disabledAt", "is", null)
		.where("id", "!=", except)
		.execute();
	return rows.some((row) => (JSON.parse(row.roles) as string[]).includes("admin"));
}

export async function findAccount(db: Connection, id: string): Promise<AccountWithSecrets | undefined> {
	const row = await db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst();
	return row && toAccount(row);
}

export async function findAccountOfEmail(db: Connection, email: string): Promise<AccountWithSecrets | undefined> {
	const row = await db
		.selectFrom("accounts")
		.selectAll()
		.where("email", "=", email.trim().toLowerCase())
		.executeTakeFirst();
	return row && toAccount(row);
}

/** Lists everybody, by name. */
export async function listAccounts(db: Connection): Promise<Account[]> {
	const rows = await db.selectFrom("accounts").selectAll().orderBy("name").orderBy("id").execute();
	return rows
		.map(toAccount)
		.map(({ passwordHash: _, totpSecret: _secret, totpLastStep: _step, ...account }) => account);
}

/** Tells whether an account gets the e-mail of the week, if its roles give it one. */
export async function wantsWeeklyEmail(db: Connection, id: string): Promise<boolean> {
	const row = await db.selectFrom("accounts").select("weeklyEmailOffAt").where("id", "=", id).executeTakeFirst();
	return row?.weeklyEmailOffAt === null;
}

/** Turns the e-mail of the week on or off for an account. */
export async function setWeeklyEmail(
	transaction: WriteTransaction,
	id: string,
	{ wanted, now }: { wanted: boolean; now: Temporal.Instant },
): Promise<void> {
	await transaction
		.updateTable("accounts")
		.set({ weeklyEmailOffAt: wanted ? null : toInstantText(now) })
		.where("id", "=", id)
		.execute();
}

/** Tells whether an account is told no more of the first steps of the site. */
export async function hidesFirstSteps(db: Connection, id: string): Promise<boolean> {
	const row = await db.selectFrom("accounts").select("firstStepsHiddenAt").where("id", "=", id).executeTakeFirst();
	return typeof row?.firstStepsHiddenAt === "string";
}

/** Has an account told of the first steps of the site, or no more. */
export async function setFirstStepsHidden(
	transaction: WriteTransaction,
	id: string,
	{ isHidden, now }: { isHidden: boolean; now: Temporal.Instant },
): Promise<void> {
	await transaction
		.updateTable("accounts")
		.set({ firstStepsHiddenAt: isHidden ? toInstantText(now) : null })
		.where("id", "=", id)
		.execute();
}

/** Lists the addresses of the admins who were there at an instant, and have not turned the e-mail of the week off. */
export async function listWeeklyEmailRecipients(db: Connection, at: Temporal.Instant): Promise<string[]> {
	const rows = await db
		.selectFrom("accounts")
		.select(["email", "roles"])
		.where("disabledAt", "is", null)
		.where("weeklyEmailOffAt", "is", null)
		.where("createdAt", "<=", toInstantText(at))
		.orderBy("email")
		.execute();
	return rows.filter(({ roles }) => (JSON.parse(roles) as string[]).includes("admin")).map(({ email }) => email);
}

/** Changes what an account is called and what it may do. */
export async function updateAccount(
	transaction: WriteTransaction,
	id: string,
	changes: { email?: string; name?: string; roles?: readonly Role[]; disabledAt?: Temporal.Instant | null },
): Promise<void> {
	const { email, name, roles, disabledAt } = changes;
	await transaction
		.updateTable("accounts")
		.set({
			...(email !== undefined && { email: email.toLowerCase() }),
			...(name !== undefined && { name }),
			...(roles && { roles: JSON.stringify(roles) }),
			...(disabledAt !== undefined && { disabledAt: disabledAt && toInstantText(disabledAt) }),
		})
		.where("id", "=", id)
		.execute();
	// Who works here decides who can be booked.
	await recordChange(transaction, [hostsFact]);
}

/** Lists the accounts that were disabled before an instant. */
export async function listAccountsDisabledBefore(db: Connection, instant: Temporal.Instant): Promise<string[]> {
	const rows = await db.selectFrom("accounts").select("id").where("disabledAt", "<", toInstantText(instant)).execute();
	return rows.map(({ id }) => id);
}

/** Deletes the account alone; eraseAccount takes what belongs to it too. */
export async function deleteAccount(transaction: WriteTransaction, id: string): Promise<void> {
	await transaction.deleteFrom("accounts").where("id", "=", id).execute();
}

/** Sets the password of an account and its second factor, which belong together. */
export async function setPassword(
	transaction: WriteTransaction,
	id: string,
	{ passwordHash, totpSecret }: { passwordHash: string; totpSecret: string },
): Promise<void> {
	await transaction
		.updateTable("accounts")
		.set({ passwordHash, totpSecret, totpLastStep: 0 })
		.where("id", "=", id)
		.execute();
}

/** Changes the password of an account that has one; its second factor stays. Tells whether it has one. */
export async function changePasswordHash(
	transaction: WriteTransaction,
	id: string,
	passwordHash: string,
): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("accounts")
		.set({ passwordHash })
		.where("id", "=", id)
		.where("passwordHash", "is not", null)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Takes the password of an account away, with its second factor and its recovery codes. */
export async function clearPassword(transaction: WriteTransaction, id: string): Promise<void> {
	await transaction
		.updateTable("accounts")
		.set({ passwordHash: null, totpSecret: null })
		.where("id", "=", id)
		.execute();
	await transaction.deleteFrom("recoveryCodes").where("accountId", "=", id).execute();
}

/** Takes a code's step, once: tells whether nobody has taken it, or a later one, before. */
export async function takeTotpStep(transaction: WriteTransaction, id: string, step: number): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("accounts")
		.set({ totpLastStep: step })
		.where("id", "=", id)
		.where("totpLastStep", "<", step)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Gives an account new recovery codes; the ones before open nothing any more. */
export async function replaceRecoveryCodes(
	transaction: WriteTransaction,
	accountId: string,
	codeHashes: readonly string[],
): Promise<void> {
	await transaction.deleteFrom("recoveryCodes").where("accountId", "=", accountId).execute();
	await transaction
		.insertInto("recoveryCodes")
		.values(codeHashes.map((codeHash) => ({ accountId, codeHash })))
		.execute();
}

/** Takes a recovery code, once: tells whether the account had it. */
export async function takeRecoveryCode(
	transaction: WriteTransaction,
	accountId: string,
	codeHash: string,
): Promise<boolean> {
	const { numDeletedRows } = await transaction
		.deleteFrom("recoveryCodes")
		.where("accountId", "=", accountId)
		.where("codeHash", "=", codeHash)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

export async function countRecoveryCodes(db: Connection, accountId: string): Promise<number> {
	const { count } = await db
		.selectFrom("recoveryCodes")
		.select((of) => of.fn.countAll<number | string>().as("count"))
		.where("accountId", "=", accountId)
		.executeTakeFirstOrThrow();
	return Number(count);
}

function toAccount(row: Selectable<AccountsTable>): AccountWithSecrets {
	return {
		id: row.id,
		email: row.email,
		name: row.name,
		roles: readRoles(JSON.parse(row.roles)) ?? [],
		passwordHash: row.passwordHash ?? undefined,
		totpSecret: row.totpSecret ?? undefined,
		totpLastStep: row.totpLastStep,
		createdAt: Temporal.Instant.from(row.createdAt),
		disabledAt: row.disabledAt === null ? undefined : Temporal.Instant.from(row.disabledAt),
	};
}
