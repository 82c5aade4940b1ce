import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { clockTolerance } from "../../platform/clock.ts";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText, toOptionalInstant } from "../../platform/database/instant-text.ts";
import type { Role } from "../../shared/roles.ts";
import { hostsChangeKey } from "../appointments/host-store.server.ts";
import { readRoles } from "./roles.ts";
import { accessChangeKeyOf } from "./sessions.server.ts";

type AccountsTable = {
	id: string;
	/** In lower case. */
	email: string;
	name: string;
	/** JSON array. */
	roles: string;
	passwordHash: string | null;
	totpSecret: string | null;
	/** Step of 30 seconds since 1970 of the last accepted code, so that no code works twice. */
	totpLastStep: number;
	createdAt: string;
	disabledAt: string | null;
	/** When its owner last used it, to a few minutes; null where no release has noted it. */
	usedAt: string | null;
	/** When the weekly e-mail was turned off. */
	weeklyEmailOffAt: string | null;
	/** When the first steps were hidden on Today. */
	firstStepsHiddenAt: string | null;
	/** Ends the member's replies; null for their name. */
	signature: string | null;
};

const mostStepsAhead = clockTolerance.total("seconds") / 30;

type RecoveryCodesTable = { accountId: string; codeHash: string };

declare module "../../platform/database/tables.ts" {
	interface Tables {
		accounts: AccountsTable;
		recoveryCodes: RecoveryCodesTable;
	}
}

export type Account = {
	id: string;
	email: string;
	name: string;
	roles: Role[];
	createdAt: Temporal.Instant;
	disabledAt: Temporal.Instant | undefined;
	/** To a few minutes; undefined where it is not known. */
	usedAt: Temporal.Instant | undefined;
};

/** An account with the secrets that verify its owner. */
export type AccountWithSecrets = Account & {
	passwordHash: string | undefined;
	totpSecret: string | undefined;
	totpLastStep: number;
};

/** The choices of a member for themselves; an empty signature, which ends their replies, stands for their name. */
export type AccountChoices = { wantsWeeklyEmail: boolean; signature: string; hidesFirstSteps: boolean };

/** A new account; its address must be unused. */
export type NewAccount = { email: string; name: string; roles: readonly Role[] };

/** Creates an account and returns its id. Nobody can sign in to it until it has a passkey or a password. */
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
			totpLastStep: 0,
			createdAt: toInstantText(now),
		})
		.execute();
	return id;
}

/** Tells whether any account exists. */
export async function hasAccounts(db: Connection): Promise<boolean> {
	return (await db.selectFrom("accounts").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Tells whether an enabled admin exists.
 * @param except id of an account to ignore
 */
export async function hasAdmin(db: Connection, { except = "" }: { except?: string } = {}): Promise<boolean> {
	return (await listAdmins(db)).some(({ id }) => id !== except);
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

/** Lists all accounts by name. */
export async function listAccounts(db: Connection): Promise<Account[]> {
	const rows = await db.selectFrom("accounts").selectAll().orderBy("name").orderBy("id").execute();
	return rows
		.map(toAccount)
		.map(({ passwordHash: _, totpSecret: _secret, totpLastStep: _step, ...account }) => account);
}

/** Finds what a member has chosen for themselves. */
export async function findChoices(db: Connection, id: string): Promise<AccountChoices> {
	const row = await db
		.selectFrom("accounts")
		.select(["weeklyEmailOffAt", "signature", "firstStepsHiddenAt"])
		.where("id", "=", id)
		.executeTakeFirst();
	return {
		wantsWeeklyEmail: row?.weeklyEmailOffAt === null,
		signature: row?.signature ?? "",
		hidesFirstSteps: typeof row?.firstStepsHiddenAt === "string",
	};
}

/** Changes what a member has chosen for themselves. */
export async function setChoices(
	transaction: WriteTransaction,
	id: string,
	{ wantsWeeklyEmail, signature, hidesFirstSteps }: Partial<AccountChoices>,
	now: Temporal.Instant,
): Promise<void> {
	await transaction
		.updateTable("accounts")
		.set({
			...(wantsWeeklyEmail !== undefined && { weeklyEmailOffAt: wantsWeeklyEmail ? null : toInstantText(now) }),
			...(signature !== undefined && { signature: signature === "" ? null : signature }),
			...(hidesFirstSteps !== undefined && { firstStepsHiddenAt: hidesFirstSteps ? toInstantText(now) : null }),
		})
		.where("id", "=", id)
		.execute();
}

/** Lists the addresses of admins who existed at an instant and have left the weekly e-mail on. */
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

/** Lists the admins who can sign in. */
export async function listAdmins(db: Connection): Promise<{ id: string; email: string }[]> {
	const rows = await db
		.selectFrom("accounts")
		.select(["id", "email", "roles"])
		.where("disabledAt", "is", null)
		.orderBy("email")
		.execute();
	return rows
		.filter(({ roles }) => (JSON.parse(roles) as string[]).includes("admin"))
		.map(({ id, email }) => ({ id, email }));
}

/** Changes an account's address, name, roles or state. */
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
	// Accounts decide who can be booked.
	await recordChange(transaction, [hostsChangeKey, accessChangeKeyOf(id)]);
}

/** Lists the accounts that were disabled before an instant. */
export async function listAccountsDisabledBefore(db: Connection, instant: Temporal.Instant): Promise<string[]> {
	const rows = await db.selectFrom("accounts").select("id").where("disabledAt", "<", toInstantText(instant)).execute();
	return rows.map(({ id }) => id);
}

/** Deletes only the account's row; eraseAccount deletes what belongs to it too. */
export async function deleteAccount(transaction: WriteTransaction, id: string): Promise<void> {
	await transaction.deleteFrom("accounts").where("id", "=", id).execute();
}

/** Sets an account's password together with its second factor. */
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

/** Changes an existing password and keeps the second factor. Returns false when the account has no password. */
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

/** Removes an account's password, second factor and recovery codes. */
export async function clearPassword(transaction: WriteTransaction, id: string): Promise<void> {
	await transaction
		.updateTable("accounts")
		.set({ passwordHash: null, totpSecret: null })
		.where("id", "=", id)
		.execute();
	await transaction.deleteFrom("recoveryCodes").where("accountId", "=", id).execute();
}

/**
 * Takes a code's step, once. Returns false when it, or a later one, was already taken. A step of a time to come was taken by a wrong clock and
 * does not count.
 */
export async function takeTotpStep(transaction: WriteTransaction, id: string, step: number): Promise<boolean> {
	const { numUpdatedRows } = await transaction
		.updateTable("accounts")
		.set({ totpLastStep: step })
		.where("id", "=", id)
		.where((where) => where.or([where("totpLastStep", "<", step), where("totpLastStep", ">", step + mostStepsAhead)]))
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Replaces an account's recovery codes. */
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

/** Takes a recovery code, once. Returns false when the account does not have it. */
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
		disabledAt: toOptionalInstant(row.disabledAt),
		usedAt: toOptionalInstant(row.usedAt),
	};
}
