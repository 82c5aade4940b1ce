import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createToken, hashToken, isToken } from "../../platform/ids/secret-token.ts";
import type { Role } from "../../shared/roles.ts";
import { readRoles } from "./roles.ts";

/** first: creates the first admin; invite: creates an account; reset: gives an existing account new ways to sign in. */
export type InvitationKind = "first" | "invite" | "reset";

type AccountInvitationsTable = {
	tokenHash: string;
	id: string;
	kind: InvitationKind;
	email: string | null;
	/** JSON array. */
	roles: string;
	createdAt: string;
	expiresAt: string;
};

declare module "../../platform/database/tables.ts" {
	interface Tables {
		accountInvitations: AccountInvitationsTable;
	}
}

export type Invitation = {
	/** Names the invitation in lists, audit log and outbox; it does not open it. */
	id: string;
	kind: InvitationKind;
	/** Undefined for the first admin, who enters it. */
	email: string | undefined;
	roles: Role[];
	expiresAt: Temporal.Instant;
};

/** How long a link works. */
export const invitationGoodFor: Record<InvitationKind, Temporal.Duration> = {
	// Until the next start creates another.
	first: Temporal.Duration.from({ hours: 24 * 366 * 10 }),
	invite: Temporal.Duration.from({ hours: 7 * 24 }),
	reset: Temporal.Duration.from({ hours: 1 }),
};

/** Creates a link that works once and replaces those of the same kind and address. Returns its token. */
export async function insertInvitation(
	transaction: WriteTransaction,
	{ kind, email, roles, id = randomUUID() }: Pick<Invitation, "kind" | "email" | "roles"> & { id?: string },
	now: Temporal.Instant,
): Promise<string> {
	const token = createToken();
	const address = email?.trim().toLowerCase() ?? null;
	await transaction
		.deleteFrom("accountInvitations")
		.where("kind", "=", kind)
		.where("email", address === null ? "is" : "=", address)
		.execute();
	await transaction
		.insertInto("accountInvitations")
		.values({
			tokenHash: hashToken(token),
			id,
			kind,
			email: address,
			roles: JSON.stringify(roles),
			createdAt: toInstantText(now),
			expiresAt: toInstantText(now.add(invitationGoodFor[kind])),
		})
		.execute();
	return token;
}

/** Finds the invitation of a link; undefined when it was used, has expired or is unknown. */
export async function findInvitation(
	db: Connection,
	token: string,
	now: Temporal.Instant,
): Promise<Invitation | undefined> {
	if (!isToken(token)) return undefined;
	const row = await db
		.selectFrom("accountInvitations")
		.selectAll()
		.where("tokenHash", "=", hashToken(token))
		.where("expiresAt", ">", toInstantText(now))
		.executeTakeFirst();
	return row && toInvitation(row);
}

/** Lists open invitations to people without an account, newest first. */
export async function listInvitations(db: Connection, now: Temporal.Instant): Promise<Invitation[]> {
	const rows = await db
		.selectFrom("accountInvitations")
		.selectAll()
		.where("kind", "=", "invite")
		.where("expiresAt", ">", toInstantText(now))
		.orderBy("createdAt", "desc")
		.orderBy("id")
		.execute();
	return rows.map(toInvitation);
}

/** Deletes one invitation by its id, or all of a kind. Returns the number deleted. */
export async function deleteInvitations(
	transaction: WriteTransaction,
	which: { id: string } | { kind: InvitationKind; email?: string },
): Promise<number> {
	const { numDeletedRows } = await transaction
		.deleteFrom("accountInvitations")
		.where((where) =>
			"id" in which
				? where("id", "=", which.id)
				: where.and([
						where("kind", "=", which.kind),
						...(which.email === undefined ? [] : [where("email", "=", which.email.toLowerCase())]),
					]),
		)
		.executeTakeFirst();
	return Number(numDeletedRows);
}

/** Deletes expired invitations and returns their ids. */
export async function deleteExpiredInvitations(
	transaction: WriteTransaction,
	now: Temporal.Instant,
): Promise<string[]> {
	const rows = await transaction
		.deleteFrom("accountInvitations")
		.where("expiresAt", "<=", toInstantText(now))
		.returning("id")
		.execute();
	return rows.map(({ id }) => id);
}

/** Takes a link, once. Returns false when it was already taken. */
export async function takeInvitation(
	transaction: WriteTransaction,
	token: string,
	now: Temporal.Instant,
): Promise<boolean> {
	const { numDeletedRows } = await transaction
		.deleteFrom("accountInvitations")
		.where("tokenHash", "=", hashToken(token))
		.where("expiresAt", ">", toInstantText(now))
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

function toInvitation({ id, kind, email, roles, expiresAt }: Selectable<AccountInvitationsTable>): Invitation {
	return {
		id,
		kind,
		email: email ?? undefined,
		roles: readRoles(JSON.parse(roles)) ?? [],
		expiresAt: Temporal.Instant.from(expiresAt),
	};
}
