import { randomUUID } from "node:crypto";
import type { ExpressionBuilder } from "kysely";
import { clockTolerance } from "../../platform/clock.ts";
import { recordChange } from "../../platform/database/changes.ts";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import type { Tables } from "../../platform/database/tables.ts";
import { hashToken } from "../../platform/ids/secret-token.ts";
import { deleteSubscriptionOfSession, deleteSubscriptionsOf } from "../push/subscriptions.server.ts";
import { createRandomValue } from "./challenges.server.ts";

type SessionsTable = {
	/** SHA-256 of the token, in hexadecimal: a copy of the database opens no session. */
	tokenHash: string;
	id: string;
	accountId: string;
	device: string;
	createdAt: string;
	usedAt: string;
	provenAt: string;
	endsAt: string;
	method: SignInMethod;
};

/** "provider" is OpenID Connect. */
export type SignInMethod = "password" | "passkey" | "provider";

declare module "../../platform/database/tables.ts" {
	interface Tables {
		sessions: SessionsTable;
	}
}

/** A session ends after this long without use. */
const sessionIdle = Temporal.Duration.from({ hours: 12 });
/** A session ends after this long in any case. */
export const sessionMost = Temporal.Duration.from({ hours: 7 * 24 });
/** Shorter for a provider, because only a new sign-in tells the person's current groups. */
const providerSessionMost = Temporal.Duration.from({ hours: 12 });
/** How long a proof of who one is stays valid. */
export const freshProof = Temporal.Duration.from({ minutes: 10 });
/** Recording every use would cost a commit for every page. */
const noteUseAfter = Temporal.Duration.from({ minutes: 5 });

export type Session = {
	/** Names the session in lists; it does not open it. */
	id: string;
	accountId: string;
	/** Browser and system, such as "Firefox on Linux". */
	device: string;
	createdAt: Temporal.Instant;
	usedAt: Temporal.Instant;
	/** When the owner last proved who they are. */
	provenAt: Temporal.Instant;
	/** The end, however much the session is used. */
	endsAt: Temporal.Instant;
	method: SignInMethod;
};

/** The change key of an account's access: its sessions, roles and state. */
export function accessChangeKeyOf(accountId: string): string {
	return `access:${accountId}`;
}

/** Begins a session, always with a new token. Returns the token, 256 random bits, which only the browser's cookie holds. */
export async function createSession(
	transaction: WriteTransaction,
	{
		id = randomUUID(),
		accountId,
		device,
		method = "password",
		now,
		provenAt = now,
	}: {
		id?: string;
		accountId: string;
		device: string;
		method?: SignInMethod;
		now: Temporal.Instant;
		provenAt?: Temporal.Instant | undefined;
	},
): Promise<string> {
	const token = createRandomValue();
	const at = toInstantText(now);
	await transaction
		.insertInto("sessions")
		.values({
			tokenHash: hashToken(token),
			id,
			accountId,
			device,
			createdAt: at,
			usedAt: at,
			provenAt: toInstantText(provenAt),
			endsAt: toInstantText(now.add(method === "provider" ? providerSessionMost : sessionMost)),
			method,
		})
		.execute();
	await noteUse(transaction, accountId, now);
	return token;
}

/** Finds the session of a token and records its use every few minutes; undefined when it is unknown or has ended. */
export async function resumeSession(
	db: Connection,
	token: string,
	now: Temporal.Instant,
): Promise<Session | undefined> {
	const tokenHash = hashToken(token);
	const row = await db
		.selectFrom("sessions")
		.selectAll()
		.where("tokenHash", "=", tokenHash)
		.where(isOpen(now))
		.executeTakeFirst();
	if (!row) return undefined;
	if (row.usedAt <= toInstantText(now.subtract(noteUseAfter))) {
		await db
			.updateTable("sessions")
			.set({ usedAt: toInstantText(now) })
			.where("tokenHash", "=", tokenHash)
			.execute();
		await noteUse(db, row.accountId, now);
	}
	return toSession(row);
}

/**
 * Records a new proof and replaces the token, because somebody who stole the previous one has proved nothing. Returns the new token, or
 * undefined when the session has ended.
 */
export async function renewProof(
	transaction: WriteTransaction,
	id: string,
	now: Temporal.Instant,
): Promise<string | undefined> {
	const token = createRandomValue();
	const renewed = await transaction
		.updateTable("sessions")
		.set({ tokenHash: hashToken(token), provenAt: toInstantText(now), usedAt: toInstantText(now) })
		.where("id", "=", id)
		.returning("accountId")
		.executeTakeFirst();
	if (!renewed) return undefined;
	await noteUse(transaction, renewed.accountId, now);
	return token;
}

/** Keeps when an account was last used with the account, because its sessions are deleted. */
async function noteUse(db: Connection, accountId: string, now: Temporal.Instant): Promise<void> {
	await db
		.updateTable("accounts")
		.set({ usedAt: toInstantText(now) })
		.where("id", "=", accountId)
		.execute();
}

/** Tells whether the proof is fresh enough to export, to erase and to change accounts. */
export function hasFreshProof({ provenAt }: Pick<Session, "provenAt">, now: Temporal.Instant): boolean {
	return Temporal.Instant.compare(now.subtract(freshProof), provenAt) < 0;
}

/** Tells whether a session has neither ended nor been ended. */
export async function isSessionOpen(
	db: Connection,
	{ id, accountId }: Pick<Session, "id" | "accountId">,
	now: Temporal.Instant,
): Promise<boolean> {
	return (await listSessions(db, accountId, now)).some((session) => session.id === id);
}

/** Lists an account's open sessions, most recently used first. */
export async function listSessions(db: Connection, accountId: string, now: Temporal.Instant): Promise<Session[]> {
	const rows = await db
		.selectFrom("sessions")
		.selectAll()
		.where("accountId", "=", accountId)
		.where(isOpen(now))
		.orderBy("usedAt", "desc")
		.orderBy("id")
		.execute();
	return rows.map(toSession);
}

/** Ends one session of an account; false when there is none. */
export async function endSession(
	transaction: WriteTransaction,
	{ accountId, id }: Pick<Session, "accountId" | "id">,
): Promise<boolean> {
	const { numDeletedRows } = await transaction
		.deleteFrom("sessions")
		.where("accountId", "=", accountId)
		.where("id", "=", id)
		.executeTakeFirst();
	await deleteSubscriptionOfSession(transaction, { accountId, id });
	await recordChange(transaction, [accessChangeKeyOf(accountId)]);
	return numDeletedRows > 0n;
}

/** Ends an account's sessions, optionally all but one. Returns their number. */
export async function endSessionsOf(
	transaction: WriteTransaction,
	accountId: string,
	{ except = "" }: { /** Id of a session. */ except?: string } = {},
): Promise<number> {
	const { numDeletedRows } = await transaction
		.deleteFrom("sessions")
		.where("accountId", "=", accountId)
		.where("id", "!=", except)
		.executeTakeFirst();
	await deleteSubscriptionsOf(transaction, accountId, { except });
	await recordChange(transaction, [accessChangeKeyOf(accountId)]);
	return Number(numDeletedRows);
}

/** Deletes expired sessions. */
export async function deleteEndedSessions(db: Connection, now: Temporal.Instant): Promise<void> {
	await db
		.deleteFrom("sessions")
		.where((where) => where.not(isOpen(now)(where)))
		.execute();
}

/** Ends the session of a token and returns its account. */
export async function endSessionOfToken(
	transaction: WriteTransaction,
	token: string,
): Promise<Pick<Session, "id" | "accountId"> | undefined> {
	const ended = await transaction
		.deleteFrom("sessions")
		.where("tokenHash", "=", hashToken(token))
		.returning(["id", "accountId"])
		.executeTakeFirst();
	if (!ended) return undefined;
	await deleteSubscriptionOfSession(transaction, ended);
	await recordChange(transaction, [accessChangeKeyOf(ended.accountId)]);
	return ended;
}

/** Returns a condition for open sessions. A session that was used at a time to come was begun by a wrong clock. */
function isOpen(now: Temporal.Instant) {
	return (where: ExpressionBuilder<Tables, "sessions">) =>
		where.and([
			where("usedAt", ">", toInstantText(now.subtract(sessionIdle))),
			where("usedAt", "<=", toInstantText(now.add(clockTolerance))),
			where("endsAt", ">", toInstantText(now)),
		]);
}

function toSession({ id, accountId, device, createdAt, usedAt, provenAt, endsAt, method }: SessionsTable): Session {
	return {
		id,
		accountId,
		device,
		createdAt: Temporal.Instant.from(createdAt),
		usedAt: Temporal.Instant.from(usedAt),
		provenAt: Temporal.Instant.from(provenAt),
		endsAt: Temporal.Instant.from(endsAt),
		method,
	};
}
