import type { Connection, WriteTransaction } from "../../platform/database/database.ts";
import { toInstantText } from "../../platform/database/instant-text.ts";
import { createToken, hashToken, isToken } from "../../platform/ids/secret-token.ts";
import { readRoles, type Role } from "./roles.ts";

/** first: makes the first admin; invite: makes an account; reset: gives an account that is there new ways to sign in. */
export type InvitationKind = "first" | "invite" | "reset";

type AccountInvitationsTable = {
	tokenHash: string;
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
	kind: InvitationKind;
	/** Whose account it is; undefined for the first admin, who says it. */
	email: string | undefined;
	roles: Role[];
	expiresAt: Temporal.Instant;
};

/** How long a link can be opened. */
const goodFor: Record<InvitationKind, Temporal.Duration> = {
	first: Temporal.Duration.from({ hours: 24 }),
	invite: Temporal.Duration.from({ hours: 7 * 24 }),
	reset: Temporal.Duration.from({ hours: 1 }),
};

/** Makes a link that can be used once; one of the same kind for the same address opens nothing any more. Gives its token. */
export async function insertInvitation(
	transaction: WriteTransaction,
	{ kind, email, roles }: Pick<Invitation, "kind" | "email" | "roles">,
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
			kind,
			email: address,
			roles: JSON.stringify(roles),
			createdAt: toInstantText(now),
			expiresAt: toInstantText(now.add(goodFor[kind])),
		})
		.execute();
	return token;
}

/** Finds what a link is good for; undefined when it was used, has lapsed, or never was. */
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
	return (
		row && {
			kind: row.kind,
			email: row.email ?? undefined,
			roles: readRoles(JSON.parse(row.roles)) ?? [],
			expiresAt: Temporal.Instant.from(row.expiresAt),
		}
	);
}

/** Takes a link, once: tells whether nobody has taken it before. */
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
